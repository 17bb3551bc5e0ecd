import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { REASON_CODES } from '#shared/wire/reasons.ts';
import { because, REASONS } from './reasons.ts';

const screens: { app: Record<string, string> } = JSON.parse(
  readFileSync(new URL('../../../src/i18n/en.json', import.meta.url), 'utf8'),
);

/** A clause as a screen says it: a whole sentence, which may name the transfer or deposit instead of "it". */
function sentenceOf(clause: string): RegExp {
  const words = clause
    .replaceAll("'", '’')
    .replaceAll('cannot', 'can’t')
    .replace(/^its\b/, 'the')
    .replace(/\bits\b/g, '(?:its|the)')
    .replace(/\bit\b/g, '(?:it|the transfer|the deposit)');
  return new RegExp(`^${words.charAt(0).toUpperCase()}${words.slice(1)}\\.$`);
}

describe('a reason', () => {
  test('is read with the clause of the closed list, or with a more precise one', () => {
    expect(because('funds_short')).toEqual({ code: 'funds_short', text: REASONS.funds_short });
    expect(because('funds_short', 'the bridge lacks 5 USDC').text).toBe('the bridge lacks 5 USDC');
  });

  test.each(REASON_CODES)('%s is a lower-case word and a clause without a full stop', (code) => {
    expect(code).toMatch(/^[a-z]+(?:_[a-z]+)*$/);
    expect(REASONS[code]).toMatch(/^[a-z].*[^.]$/);
  });

  test.each(REASON_CODES)('%s has the same words on the screens of the web app', (code) => {
    expect(screens.app[`reason_${code}`]).toMatch(sentenceOf(REASONS[code]));
  });
});
