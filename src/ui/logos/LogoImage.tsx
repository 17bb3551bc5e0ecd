import type { ComponentProps } from 'react';
import { useState } from 'react';
import styles from '../Disc.module.css';
import { Disc } from '../Disc.tsx';
import type { LogoSource } from './logoUrl.ts';
import { logoUrl } from './logoUrl.ts';

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
