import * as v from 'valibot';
import { describeIssue } from '../configProblems.ts';
import { findThemeProblems, themeConfig } from './themeConfig.ts';
import type { Theme } from './toTheme.ts';
import { toTheme } from './toTheme.ts';
import { link } from './values.ts';

const linksConfig = v.strictObject(
  { docs: v.optional(link), terms: v.optional(link), privacy: v.optional(link), status: v.optional(link) },
  'is not a link of the footer. Use docs, terms, privacy and status.',
);

/** The settings whose code loads only where `config.json` has one of them. */
export const installationConfig = v.object({
  theme: v.optional(themeConfig),
  /** Links in the footer. */
  links: v.optional(linksConfig, {}),
});

export type InstallationConfig = Omit<v.InferOutput<typeof installationConfig>, 'theme'> & {
  readonly theme: Theme | null;
};

type Read =
  | { readonly ok: true; readonly settings: InstallationConfig }
  | { readonly ok: false; readonly problems: readonly string[] };

export function readInstallation(value: unknown): Read {
  const read = v.safeParse(installationConfig, value);
  if (!read.success) return { ok: false, problems: read.issues.map(describeIssue) };
  const { theme, ...others } = read.output;
  const problems = theme ? findThemeProblems(theme) : [];
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, settings: { ...others, theme: theme ? toTheme(theme) : null } };
}
