import type { ComponentType, ReactNode } from 'react';
import { textLoader } from '../i18n/useTexts.ts';
import { afterIdle } from '../ui/afterIdle.ts';
import { lazyChunk } from '../ui/lazyChunk.tsx';

type Rest = typeof import('./restOfForm.ts').restOfForm;

let firstIdle: Promise<void> | null = null;

async function loadRest(): Promise<Rest> {
  firstIdle ??= afterIdle(async () => {});
  await firstIdle;
  // A person sees the fees as soon as the texts and the code are there, so neither waits for the other.
  const [{ restOfForm }] = await Promise.all([import('./restOfForm.ts'), textLoader.settle('app')]);
  return restOfForm;
}

/**
 * A part of the form that the first keypress does without. All of them are one file, which loads when the page is idle for the
 * first time.
 * @param fallback keeps the place of the part until then
 */
export function later<P extends object>(
  pick: (rest: Rest) => ComponentType<P>,
  shape: 'line' | 'decoration' = 'line',
  fallback: ReactNode = null,
) {
  return lazyChunk(async () => pick(await loadRest()), shape, { fallback });
}
