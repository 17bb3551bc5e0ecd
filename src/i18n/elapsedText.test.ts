import { describe, expect, it } from 'vitest';
import { elapsedText } from './elapsedText.ts';

describe('elapsedText', () => {
  it.each([
    [0, '0 sec'],
    [59, '59 sec'],
    [60, '1 min'],
    [100, '1 min 40 sec'],
    [3_599, '59 min 59 sec'],
    [3_600, '1 hr'],
    [11_159, '3 hr 5 min'],
  ])('writes %i seconds as %s', (seconds, text) => {
    expect(elapsedText(seconds, 'en')).toBe(text);
  });

  it("uses the language's units and its locale's digits", () => {
    expect(elapsedText(100, 'zh')).toBe('1分钟 40秒');
    expect(elapsedText(100, 'ar-u-nu-latn')).toMatch(/^1 .+ 40 /);
  });
});
