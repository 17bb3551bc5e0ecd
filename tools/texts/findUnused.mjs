/**
 * Finds keys that no source file names. A key that is put together counts as named where its start is: `step_${step}`.
 * @param {string} english the source of a catalogue's en.ts
 * @param {readonly string[]} users the sources of the files that import the catalogue
 * @returns {readonly string[]}
 */
export function findUnused(english, users) {
  const keys = [...english.matchAll(/^ {2}(\w+):/gm)].map(([, key]) => key ?? '');
  const code = users.join('\n');
  const starts = [...code.matchAll(/`(\w+_)\$\{/g)].map(([, start]) => start ?? '');
  return keys.filter((key) => !code.includes(`'${key}'`) && !starts.some((start) => key.startsWith(start)));
}

const PHYSICAL = /\b(?:margin|padding|border|inset)-(?:left|right)\b|text-align:\s*(?:left|right)|^\s*(?:left|right):/;

/**
 * Finds lines of a style sheet that name the left or the right side. A right-to-left page needs start and end.
 * @param {string} css
 * @returns {readonly number[]}
 */
export function findPhysicalSides(css) {
  return css.split('\n').flatMap((line, index) => (PHYSICAL.test(line) ? [index + 1] : []));
}
