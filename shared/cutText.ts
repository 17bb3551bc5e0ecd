/** The first characters of a text, counted as code points so that no surrogate pair is cut. Lone surrogates are replaced. */
export function firstCharacters(text: string, count: number): string {
  // A code point has at most two code units, so the rest of a long text is never read.
  const start = text.slice(0, 2 * count).replace(/\p{Cs}/gu, '\uFFFD');
  return [...start].slice(0, count).join('');
}

/** Cuts a text to at most `count` characters, and marks a cut text with an ellipsis. */
export function cutText(text: string, count: number): string {
  const start = firstCharacters(text, count + 1);
  return [...start].length > count ? `${firstCharacters(start, count)}…` : start;
}
