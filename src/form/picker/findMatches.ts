/** The texts that a search looks through, in lower case. The name counts most. */
export type Searched = { readonly name: string; readonly others: string };

const NONE = 3;

function rankOf({ name, others }: Searched, words: readonly string[]): number {
  const [first = ''] = words;
  if (!words.every((word) => name.includes(word) || others.includes(word))) return NONE;
  if (name === first) return 0;
  return name.startsWith(first) ? 1 : 2;
}

/** The items that have every word of the search, the best first. Items that match equally well keep their order. */
export function findMatches<T>(items: readonly T[], search: string, textsOf: (item: T) => Searched): readonly T[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return items;
  const ranked: T[][] = [[], [], []];
  for (const item of items) ranked[rankOf(textsOf(item), words)]?.push(item);
  return ranked.flat();
}
