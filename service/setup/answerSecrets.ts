import * as v from 'valibot';
import { PrivateFileRefused, readPrivateFile } from '../privateFile.ts';

const reference = v.strictObject({ file: v.pipe(v.string(), v.minLength(1)) });
const LISTS = { rpcUrls: '', signerRpcUrls: 'signer-' } as const;
const chain = v.looseObject({
  id: v.number(),
  rpcUrls: v.optional(v.array(v.unknown())),
  signerRpcUrls: v.optional(v.array(v.unknown())),
});
const withChains = v.looseObject({ chains: v.array(v.unknown()) });

export type ResolvedAnswers = {
  readonly text: string;
  /** The name of the file of each URL that was in a file. */
  readonly secrets: Readonly<Record<string, string>>;
};

/**
 * Replaces each `{ "file": "…" }` in the lists of RPC endpoints by the URL in the file, and names the file that the installation
 * keeps it in. A text without chains is returned as it is.
 * @param problems gets a sentence for each unusable file
 */
export async function resolveAnswerSecrets(text: string, problems: string[]): Promise<ResolvedAnswers> {
  const file = v.safeParse(v.pipe(v.string(), v.parseJson(), withChains), text);
  if (!file.success) return { text, secrets: {} };
  const secrets: Record<string, string> = {};
  const resolve = async (entry: unknown, name: string): Promise<unknown> => {
    const parsed = v.safeParse(reference, entry);
    if (!parsed.success) return entry;
    try {
      const url = (await readPrivateFile(parsed.output.file)).trim();
      secrets[url] ??= name;
      return url;
    } catch (error) {
      if (!(error instanceof PrivateFileRefused)) throw error;
      problems.push(error.message);
      // The sentence above is the only one to report about this entry.
      return 'https://unreadable.invalid';
    }
  };
  const chains: unknown[] = [];
  for (const entry of file.output.chains) {
    const known = v.safeParse(chain, entry);
    const resolved: Record<string, unknown> = known.success ? { ...known.output } : {};
    for (const [list, prefix] of Object.entries(LISTS)) {
      const urls = resolved[list];
      if (!Array.isArray(urls)) continue;
      const place = `chain-${resolved.id}-${prefix}`;
      resolved[list] = await Promise.all(urls.map((one, index) => resolve(one, `${place}${index + 1}`)));
    }
    chains.push(known.success ? resolved : entry);
  }
  return { text: JSON.stringify({ ...file.output, chains }), secrets };
}
