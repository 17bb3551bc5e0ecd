const WHOLE_LENGTH = 80;
const BEFORE = 12;
const SHOWN = 64;

/** A part of a value: the text before the first difference, and the text from there on. */
export type Excerpt = { readonly same: string; readonly differs: string };

// Characters are code points, so that no surrogate pair is cut.
type Characters = readonly string[];

function firstDifference(a: Characters, b: Characters): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

/** Cuts two values to the text around their first difference. Short values stay whole. */
export function excerptsOf(expectedText: string, actualText: string): readonly [expected: Excerpt, actual: Excerpt] {
  const [expected, actual] = [[...expectedText], [...actualText]];
  const at = firstDifference(expected, actual);
  const isLong = Math.max(expected.length, actual.length) > WHOLE_LENGTH;
  const from = isLong ? Math.max(0, at - BEFORE) : 0;
  const cut = (text: Characters): Excerpt => {
    const end = isLong ? from + SHOWN : text.length;
    const differs = text.slice(at, end).join('');
    return {
      same: `${from > 0 ? '…' : ''}${text.slice(from, at).join('')}`,
      differs: end < text.length ? `${differs}…` : differs,
    };
  };
  return [cut(expected), cut(actual)];
}
