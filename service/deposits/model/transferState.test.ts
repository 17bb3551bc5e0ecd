import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TransferEvent, TransferState } from './transfer.ts';
import { FINAL_STATES, needsNothingBound, TRANSFER_STATES, transition } from './transfer.ts';

const EVENTS: readonly TransferEvent[] = [
  'depositSeen',
  'depositGone',
  'accepted',
  'rejected',
  'heldBack',
  'payoutSigned',
  'payoutSent',
  'payoutDelivered',
  'payoutReverted',
  'payoutCancelled',
  'refundSigned',
  'refundDelivered',
  'refundReverted',
  'refundCancelled',
  'waitedTooLong',
];

// The nonce of a payment was used by a transaction that did not pay.
const PROOFS_OF_VOIDNESS: ReadonlySet<TransferEvent> = new Set([
  'payoutReverted',
  'payoutCancelled',
  'refundReverted',
  'refundCancelled',
]);

const CODES: Readonly<Record<TransferState, number>> = {
  unseen: 907,
  seen: 908,
  confirmed: 908,
  signed: 908,
  broadcast: 908,
  held: 908,
  rejected: 908,
  refunding: 909,
  refunded: 909,
  refundHeld: 909,
  closed: 909,
  delivered: 0,
};

/** The states that a transfer goes through. As in the database, events that don't apply change nothing. */
function walk(events: readonly TransferEvent[]): { state: TransferState; event: TransferEvent | null }[] {
  let state: TransferState = 'seen';
  let bound = false;
  const steps: { state: TransferState; event: TransferEvent | null }[] = [{ state, event: null }];
  for (const event of events) {
    const next = transition(state, event);
    if (!next || (bound && needsNothingBound(event))) continue;
    state = next;
    if (event === 'payoutSigned' || event === 'refundSigned') bound = true;
    if (PROOFS_OF_VOIDNESS.has(event)) bound = false;
    steps.push({ state, event });
  }
  return steps;
}

const anyEvents = fc.array(fc.constantFrom(...EVENTS), { maxLength: 60, size: 'max' });

describe('the states of a transfer', () => {
  test('lead from a signed payout to a refund only with proof that the payout can no longer happen', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        let bound = false;
        const isProof = (event: TransferEvent | null) => event !== null && PROOFS_OF_VOIDNESS.has(event);
        for (const { event } of walk(events)) {
          if (event === 'refundSigned') expect(bound).toBe(false);
          bound = event === 'payoutSigned' || (bound && !isProof(event));
        }
      }),
      { numRuns: 3000 },
    );
  });

  test('answer 907, 908, then 0 or 909, and return only from 908 to 907', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const answers = walk(events).map(({ state }) => CODES[state]);
        answers.forEach((code, index) => {
          const before = answers[index - 1];
          if (before === 0 || before === 909) expect(code).toBe(before);
          if (before === 907) expect([907, 908]).toContain(code);
        });
      }),
      { numRuns: 3000 },
    );
  });

  test('end with delivered, refunded and closed', () => {
    for (const state of FINAL_STATES) {
      expect(EVENTS.map((event) => transition(state, event)).every((next) => next === null)).toBe(true);
    }
  });

  test('all have a transition, except final states and a held refund, which only an operator ends', () => {
    const stuck = TRANSFER_STATES.filter((state) => EVENTS.every((event) => transition(state, event) === null));
    expect(new Set(stuck)).toEqual(new Set([...FINAL_STATES, 'refundHeld']));
  });
});
