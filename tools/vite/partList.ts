/** In a list of files, it means the other files of a part, which `parts.json` names. */
export const BELOW = '+';

type PartList = {
  /** Every file once. */
  readonly files: readonly string[];
  /** The files that a part needs besides its own, as places in `files`. */
  readonly below: Readonly<Record<string, readonly number[]>>;
};

/**
 * Keeps the names of files that only later parts need out of the entry chunk: they are random letters, which no compression
 * makes smaller. The page fetches their list before the first part that needs one.
 */
export function createPartList() {
  let entry = '';
  const below = new Map<string, readonly string[]>();
  return {
    /** Call it before `filesOf`. */
    enter(fileName: string): void {
      entry = fileName;
    },
    /** The files that the import of `file` in `importer` names. */
    filesOf(file: string, needed: readonly string[], importer: string): string[] {
      const others = needed.filter((name) => name !== file);
      if (importer !== entry || others.length === 0) return [file, ...others];
      below.set(file, others);
      return [file, BELOW];
    },
    list(): PartList {
      const files = [...new Set([...below.values()].flat())];
      const places = new Map(files.map((name, place) => [name, place]));
      const placesOf = (names: readonly string[]) => names.flatMap((name) => places.get(name) ?? []);
      return { files, below: Object.fromEntries(Array.from(below, ([file, names]) => [file, placesOf(names)])) };
    },
  };
}
