import type { Language } from './languages.ts';
import type { CompiledMessages, Messages } from './messages.ts';

/** The texts of one chunk of the app. Each language is a file, and the app loads the file of one language only. */
export type Catalog<M extends Messages> = {
  /** Loads the texts once. After a failure, the next call tries again. */
  readonly load: (language: Language) => Promise<CompiledMessages<M>>;
  /** The texts of a language that has loaded; null before. */
  readonly peek: (language: Language) => CompiledMessages<M> | null;
};

/** The result of `import.meta.glob`: how to load each file, by path. */
type Files<M extends Messages> = Readonly<Record<string, () => Promise<CompiledMessages<M>>>>;

export function createCatalog<M extends Messages>(files: Files<M>): Catalog<M> {
  const loading = new Map<Language, Promise<CompiledMessages<M>>>();
  const loaded = new Map<Language, CompiledMessages<M>>();

  async function loadFile(language: Language): Promise<CompiledMessages<M>> {
    const load = files[`./${language}.ts`];
    if (!load) throw new Error(`The catalogue has no file for ${language}. Add ${language}.ts beside en.ts.`);
    return load();
  }

  function start(language: Language): Promise<CompiledMessages<M>> {
    const started = loadFile(language);
    loading.set(language, started);
    started.then(
      (value) => {
        loaded.set(language, value);
        // React reads these fields of a promise, and renders the texts at once where they have loaded.
        Object.assign(started, { status: 'fulfilled', value });
      },
      () => loading.delete(language),
    );
    return started;
  }

  return {
    load: (language) => loading.get(language) ?? start(language),
    peek: (language) => loaded.get(language) ?? null,
  };
}
