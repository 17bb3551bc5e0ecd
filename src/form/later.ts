import type { ComponentType, ReactNode } from 'react';
import { textLoader } from '../i18n/useTexts.ts';
import { afterIdle } from '../ui/afterIdle.ts';
import { lazyChunk } from '../ui/lazyChunk.tsx';

type Rest = typeof import('./restOfForm.ts').restOfForm;

let firstIdle: Promise<void> | null = null;

async function loadRest(): Promise<Rest> {
  firstIdle ??= afterIdle(async () => {});
  await firstIdle;
  // The fees should show as soon as possible, so the texts and the code load in parallel.
  const [{ restOfForm }] = await Promise.all([import('./restOfForm.ts'), textLoader.settle('app')]);
  return restOfForm;
}

/**
 * A component of the form that the first keypress doesn't need. All of them are in one file, which loads when the page
 * is first idle.
 * @param fallback holds its place until then
 */
export function later<P extends object>(
  pick: (rest: Rest) => ComponentType<P>,
  shape: 'line' | 'decoration' = 'line',
  fallback: ReactNode = null,
) {
  return lazyChunk(async () => pick(await loadRest()), shape, { fallback });
}
