import type { Language } from '#shared/languages.ts';
import { DEFAULT_LANGUAGE } from '#shared/languages.ts';
import type { LoadOnce } from './loadOnce.ts';
import { loadOnce, NotLoaded } from './loadOnce.ts';
import type { Chunk, Messages } from './texts.ts';
import { CHUNKS } from './texts.ts';

/** How to load a chunk's texts, by the path of the language: the result of `import.meta.glob`. */
export type TextFiles = Readonly<Record<string, () => Promise<Messages>>>;

export type TextLoader = {
  /** Loads every text that a chunk can show. After a failure, the next call tries again. */
  readonly load: (chunk: Chunk, language: Language) => Promise<unknown>;
  /** For a render: the last load of each file, even if it failed. */
  readonly lastLoads: (chunk: Chunk, language: Language) => readonly Promise<Messages>[];
  /** The chunk's own texts once they have loaded; null before. */
  readonly peek: (chunk: Chunk, language: Language) => Messages | null;
  /** Chooses the language of the screen, and loads the texts of every chunk requested so far. */
  readonly choose: (language: Language) => Promise<void>;
  /**
   * Waits until the chunk's texts have loaded or failed, in the language of the screen. Retries texts that failed
   * before.
   */
  readonly settle: (chunk: Chunk) => Promise<void>;
};

export function createTextLoader(filesOf: (chunk: Chunk) => Promise<TextFiles>): TextLoader {
  const loads = new Map<string, LoadOnce<Messages>>();
  const asked = new Set<Chunk>(['form']);
  let shown: Language | null = null;

  async function loadFile(chunk: Chunk, language: Language): Promise<Messages> {
    try {
      const file = (await filesOf(chunk))[`./${language}.json`];
      if (!file) throw new Error(`src/i18n has no file ${language}.json.`);
      return await file();
    } catch (cause) {
      throw new NotLoaded(`The texts for ${language} did not load.`, { cause });
    }
  }

  function loadOf(chunk: Chunk, language: Language): LoadOnce<Messages> {
    const key = `${chunk} ${language}`;
    const known = loads.get(key) ?? loadOnce(() => loadFile(chunk, language));
    loads.set(key, known);
    return known;
  }

  const load = (chunk: Chunk, language: Language) =>
    Promise.all(CHUNKS[chunk].map((one) => loadOf(one, language).load()));

  return {
    load,
    lastLoads: (chunk, language) => CHUNKS[chunk].map((one) => loadOf(one, language).lastLoad()),
    peek: (chunk, language) => loadOf(chunk, language).peek(),
    choose: async (language) => {
      shown ??= language;
      await Promise.all(Array.from(asked, (chunk) => load(chunk, language)));
      shown = language;
    },
    settle: async (chunk) => {
      asked.add(chunk);
      await load(chunk, shown ?? DEFAULT_LANGUAGE).catch(() => {});
    },
  };
}
