import * as v from 'valibot';

const settings = v.object({
  brand: v.optional(v.object({ name: v.string() }), { name: 'Causeway' }),
  wallets: v.optional(v.object({ safe: v.optional(v.boolean(), false) }), {}),
});

const ICON = '/icon.svg';

/** The files that a Safe interface fetches from its own origin before it shows an app. */
export type SafeFiles = {
  readonly paths: ReadonlySet<string>;
  /** `/manifest.json`, as Safe apps describe themselves: https://help.safe.global/en/articles/145503 */
  readonly manifest: string;
};

/** @returns null where the configuration does not offer the app to Safes */
export function readSafeFiles(config: unknown): SafeFiles | null {
  const read = v.safeParse(settings, config);
  if (!read.success || !read.output.wallets.safe) return null;
  const { name } = read.output.brand;
  const manifest = { name, description: 'Bridge tokens between chains.', iconPath: ICON.slice(1) };
  return { paths: new Set(['/manifest.json', ICON]), manifest: JSON.stringify(manifest) };
}
