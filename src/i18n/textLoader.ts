import type { Language } from './languages.ts';

type Loadable = { readonly load: (language: Language) => Promise<unknown> };

// One list for the page: a catalogue exists from the moment its module runs, and no component knows all of them.
const catalogs = new Set<Loadable>();
let shown: Language | null = null;

/** Starts to load the texts together with their module, so that no part has to name its catalogues. */
export function addCatalog(catalog: Loadable): void {
  catalogs.add(catalog);
  // The part that needs the texts reports the failure.
  if (shown) catalog.load(shown).catch(() => {});
}

/** Chooses the language, and loads the texts of every module that has loaded. The next modules load theirs by themselves. */
export async function loadTexts(language: Language): Promise<void> {
  shown ??= language;
  await Promise.all(Array.from(catalogs, (catalog) => catalog.load(language)));
  shown = language;
}

/** Waits until the texts of every module have loaded or failed. It asks again for texts that failed before. */
export async function settleTexts(): Promise<void> {
  const language = shown;
  if (language) await Promise.allSettled(Array.from(catalogs, (catalog) => catalog.load(language)));
}
