import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutText, firstCharacters } from './cutText.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 40 });
const count = fc.nat({ max: 30 });

describe('a cut text', () => {
  test('keeps a short text, and marks a long one', () => {
    expect(cutText('abc', 3)).toBe('abc');
    expect(cutText('abcd', 3)).toBe('abc…');
    expect(firstCharacters('abcd', 3)).toBe('abc');
  });

  test('never ends within a surrogate pair', () => {
    expect(cutText('ab😀😀', 3)).toBe('ab😀…');
    expect(cutText(`${'😀'.repeat(600)}x`, 600)).toBe(`${'😀'.repeat(600)}…`);
    expect(cutText('a\uD83D', 3)).toBe('a\uFFFD');
  });

  test('is well-formed and has at most the counted characters, for any text', () => {
    fc.assert(
      fc.property(anyText, count, (text, limit) => {
        const cut = cutText(text, limit);
        expect(/\p{Cs}/u.test(cut)).toBe(false);
        expect([...cut].length).toBeLessThanOrEqual(limit + 1);
        if ([...text].length <= limit) expect(cut).toBe(text.replace(/\p{Cs}/gu, '\uFFFD'));
        else expect(cut).toBe(`${firstCharacters(text, limit)}…`);
      }),
    );
  });
});
