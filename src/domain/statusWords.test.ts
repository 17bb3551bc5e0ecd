import { describe, expect, it } from 'vitest';
import { REASON_CODES, STEPS } from '#shared/wire/reasons.ts';
import { statusWords } from './statusWords.ts';

describe('the words for a status', () => {
  it('come from its fields, whatever its sentence says', () => {
    expect(statusWords({ step: 'held', reason: 'operator_review' }, 'All is lost.')).toBe(
      'The transfer is on hold, because the operator is reviewing it. The bridge’s operator decides the next step.',
    );
    expect(statusWords({ step: 'signing', reason: null }, 'All is lost.')).toBe('The payout is next.');
  });

  it('are the sentence of a service that sends no fields', () => {
    expect(statusWords({ step: null, reason: null }, 'Waiting for confirmations: 1 of 2.')).toBe(
      'Waiting for confirmations: 1 of 2.',
    );
  });

  it.each(STEPS)('are whole sentences for step %s with any reason', (step) => {
    for (const reason of [...REASON_CODES, null]) expect(statusWords({ step, reason }, '')).toMatch(/^The .*[^.]\.$/);
  });
});
