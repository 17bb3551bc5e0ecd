import * as v from 'valibot';
import { createStored } from '../lib/createStored.ts';

/** Whether the browser has the font in its cache. public/firstPaint.js then shows it from the first paint on. */
const isKnown = createStored(() => window.localStorage, {
  key: 'causeway.font',
  schema: v.boolean(),
  empty: false,
});

/**
 * Shows the app's font as soon as it has loaded. The app's code loads before it, because a form in the font of the system is
 * better than no form. A font that does not load changes nothing.
 */
export async function showFont(): Promise<void> {
  const root = document.documentElement;
  const family = window.getComputedStyle(root).getPropertyValue('--own-font');
  const faces = await document.fonts.load(`1em ${family}`).catch(() => []);
  if (faces.length === 0) return;
  root.dataset.font = '';
  isKnown.choose(true);
}
