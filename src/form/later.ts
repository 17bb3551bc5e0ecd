import type { ComponentType, ReactNode } from 'react';
import { afterIdle } from '../ui/afterIdle.ts';
import { lazyPart } from '../ui/lazyPart.tsx';

type Rest = typeof import('./restOfForm.ts').restOfForm;

let firstIdle: Promise<void> | null = null;

async function loadRest(): Promise<Rest> {
  firstIdle ??= afterIdle(async () => {});
  await firstIdle;
  return (await import('./restOfForm.ts')).restOfForm;
}

/**
 * A part of the form that the first keypress does without. All of them are one file, which loads when the page is idle for the
 * first time.
 * @param place keeps the place of the part until then
 */
export function later<P extends object>(
  pick: (rest: Rest) => ComponentType<P>,
  shape: 'line' | 'decoration' = 'line',
  place: ReactNode = null,
) {
  return lazyPart(async () => pick(await loadRest()), shape, place);
}
