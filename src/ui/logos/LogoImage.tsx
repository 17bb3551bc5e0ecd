import type { ComponentProps } from 'react';
import { useState } from 'react';
import styles from '../Disc.module.css';
import { Disc } from '../Disc.tsx';
import { CHAIN_LOGOS, TOKEN_LOGOS } from './logoNames.ts';

/** A path on the app's own origin, or a name in public/logos: an EIP-155 chain id, or a ticker. Null: no logo. */
export type LogoSource = string | number | null;

type Props = ComponentProps<typeof Disc> & { readonly source: LogoSource };

/** The logo of a chain or token, or a disc with its initial. */
export function LogoImage({ source, ...disc }: Props) {
  const url = logoUrl(disc.shape, source);
  return url ? <Image key={url} url={url} {...disc} /> : <Disc {...disc} />;
}

function Image({ url, ...disc }: ComponentProps<typeof Disc> & { readonly url: string }) {
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return <Disc {...disc} />;
  const { shape, size = 'medium' } = disc;
  return (
    <img
      className={`${styles.logo} ${styles[shape]} ${styles[size]}`}
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setMissing(true)}
    />
  );
}

const KNOWN = { chain: new Set(CHAIN_LOGOS.split(' ')), token: new Set(TOKEN_LOGOS.split(' ')) };

/** The logo's URL on the app's own origin; null if there is none. */
export function logoUrl(shape: 'chain' | 'token', source: LogoSource): string | null {
  if (source === null) return null;
  const name = `${source}`.toLowerCase();
  if (name.startsWith('/')) return `${source}`;
  return KNOWN[shape].has(name) ? `/logos/${shape}/${name}.svg` : null;
}
