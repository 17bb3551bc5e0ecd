import { describe, expect, test } from 'vitest';
import { REASON_CODES } from '#shared/wire/reasons.ts';
import { because, REASONS } from './reasons.ts';

describe('a reason', () => {
  test('is read with the clause of the closed list, or with a more precise one', () => {
    expect(because('funds_short')).toEqual({ code: 'funds_short', text: REASONS.funds_short });
    expect(because('funds_short', 'the bridge lacks 5 USDC').text).toBe('the bridge lacks 5 USDC');
  });

  test.each(REASON_CODES)('%s is a lower-case word and a clause without a full stop', (code) => {
    expect(code).toMatch(/^[a-z]+(?:_[a-z]+)*$/);
    expect(REASONS[code]).toMatch(/^[a-z].*[^.]$/);
  });
});
