import type { Language } from './languages.ts';
import type { LoadOnce } from './loadOnce.ts';
import { loadOnce } from './loadOnce.ts';
import type { CompiledMessages, Messages } from './messages.ts';
import { NotLoaded } from './notLoaded.ts';
import { addCatalog } from './textLoader.ts';

/** The texts of one chunk of the app. Each language is a file, and the app loads the file of one language only. */
export type Catalog<M extends Messages> = {
  /** Loads the texts once. After a failure, the next call tries again. */
  readonly load: (language: Language) => Promise<CompiledMessages<M>>;
  /** For a render: the last load, also one that failed. */
  readonly lastLoad: (language: Language) => Promise<CompiledMessages<M>>;
  /** The texts of a language that has loaded; null before. */
  readonly peek: (language: Language) => CompiledMessages<M> | null;
};

/** The result of `import.meta.glob`: how to load each file, by path. */
type Files<M extends Messages> = Readonly<Record<string, () => Promise<CompiledMessages<M>>>>;

/** Creates a catalogue, and starts to load the texts of the language that the screen shows. */
export function createCatalog<M extends Messages>(files: Files<M>): Catalog<M> {
  const loads = new Map<Language, LoadOnce<CompiledMessages<M>>>();

  async function loadFile(language: Language): Promise<CompiledMessages<M>> {
    const load = files[`./${language}.ts`];
    if (!load) throw new Error(`The catalogue has no file for ${language}. Add ${language}.ts beside en.ts.`);
    return load().catch((cause: unknown) => {
      throw new NotLoaded(`The texts for ${language} did not load.`, { cause });
    });
  }

  function loadOf(language: Language): LoadOnce<CompiledMessages<M>> {
    const known = loads.get(language) ?? loadOnce(() => loadFile(language));
    loads.set(language, known);
    return known;
  }

  const catalog: Catalog<M> = {
    load: (language) => loadOf(language).load(),
    lastLoad: (language) => loadOf(language).lastLoad(),
    peek: (language) => loadOf(language).peek(),
  };
  addCatalog(catalog);
  return catalog;
}
