import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutText, firstCharacters, skeletonOf, visibleText } from './foreignText.ts';

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

describe('visible text', () => {
  test.each([
    ['\u001bc', '\\u{1b}c'],
    ['a\tb\r\n\nc', 'a b c'],
    ['\u202e0x12', '\\u{202e}0x12'],
    ['\u2067x\u2069', '\\u{2067}x\\u{2069}'],
    ['a\u200bb\u00adc', 'a\\u{200b}b\\u{ad}c'],
    ['\u3164\u2800\ufe0f', '\\u{3164}\\u{2800}\\u{fe0f}'],
    ['a\u2028b', 'a b'],
    ['José 😀 北京 محمد', 'José 😀 北京 محمد'],
  ])('shows %j as %s', (text, shown) => {
    expect(visibleText(text, 100)).toBe(shown);
  });

  test('is cut, and never hides or reorders a character', () => {
    expect(visibleText('x'.repeat(500_000), 128)).toBe(`${'x'.repeat(128)}…`);
    fc.assert(
      fc.property(anyText, (text) => {
        expect(visibleText(text, 40)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
      }),
    );
  });
});

test.each([
  ['José', 'Jose\u0301'],
  ['José', '\u3164José'],
  ['Bob', 'ＢＯＢ'],
  ['Bob', 'B\u2060ob '],
  ['Anna  Lee', 'anna\u00a0lee'],
])('%j looks like %j', (one, other) => {
  expect(skeletonOf(one)).toBe(skeletonOf(other));
  expect(skeletonOf(one)).not.toBe(skeletonOf(`${other}by`));
});
