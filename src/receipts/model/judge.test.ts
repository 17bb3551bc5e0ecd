import { describe, expect, it } from 'vitest';
import type { Receipt } from '#client/receipt.ts';
import {
  AGREES,
  context,
  minedOn,
  northshore,
  nowhere,
  provenOn,
  silentOn,
  southshore,
  unknownOn,
  unpaid,
} from '../../../tools/lab/web/deskEvidence.ts';
import { hashOf } from '../../../tools/lab/web/fakeWallet.ts';
import { ACCOUNT } from '../../../tools/lab/web/fixtures.ts';
import type { ChainEvidence, DepositEvidence, EndpointAnswer, Evidence } from './evidence.ts';
import { judge } from './judge.ts';

const lookupOf = (...deposits: readonly DepositEvidence[]) => judge({ ...nowhere, deposits }, context);
const paid: DepositEvidence = { ...unpaid, payout: provenOn(southshore) };

describe('judge', () => {
  const ofVaults = {
    kind: 'unproven',
    hash: null,
    isPaid: true,
    gap: { code: 'noAnswer', detail: 'timeout' },
  } as const;

  it('believes vaults that say they have paid, even if the search for the payment fails', () => {
    const payout = { chain: southshore, endpoints: AGREES, ...ofVaults };
    for (const receipt of [{ kind: 'unknown' }, 'silent', 'unclear'] as const) {
      expect(lookupOf({ ...unpaid, receipt, payout })).toMatchObject({
        verdicts: [{ kind: 'verifyingPayout', gap: { code: 'noAnswer' } }],
        confidence: { kind: 'verified' },
        money: 'unknown',
      });
    }
    const refund = { chain: northshore, endpoints: AGREES, ...ofVaults };
    expect(lookupOf({ ...unpaid, refund })).toMatchObject({
      verdicts: [{ kind: 'verifyingRefund' }],
      money: 'unknown',
    });
  });

  it('says nothing about a payment if no vault answers', () => {
    const payout = {
      ...ofVaults,
      chain: southshore,
      endpoints: [{ host: 'one', answer: 'silent' as const }],
      isPaid: false,
    };
    expect(lookupOf({ ...unpaid, payout })).toMatchObject({
      verdicts: [{ kind: 'inProgress' }],
      confidence: { kind: 'partial', chainNames: ['Southshore'] },
      money: 'unknown',
    });
  });

  it('says that no chain has a hash only after every chain has answered', () => {
    expect(judge(nowhere, context)).toMatchObject({
      verdicts: [{ kind: 'notFound', chainNames: ['Northshore', 'Southshore'] }],
      confidence: { kind: 'asked' },
      money: 'unknown',
    });
    const perChain = [unknownOn(northshore), silentOn(southshore)];
    expect(judge({ ...nowhere, perChain }, context)).toMatchObject({
      verdicts: [{ kind: 'rpcSilent', chainNames: ['Southshore'] }],
      confidence: { kind: 'partial', chainNames: ['Southshore'] },
    });
  });

  it('calls a deposit delivered if the chains show it, whatever the service says', () => {
    expect(lookupOf({ ...paid, receipt: 'silent' })).toMatchObject({
      verdicts: [{ kind: 'delivered', received: 99_900_000n }],
      confidence: { kind: 'verified', chainNames: ['Northshore', 'Southshore'] },
      money: 'recipient',
      deposits: [{ seconds: 38, payoutHash: hashOf('3'), received: { amount: 99_900_000n, decimals: 6 } }],
    });
  });

  it('shows no deposit time after the year 9999', () => {
    const late = (seconds: bigint) => lookupOf({ ...paid, deposit: { ...paid.deposit, timestamp: seconds } }).deposits;
    expect(late(253_402_300_799n)).toMatchObject([{ sentAtMs: 253_402_300_799_000 }]);
    expect(late(253_402_300_800n)).toMatchObject([{ sentAtMs: null, seconds: null }]);
    expect(late(2n ** 256n - 1n)).toMatchObject([{ sentAtMs: null, seconds: null }]);
  });

  it('calls nothing delivered or refunded while an endpoint of the chain denies the payment', () => {
    const agrees = { host: 'one', answer: 'agrees' } as const;
    const denies = { host: 'two', answer: 'behind' } as const;
    const lags = { ...denies, isLagging: true };
    for (const endpoints of [
      [agrees, denies],
      [agrees, lags],
      [agrees, { ...agrees, host: 'three' }, denies],
    ]) {
      const toRecipient = lookupOf({ ...unpaid, payout: provenOn(southshore, { endpoints }) });
      expect(toRecipient).toMatchObject({
        verdicts: [{ kind: 'verifyingPayout' }],
        confidence: { kind: 'partial', chainNames: ['Southshore'] },
        money: 'unknown',
        deposits: [{ received: null, paidAtMs: null, seconds: null }],
      });
      const toSender = lookupOf({ ...unpaid, refund: provenOn(northshore, { endpoints }) });
      expect(toSender).toMatchObject({ verdicts: [{ kind: 'verifyingRefund' }], money: 'unknown' });
    }
  });

  it('does not wait for a lagging endpoint if two others agree', () => {
    const endpoints = [
      ...([
        { host: 'one', answer: 'agrees' },
        { host: 'two', answer: 'agrees' },
      ] as const),
      { host: 'three', answer: 'behind', isLagging: true } as const,
    ];
    expect(lookupOf({ ...paid, payout: provenOn(southshore, { endpoints }) })).toMatchObject({
      verdicts: [{ kind: 'delivered' }],
      confidence: { kind: 'partial', chainNames: ['Southshore'] },
    });
  });

  it('gives each of several deposits its own verdict', () => {
    expect(lookupOf(paid, unpaid)).toMatchObject({
      verdicts: [{ kind: 'delivered' }, { kind: 'inProgress' }],
      money: 'unknown',
    });
  });
});

