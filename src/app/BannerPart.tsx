import { lazyPart } from '../ui/lazyPart.tsx';
import { useNotices } from './services.ts';

// The page is more important than the message above it.
const Banner = lazyPart(async () => (await import('./Banner.tsx')).Banner, 'decoration');

/** Loads the message. A page that waits for it before the first render does not move afterwards. */
export const loadBanner = Banner.preload;

export function BannerPart() {
  return useNotices().banner ? <Banner /> : null;
}
