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

/**
 * What no reader sees: control, format, unassigned and private characters, line separators, fillers, and the blank Braille
 * pattern.
 */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const LINE_ENDS = /[\t\n\v\f\r\u2028\u2029]+/g;

/**
 * A stranger's text in one line as people should see it: nothing is invisible, so it can neither reorder what stands
 * around it nor control a terminal. An unseen character shows as its code: "\u{202e}".
 */
export function visibleLine(text: string): string {
  return text.replace(LINE_ENDS, ' ').replace(UNSEEN, (unseen) => `\\u{${unseen.codePointAt(0)?.toString(16)}}`);
}

/** At most `count` characters of a stranger's text, as `visibleLine` shows them. */
export function visibleText(text: string, count = 128): string {
  return visibleLine(cutText(text, count));
}

/** One line without unseen characters. */
export function plainLine(text: string): string {
  return text.replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim();
}

/** Equal for names that differ only in letter case, spaces, unseen characters, or forms of the same characters (NFKC). */
export function skeletonOf(name: string): string {
  return name.normalize('NFKC').replace(UNSEEN, '').replace(/\s+/g, ' ').trim().toLowerCase();
}
