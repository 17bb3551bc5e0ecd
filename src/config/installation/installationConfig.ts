import * as v from 'valibot';
import { describeIssues } from '../configProblems.ts';
import { walletsConfig } from '../walletsConfig.ts';
import { embedConfig } from './embedConfig.ts';
import { featuredConfig, findFeaturedProblems } from './featuredConfig.ts';
import { bannerConfig, findMaintenanceProblems, maintenanceConfig } from './noticesConfig.ts';
import { DEFAULT_THEME, findBackgroundProblems, findThemeProblems, themeConfig } from './themeConfig.ts';
import type { Theme } from './toTheme.ts';
import { toTheme } from './toTheme.ts';
import { link } from './values.ts';

const linksConfig = v.strictObject(
  { docs: v.optional(link), terms: v.optional(link), privacy: v.optional(link), status: v.optional(link) },
  'is not a link of the footer. Use docs, terms, privacy and status.',
);

const monitoringConfig = v.strictObject({ url: link }, 'is not a monitoring setting. Use url.');

/** The settings whose code loads only where `config.json` has one of them. */
export const installationConfig = v.object({
  wallets: v.optional(walletsConfig, {}),
  theme: v.optional(themeConfig),
  /** Links in the footer. */
  links: v.optional(linksConfig, {}),
  banner: v.optional(bannerConfig),
  maintenance: v.optional(maintenanceConfig, []),
  embed: v.optional(embedConfig),
  featured: v.optional(featuredConfig, []),
  /** Receives the classes and codes of errors. */
  monitoring: v.optional(monitoringConfig),
});

export type InstallationConfig = Omit<v.InferOutput<typeof installationConfig>, 'theme'> & {
  readonly theme: Theme | null;
};

type Chains = Parameters<typeof findMaintenanceProblems>[1];

const notices = v.pick(installationConfig, ['banner', 'maintenance']);

/**
 * Reads the messages of the operator from a configuration that may have changed since the page was opened.
 * @throws if they are invalid
 */
export function readNotices(value: unknown, chains: Chains): v.InferOutput<typeof notices> {
  const read = v.parse(notices, value);
  const [problem] = findMaintenanceProblems(read.maintenance, chains);
  if (problem !== undefined) throw new Error(problem);
  return read;
}

type Read =
  | { readonly ok: true; readonly settings: InstallationConfig }
  | { readonly ok: false; readonly problems: readonly string[] };

function findEmbedProblems({
  embed,
  theme = DEFAULT_THEME,
}: v.InferOutput<typeof installationConfig>): readonly string[] {
  return typeof embed?.background === 'object' ? findBackgroundProblems(embed.background, theme) : [];
}

/** Reads the settings of a configuration whose chains are valid. */
export function readInstallation(value: unknown, chains: Chains): Read {
  const read = v.safeParse(installationConfig, value);
  if (!read.success) return { ok: false, problems: describeIssues(read.issues) };
  const { theme, ...others } = read.output;
  const problems = [
    ...findMaintenanceProblems(others.maintenance, chains),
    ...findFeaturedProblems(others.featured, chains),
    ...(theme ? findThemeProblems(theme) : []),
    ...findEmbedProblems(read.output),
  ];
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, settings: { ...others, theme: theme ? toTheme(theme) : null } };
}
