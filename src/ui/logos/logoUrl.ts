import { CHAIN_LOGOS, TOKEN_LOGOS } from './logoNames.ts';

/** A path on the app's own origin, or a name in public/logos: an EIP-155 chain id, or a ticker. Null: no logo. */
export type LogoSource = string | number | null;

const KNOWN = { chain: new Set(CHAIN_LOGOS.split(' ')), token: new Set(TOKEN_LOGOS.split(' ')) };

/** The logo's URL on the app's own origin; null if there is none. */
export function logoUrl(shape: 'chain' | 'token', source: LogoSource): string | null {
  if (source === null) return null;
  const name = `${source}`.toLowerCase();
  if (name.startsWith('/')) return `${source}`;
  return KNOWN[shape].has(name) ? `/logos/${shape}/${name}.svg` : null;
}
