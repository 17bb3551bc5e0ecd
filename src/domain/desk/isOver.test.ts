import { describe, expect, it } from 'vitest';
import { AGREES, moment, northshore, nowhere, southshore, unknownOn, unpaid } from '../../../lab/web/deskEvidence.ts';
import { hashOf } from '../../../lab/web/fakeWallet.ts';
import { ACCOUNT, registry } from '../../../lab/web/fixtures.ts';
import type { ChainSight, DepositEvidence, EndpointAnswer, Evidence } from './evidence.ts';
import { toCase } from './toCase.ts';

const caseOf = (evidence: Partial<Evidence>) => toCase(registry, { ...nowhere, ...evidence }, moment);
const ending = (evidence: Partial<Evidence>) => {
  const { verdict, isOver } = caseOf(evidence);
  return [verdict.kind, isOver];
};

/** A deposit that the destination chain shows as paid, in blocks this deep. */
function paid(deposit: number | null, payout: number | null, endpoints = AGREES): DepositEvidence {
  const proven = { kind: 'proven', hash: hashOf('3'), amount: 5n, paidAtMs: null } as const;
  return {
    ...unpaid,
    confirmations: deposit,
    payout: { chain: southshore, endpoints, ...proven, confirmations: payout },
  };
}

function minedOn(confirmations: number | null): ChainSight {
  const sent = { chain: northshore, endpoints: AGREES, from: ACCOUNT, to: ACCOUNT, nonce: 7 };
  return {
    ...{ ...sent, kind: 'mined', failure: { kind: 'reverted', reason: null }, confirmations, networkFee: 1n },
    ...{ blockNumber: 1n, blockHash: hashOf('8'), minedAtMs: null },
    ...{ deposits: [], payments: [], moved: null, strangers: [] },
  };
}

describe('the end of a case', () => {
  it('waits until no reorg can remove the deposit or its payout', () => {
    expect(ending({ deposits: [paid(5, 5)] })).toEqual(['delivered', true]);
    expect(ending({ deposits: [paid(5, 4)] })).toEqual(['delivered', false]);
    expect(ending({ deposits: [paid(4, 5)] })).toEqual(['delivered', false]);
    expect(ending({ deposits: [paid(5, null)] })).toEqual(['delivered', false]);
    expect(ending({ deposits: [paid(null, 5)] })).toEqual(['delivered', false]);
  });

  it('waits for the refund, too', () => {
    const proven = { kind: 'proven', hash: hashOf('3'), amount: 5n, paidAtMs: null } as const;
    const refund = (confirmations: number) => ({ chain: northshore, endpoints: AGREES, ...proven, confirmations });
    expect(ending({ deposits: [{ ...unpaid, confirmations: 9, refund: refund(4) }] })).toEqual(['refunded', false]);
    expect(ending({ deposits: [{ ...unpaid, confirmations: 9, refund: refund(5) }] })).toEqual(['refunded', true]);
  });

  it('waits for the looked up transaction, which holds no deposit', () => {
    expect(ending({ sights: [minedOn(4), unknownOn(southshore)] })).toEqual(['reverted', false]);
    expect(ending({ sights: [minedOn(null), unknownOn(southshore)] })).toEqual(['reverted', false]);
    expect(ending({ sights: [minedOn(5), unknownOn(southshore)] })).toEqual(['reverted', true]);
  });

  it('waits for the transaction that cancelled the looked up one', () => {
    const trace = { kind: 'cancelled', by: hashOf('4'), chain: northshore, endpoints: AGREES } as const;
    expect(ending({ trace: { ...trace, confirmations: 4 } })).toEqual(['cancelled', false]);
    expect(ending({ trace: { ...trace, confirmations: 5 } })).toEqual(['cancelled', true]);
  });

  it('needs the answer of each endpoint', () => {
    const endpoints: readonly EndpointAnswer[] = [...AGREES, { host: 'two', answer: 'silent' }];
    expect(ending({ deposits: [paid(9, 9, endpoints)] })).toEqual(['delivered', false]);
  });

  it('needs the end of each deposit', () => {
    expect(ending({ deposits: [paid(9, 9), { ...unpaid, confirmations: 9 }] })).toEqual(['severalDeposits', false]);
    expect(ending({ deposits: [paid(9, 9), paid(9, 9)] })).toEqual(['severalDeposits', true]);
    expect(ending({ deposits: [paid(9, 9), paid(9, 1)] })).toEqual(['severalDeposits', false]);
  });
});
