import type { RuntimeConfig } from '../../config/runtimeConfig.ts';
import type { Framing } from './parentSite.ts';
import { framingOf } from './parentSite.ts';

/** Reads which page shows the app in a frame, and gives the frame the configured background. */
export function enterFrame({ embed, wallets }: RuntimeConfig): Framing {
  if (typeof embed?.background === 'object') {
    const { light, dark } = embed.background;
    document.documentElement.style.setProperty('--embed-background', `light-dark(${light}, ${dark})`);
  }
  // TypeScript does not know that Firefox lacks the list.
  const ancestors = window.location.ancestorOrigins as DOMStringList | undefined;
  const allowed = [...(embed?.origins ?? []), ...(wallets.safe ? wallets.safeOrigins : [])];
  return framingOf({ ancestorOrigins: ancestors ? [...ancestors] : null, referrer: document.referrer }, allowed);
}
