/** In a list of files: the other files of a chunk, which the chunk list names. */
export const BELOW = '+';

type ChunkList = {
  /** Every file once. */
  readonly files: readonly string[];
  /** The files that a chunk needs besides its own, as indexes of `files`. */
  readonly below: Readonly<Record<string, readonly number[]>>;
};

/**
 * Keeps file names that only later chunks need out of the entry chunk, because names are random letters that do not compress. The
 * page fetches the list before the first chunk that needs it.
 */
export function createChunkList() {
  let entry = '';
  const below = new Map<string, readonly string[]>();
  return {
    /** Call this before `filesOf`. */
    enter(fileName: string): void {
      entry = fileName;
    },
    /** The files to name where `importer` imports `file`. */
    filesOf(file: string, needed: readonly string[], importer: string): string[] {
      const others = needed.filter((name) => name !== file);
      if (importer !== entry || others.length === 0) return [file, ...others];
      below.set(file, others);
      return [file, BELOW];
    },
    list(): ChunkList {
      const files = [...new Set([...below.values()].flat())];
      const indexes = new Map(files.map((name, index) => [name, index]));
      const indexesOf = (names: readonly string[]) => names.flatMap((name) => indexes.get(name) ?? []);
      return { files, below: Object.fromEntries(Array.from(below, ([file, names]) => [file, indexesOf(names)])) };
    },
  };
}
