import { describe, expect, it } from 'vitest';
import { everyVerdict } from '../../../tools/lab/web/deskVerdicts.ts';
import { terms as plain } from '../../../tools/lab/web/fixtures.ts';
import type { Verdict } from './verdict.ts';
import { namedAmount } from './verdict.ts';

const terms = { ...plain, send: 30_012_000n, destination: { ...plain.destination, decimals: 18 } };
const cause = { reason: null, message: null };

describe('the amount in a text about a verdict', () => {
  it("is what arrived for a delivery, in the destination chain's units", () => {
    expect(namedAmount({ kind: 'delivered', received: 29_970_000_000_000_000_001n }, terms)).toEqual({
      amount: { amount: 29_970_000_000_000_000_001n, decimals: 18 },
      chainName: 'Southshore',
    });
  });

  it('is what came back for a refund, on the origin chain', () => {
    expect(namedAmount({ kind: 'refunded', refunded: 30_000_000n, cause }, terms)).toEqual({
      amount: { amount: 30_000_000n, decimals: 6 },
      chainName: 'Northshore',
    });
  });

  it('is what was sent, while no chain shows a payment', () => {
    const open: readonly Verdict[] = [
      ...[everyVerdict.inProgress, everyVerdict.verifyingPayout, everyVerdict.verifyingRefund, everyVerdict.held],
      ...[everyVerdict.payoutDiffers, everyVerdict.refundDiffers],
    ];
    for (const verdict of open) {
      expect(namedAmount(verdict, terms)).toEqual({
        amount: { amount: 30_012_000n, decimals: 6 },
        chainName: 'Southshore',
      });
    }
  });
});