const ending = (evidence: Partial<Evidence>) => {
  const { verdicts, isOver } = judge({ ...nowhere, ...evidence }, context);
  return [...verdicts.map(({ kind }) => kind), isOver];
};

/** A deposit that the destination chain shows as paid, with this many confirmations. */
function paidAt(deposit: number | null, payout: number | null, endpoints = AGREES): DepositEvidence {
  return { ...unpaid, confirmations: deposit, payout: provenOn(southshore, { endpoints, confirmations: payout }) };
}

const failedAt = (confirmations: number | null): ChainEvidence => ({
  ...minedOn(northshore),
  ...{ failure: { kind: 'reverted', reason: null }, to: ACCOUNT, confirmations },
});

describe('the end of a lookup', () => {
  it('waits until no reorg can remove the deposit or its payout', () => {
    expect(ending({ deposits: [paidAt(5, 5)] })).toEqual(['delivered', true]);
    expect(ending({ deposits: [paidAt(5, 4)] })).toEqual(['delivered', false]);
    expect(ending({ deposits: [paidAt(4, 5)] })).toEqual(['delivered', false]);
    expect(ending({ deposits: [paidAt(5, null)] })).toEqual(['delivered', false]);
    expect(ending({ deposits: [paidAt(null, 5)] })).toEqual(['delivered', false]);
  });

  it('waits for the refund, too', () => {
    const refund = (confirmations: number) => provenOn(northshore, { confirmations });
    expect(ending({ deposits: [{ ...unpaid, confirmations: 9, refund: refund(4) }] })).toEqual(['refunded', false]);
    expect(ending({ deposits: [{ ...unpaid, confirmations: 9, refund: refund(5) }] })).toEqual(['refunded', true]);
  });

  it('waits for a looked-up transaction without a deposit', () => {
    expect(ending({ perChain: [failedAt(4), unknownOn(southshore)] })).toEqual(['reverted', false]);
    expect(ending({ perChain: [failedAt(null), unknownOn(southshore)] })).toEqual(['reverted', false]);
    expect(ending({ perChain: [failedAt(5), unknownOn(southshore)] })).toEqual(['reverted', true]);
  });

  it('waits for the transaction that cancelled the looked-up one', () => {
    const trace = { kind: 'cancelled', by: hashOf('4'), chain: northshore, endpoints: AGREES } as const;
    expect(ending({ trace: { ...trace, confirmations: 4 } })).toEqual(['cancelled', false]);
    expect(ending({ trace: { ...trace, confirmations: 5 } })).toEqual(['cancelled', true]);
  });

  it('needs the answer of each endpoint', () => {
    const endpoints: readonly EndpointAnswer[] = [...AGREES, { host: 'two', answer: 'silent' }];
    expect(ending({ deposits: [paidAt(9, 9, endpoints)] })).toEqual(['delivered', false]);
  });

  it('needs the end of each deposit', () => {
    expect(ending({ deposits: [paidAt(9, 9), { ...unpaid, confirmations: 9 }] })).toEqual([
      'delivered',
      'inProgress',
      false,
    ]);
    expect(ending({ deposits: [paidAt(9, 9), paidAt(9, 9)] })).toEqual(['delivered', 'delivered', true]);
    expect(ending({ deposits: [paidAt(9, 9), paidAt(9, 1)] })).toEqual(['delivered', 'delivered', false]);
  });
});

