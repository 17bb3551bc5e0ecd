import type { ComponentProps, ComponentType } from 'react';
import { useEffect, useState } from 'react';
import { afterIdle } from '../afterIdle.ts';
import { Disc } from '../Disc.tsx';
import type { LogoSource } from './LogoImage.tsx';

type Props = ComponentProps<typeof Disc> & { readonly source: LogoSource };

/**
 * A disc with an initial, replaced by the logo once the page is idle. If the logo code doesn't load, the disc stays.
 */
export function Logo({ source, ...disc }: Props) {
  const [LogoImage, setLogoImage] = useState<ComponentType<Props> | null>(null);
  useEffect(() => {
    let isGone = false;
    afterIdle(() => import('./LogoImage.tsx')).then(
      (module) => {
        if (!isGone) setLogoImage(() => module.LogoImage);
      },
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, []);
  return LogoImage ? <LogoImage source={source} {...disc} /> : <Disc {...disc} />;
}
