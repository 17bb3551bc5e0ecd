import { afterIdle } from '../../ui/afterIdle.ts';

type Connection = { readonly connection?: { readonly saveData?: boolean } };

export type Preloadable = { readonly preload: () => Promise<void> };

/** Loads the other pages, one at a time, so that they open at once and open offline. Not for a person who saves data. */
export async function preloadPages(pages: readonly Preloadable[], device: Navigator & Connection): Promise<void> {
  if (device.connection?.saveData) return;
  for (const { preload } of pages) await afterIdle(preload);
}
