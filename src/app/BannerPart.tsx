import type { ComponentType } from 'react';
import { use } from 'react';
import { useNotices } from '../context/notices.ts';
import { firstLanguage } from './LanguageProvider.tsx';

type Part = { readonly Banner: ComponentType };

async function loadPart(): Promise<Part> {
  try {
    const { Banner, texts } = await import('./Banner.tsx');
    await texts.load(firstLanguage());
    return { Banner };
  } catch {
    // The page is more important than the message above it.
    return { Banner: () => null };
  }
}

let loading: Promise<Part> | null = null;

/** Loads the message once. A page that waits for it before the first render does not move afterwards. */
export function loadBanner(): Promise<Part> {
  if (loading) return loading;
  const started = loadPart();
  // React reads these fields of a promise, and renders at once where it has ended.
  void started.then((value) => Object.assign(started, { status: 'fulfilled', value }));
  loading = started;
  return started;
}

export function BannerPart() {
  return useNotices().banner ? <Loaded /> : null;
}

function Loaded() {
  const { Banner } = use(loadBanner());
  return <Banner />;
}
