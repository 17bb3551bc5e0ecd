import { describe, expect, test } from 'vitest';
import { createSampleCatalog, pickChain } from '../../../tools/lab/service/sampleCatalog.ts';
import { chainSubject, EVERYTHING, findPause, pairSubject, readPauseSubjects } from './pauses.ts';

const catalog = createSampleCatalog();
const origin = pickChain(catalog, 'Northshore');
const destination = pickChain(catalog, 'Southshore');

function findUnder(subject: string) {
  const pauses = readPauseSubjects([subject]);
  const payout = findPause(pauses, { origin, destination, tokenName: 'USDC' });
  const refund = findPause(pauses, { origin, destination: null, tokenName: 'USDC' });
  return { payout, refund };
}

describe('a pause', () => {
  test('of everything blocks every payment', () => {
    expect(findUnder(EVERYTHING)).toEqual({ payout: 'Northshore', refund: 'Northshore' });
  });

  test('of a chain blocks payments for its deposits and payments on it, but no refund on another chain', () => {
    expect(findUnder(chainSubject(origin.id))).toEqual({ payout: 'Northshore', refund: 'Northshore' });
    expect(findUnder(chainSubject(destination.id))).toEqual({ payout: 'Southshore', refund: null });
    expect(findUnder(chainSubject(7))).toEqual({ payout: null, refund: null });
  });

  test('of a pair blocks its payouts, only in this direction and for this token', () => {
    const payout = 'USDC from Northshore to Southshore';
    expect(findUnder(pairSubject(`USDC:${origin.id}:${destination.id}`))).toEqual({ payout, refund: null });
    expect(findUnder(pairSubject(`USDC:${destination.id}:${origin.id}`))).toEqual({ payout: null, refund: null });
    expect(findUnder(pairSubject(`ETH:${origin.id}:${destination.id}`))).toEqual({ payout: null, refund: null });
  });
});
