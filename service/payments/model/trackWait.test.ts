import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReasonCode } from '#shared/wire/reasons.ts';
import { REASONS } from '../../deposits/model/reasons.ts';
import type { Wait } from './failedPayment.ts';
import { isOverdue, NOT_WAITING, trackWait } from './failedPayment.ts';

const [START, NOW] = [new Date(0), new Date(1_000_000)];
const CODES = Object.keys(REASONS) as ReasonCode[];

test('counts from the first wait since the last signature, whatever the notes are', () => {
  const note = fc.constantFrom(...CODES);
  const steps = fc.array(fc.record({ note: fc.oneof(note, fc.constant('signed' as const)), afterMs: fc.nat(10 ** 7) }));
  fc.assert(
    fc.property(steps, (sequence) => {
      let wait: Wait = NOT_WAITING;
      let first: number | null = null;
      let nowMs = 0;
      for (const { note: code, afterMs } of sequence) {
        nowMs += afterMs;
        first = code === 'signed' ? null : (first ?? nowMs);
        wait = code === 'signed' ? NOT_WAITING : trackWait(wait, code, new Date(nowMs));
        expect(wait.waitingSince?.getTime() ?? null).toBe(first);
        // Alerts find a payment by what it lacks, so a lack without a start time would be invisible.
        expect(wait.waitsFor === null || wait.waitingSince !== null).toBe(true);
      }
    }),
  );
});

test('shows a lack of funds or gas until the signature, whatever the payment waits for later', () => {
  const wants = fc.constantFrom<ReasonCode>('funds_short', 'gas_funds_short', 'vault_limit', 'gas_above_fee');
  fc.assert(
    fc.property(wants, fc.array(fc.constantFrom(...CODES)), (want, notes) => {
      const later = notes.reduce((wait, note) => trackWait(wait, note, NOW), trackWait(NOT_WAITING, want, START));
      expect(['funds', 'gas']).toContain(later.waitsFor);
      expect(later.waitingSince).toEqual(START);
    }),
  );
});

test.each<readonly [Wait['waitsFor'], ReasonCode, Wait['waitsFor']]>([
  [null, 'vault_limit', 'funds'],
  [null, 'paused', null],
  [null, 'check_pending', 'screening'],
  ['screening', 'funds_short', 'funds'],
  ['screening', 'paused', null],
  ['funds', 'check_pending', 'funds'],
  ['funds', 'gas_above_fee', 'gas'],
  ['gas', 'deposit_unconfirmed', 'gas'],
])('a payment that lacked %s and waits with the note %s lacks %s', (before, note, after) => {
  const since = before === null ? null : START;
  expect(trackWait({ waitsFor: before, waitingSince: since }, note, NOW).waitsFor).toBe(after);
});

test('is overdue after the limit, but only with a note that its refund would not have', () => {
  const overdue = CODES.filter((code) => isOverdue({ waitingSince: START, note: code }, NOW, 999));
  expect(overdue.sort()).toEqual(['funds_short', 'gas_above_fee', 'gas_funds_short', 'vault_limit']);
  expect(CODES.filter((code) => isOverdue({ waitingSince: START, note: code }, NOW, 1000))).toEqual([]);
});
