import { describe, expect, it } from 'vitest';
import {
  AGREES,
  moment,
  northshore,
  nowhere,
  silentOn,
  southshore,
  unknownOn,
  unpaid,
} from '../../../lab/web/deskEvidence.ts';
import { hashOf } from '../../../lab/web/fakeWallet.ts';
import { registry } from '../../../lab/web/fixtures.ts';
import type { DepositEvidence } from './evidence.ts';
import { toCase } from './toCase.ts';

const caseOf = (...deposits: readonly DepositEvidence[]) => toCase(registry, { ...nowhere, deposits }, moment);
const paid: DepositEvidence = {
  ...unpaid,
  payout: {
    ...{ chain: southshore, endpoints: AGREES, kind: 'proven', hash: hashOf('3'), amount: 99_900_000n },
    ...{ paidAtMs: 1_800_000_038_000, confirmations: 5 },
  },
};

describe('toCase', () => {
  const ofVaults = {
    kind: 'unproven',
    hash: null,
    isPaid: true,
    gap: { code: 'noAnswer', detail: 'timeout' },
  } as const;

  it('believes vaults that say they have paid, although the search for the payment failed', () => {
    const payout = { chain: southshore, endpoints: AGREES, ...ofVaults };
    for (const receipt of [{ kind: 'unknown' }, 'silent', 'unclear'] as const) {
      expect(caseOf({ ...unpaid, receipt, payout })).toMatchObject({
        verdict: { kind: 'verifyingPayout', gap: { code: 'noAnswer' } },
        confidence: { kind: 'verified' },
        money: 'unknown',
      });
    }
    const refund = { chain: northshore, endpoints: AGREES, ...ofVaults };
    expect(caseOf({ ...unpaid, refund })).toMatchObject({ verdict: { kind: 'verifyingRefund' }, money: 'unknown' });
  });

  it('says nothing of a payment where no vault answered', () => {
    const payout = {
      ...ofVaults,
      chain: southshore,
      endpoints: [{ host: 'one', answer: 'silent' as const }],
      isPaid: false,
    };
    expect(caseOf({ ...unpaid, payout })).toMatchObject({
      verdict: { kind: 'inProgress' },
      confidence: { kind: 'partial', chainNames: ['Southshore'] },
      money: 'unknown',
    });
  });

  it('says that no chain has a hash only after every chain answered', () => {
    expect(toCase(registry, nowhere, moment)).toMatchObject({
      verdict: { kind: 'notFound', chainNames: ['Northshore', 'Southshore'] },
      confidence: { kind: 'verified' },
      money: 'unknown',
    });
    const sights = [unknownOn(northshore), silentOn(southshore)];
    expect(toCase(registry, { ...nowhere, sights }, moment)).toMatchObject({
      verdict: { kind: 'rpcSilent', chainNames: ['Southshore'] },
      confidence: { kind: 'partial', chainNames: ['Southshore'] },
    });
  });

  it('calls a deposit delivered by the word of the chains, whatever the service says', () => {
    expect(caseOf({ ...paid, receipt: 'silent' })).toMatchObject({
      verdict: { kind: 'delivered', received: 99_900_000n },
      confidence: { kind: 'verified', chainNames: ['Northshore', 'Southshore'] },
      money: 'recipient',
      deposits: [{ seconds: 38, payoutHash: hashOf('3'), received: { amount: 99_900_000n, decimals: 6 } }],
    });
  });

  it('has no time of a deposit after the year 9999', () => {
    const late = (seconds: bigint) => caseOf({ ...paid, deposit: { ...paid.deposit, timestamp: seconds } }).deposits;
    expect(late(253_402_300_799n)).toMatchObject([{ sentAtMs: 253_402_300_799_000 }]);
    expect(late(253_402_300_800n)).toMatchObject([{ sentAtMs: null, seconds: null }]);
    expect(late(2n ** 256n - 1n)).toMatchObject([{ sentAtMs: null, seconds: null }]);
  });

  it('calls nothing delivered or refunded while an endpoint of that chain denies the payment', () => {
    const agrees = { host: 'one', answer: 'agrees' } as const;
    const denies = { host: 'two', answer: 'behind' } as const;
    const lags = { ...denies, isLagging: true };
    const proven = {
      kind: 'proven',
      hash: hashOf('3'),
      amount: 5n,
      paidAtMs: 1_800_000_038_000,
      confirmations: 5,
    } as const;
    for (const endpoints of [
      [agrees, denies],
      [agrees, lags],
      [agrees, { ...agrees, host: 'three' }, denies],
    ]) {
      const toRecipient = caseOf({ ...unpaid, payout: { ...proven, chain: southshore, endpoints } });
      expect(toRecipient).toMatchObject({
        verdict: { kind: 'verifyingPayout' },
        confidence: { kind: 'partial', chainNames: ['Southshore'] },
        money: 'unknown',
        deposits: [{ received: null, paidAtMs: null, seconds: null }],
      });
      const toSender = caseOf({ ...unpaid, refund: { ...proven, chain: northshore, endpoints } });
      expect(toSender).toMatchObject({ verdict: { kind: 'verifyingRefund' }, money: 'unknown' });
    }
  });

  it('does not wait for an endpoint that lags where two others agree', () => {
    const endpoints = [
      ...([
        { host: 'one', answer: 'agrees' },
        { host: 'two', answer: 'agrees' },
      ] as const),
      { host: 'three', answer: 'behind', isLagging: true } as const,
    ];
    expect(caseOf({ ...paid, payout: { ...paid.payout, chain: southshore, endpoints } })).toMatchObject({
      verdict: { kind: 'delivered' },
      confidence: { kind: 'partial', chainNames: ['Southshore'] },
    });
  });

  it('keeps the fates of several deposits apart', () => {
    expect(caseOf(paid, unpaid)).toMatchObject({
      verdict: { kind: 'severalDeposits', fates: [{ kind: 'delivered' }, { kind: 'inProgress' }] },
      money: 'unknown',
    });
  });
});
