import { describe, expect, it } from 'vitest';
import { REASON_CODES, STEPS } from '#shared/wire/reasons.ts';
import { inEnglish } from '../../lab/web/inEnglish.ts';
import { statusWords } from '../words/status/statusWords.ts';
import { reportLines } from './reportLines.ts';

const words = await inEnglish(statusWords);
const message = 'All is lost.';

describe('the texts of a report', () => {
  it('come from its codes, whatever its sentence says', () => {
    const held = { step: 'held', reason: 'operator_review', message } as const;
    expect(reportLines(held, 'reportedInProgress', words)).toEqual([
      'The transfer is on hold. The bridge’s operator decides the next step.',
      'The operator is reviewing the transfer.',
    ]);
    const next = { step: 'signing', reason: null, message } as const;
    expect(reportLines(next, 'reportedInProgress', words)).toEqual(['The payout is next.']);
    expect(reportLines({ ...next, reason: 'gas_above_fee' }, 'reportedInProgress', words)[0]).toBe(
      'The payout is delayed.',
    );
  });

  it('show the sentence of a service that sends no codes, and never alone', () => {
    const bare = { step: null, reason: null, message: 'Waiting for confirmations: 1 of 2.' };
    expect(reportLines(bare, 'reportedInProgress', words)).toEqual([
      'The bridge is working on the transfer.',
      'Message from the bridge: Waiting for confirmations: 1 of 2.',
    ]);
    expect(reportLines({ ...bare, message: ' ' }, 'reportedFailed', words)).toEqual(['The bridge reports a failure.']);
  });

  it.each(STEPS)('are whole sentences for step %s with any reason', (step) => {
    for (const reason of [...REASON_CODES, null]) {
      for (const line of reportLines({ step, reason, message }, 'reportedFailed', words)) {
        expect(line).toMatch(/^[A-Z].*[^.]\.$/);
      }
    }
  });
});
