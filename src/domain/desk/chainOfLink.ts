import type { ChainConfig } from '../../config/runtimeConfig.ts';

const LINK = /^(?:https?:\/\/)?[a-z0-9.-]+(?::[0-9]+)?\//i;

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

const withScheme = (text: string) => (/^https?:\/\//i.test(text) ? text : `https://${text}`);

const hostOf = ({ host }: URL) => host.replace(/^www\./, '');

/** The length of the explorer's path where the link lies below it. Several explorers can share a host. */
function depthIn(explorerUrl: string | undefined, link: URL): number | null {
  const explorer = explorerUrl === undefined ? null : parseUrl(explorerUrl);
  if (!explorer || hostOf(explorer) !== hostOf(link)) return null;
  const path = explorer.pathname.replace(/\/*$/, '/');
  return link.pathname.startsWith(path) ? path.length : null;
}

/** The chain that the link of a page of this app names. */
function chainInQuery(link: URL, chains: readonly ChainConfig[]): number | null {
  if (!link.pathname.startsWith('/receipts/')) return null;
  const named = link.searchParams.get('origin');
  return chains.find(({ id }) => `${id}` === named)?.id ?? null;
}

/**
 * The configured chain whose block explorer has the linked page.
 * @returns null for a text that is no link; a null chain for the link of another site
 */
export function chainOfLink(text: string, chains: readonly ChainConfig[]): { readonly chainId: number | null } | null {
  const link = LINK.test(text) ? parseUrl(withScheme(text)) : null;
  if (!link) return null;
  let best: { readonly id: number; readonly depth: number } | null = null;
  for (const { id, explorerUrl } of chains) {
    const depth = depthIn(explorerUrl, link);
    if (depth !== null && depth > (best?.depth ?? 0)) best = { id, depth };
  }
  return { chainId: best?.id ?? chainInQuery(link, chains) };
}