/** A deposit for a chain that is not configured. */
const elsewhere: DepositEvidence = {
  ...unpaid,
  deposit: { ...unpaid.deposit, destination: 999n },
  payout: { chain: null, endpoints: [], kind: 'unproven', hash: null, isPaid: false, gap: { code: 'unknownToken' } },
};
const inProgress = (message: string): Receipt => ({
  ...{ kind: 'inProgress', report: { step: null, reason: null, message }, confirmations: null },
});

describe('a deposit that this app cannot follow', () => {
  it('is not in progress if its route is not configured', () => {
    const found = {
      verdicts: [{ kind: 'unknownRoute' }],
      confidence: { kind: 'verified' },
      money: 'unknown',
      isOver: false,
    };
    expect(lookupOf(elsewhere)).toMatchObject({ ...found, deposits: [{ journey: { destinationName: null } }] });
    expect(
      judge({ ...nowhere, deposits: [elsewhere] }, { ...context, nowMs: context.nowMs + 86_400_000 }),
    ).toMatchObject(found);
  });

  it('has the verdict that the service reports', () => {
    const held: Receipt = { ...inProgress(''), report: { step: 'held', reason: null, message: '' } } as Receipt;
    expect(lookupOf({ ...elsewhere, receipt: held }).verdicts[0].kind).toBe('held');
    expect(lookupOf({ ...elsewhere, receipt: inProgress('') }).verdicts[0].kind).toBe('inProgress');
    expect(lookupOf({ ...elsewhere, receipt: 'silent' }).verdicts[0].kind).toBe('serviceSilent');
  });

  it('is not in progress at a step that only a newer version knows', () => {
    const told = { ...inProgress('It rests.'), hasNewStep: true } as Receipt;
    expect(lookupOf({ ...unpaid, receipt: told })).toMatchObject({
      verdicts: [{ kind: 'unknownStep', cause: { message: 'It rests.' } }],
      confidence: { kind: 'depositVerified', reported: 'inProgress' },
    });
    expect(lookupOf({ ...unpaid, receipt: inProgress('It rests.') }).verdicts[0].kind).toBe('inProgress');
  });

  it('is refunded if its chain shows the refund', () => {
    const told = { ...inProgress('It rests.'), hasNewStep: true } as Receipt;
    const refunded = { ...elsewhere, receipt: told, refund: provenOn(unpaid.chain) };
    expect(lookupOf(refunded).verdicts[0].kind).toBe('refunded');
  });
});
