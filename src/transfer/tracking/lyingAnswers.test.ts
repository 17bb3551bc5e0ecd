import fc from 'fast-check';
import type { Hash } from 'viem';
import { numberToHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Receipt } from '#client/receipt.ts';
import { hashOf } from '../../../tools/lab/web/fakeWallet.ts';
import { ACCOUNT, NO_RECEIPT_ADDITIONS, OTHER_ACCOUNT, registry, terms } from '../../../tools/lab/web/fixtures.ts';
import { createMemoryStorage } from '../../../tools/lab/web/memoryStorage.ts';
import type { Lie, SimulatedTransaction } from '../../../tools/lab/web/simulatedBridge.ts';
import { depositLogs, payoutLogs, simulateChains } from '../../../tools/lab/web/simulatedBridge.ts';
import type { Transfer } from '../model/transfer.ts';
import { createChainReads } from '../reads/chainReads.ts';
import { createTransferStore } from '../transferStore.ts';
import { createTracker } from './createTracker.ts';
import { needsPolling } from './pollTransfer.ts';

const [NAMED, DEPOSIT, PAYOUT, EARLIER_PAYOUT, WRONG_PAYOUT] = ['1', '2', '3', '4', '5'].map(hashOf) as [
  ...[Hash, Hash, Hash, Hash, Hash],
];
/** The newest block when the wallet opened. */
const START = 100;
const attempt = { nonce: 7, fromBlock: BigInt(START) };
const QUARTER_HOUR = 900_000;

const ANSWERS = ['deposit', 'reverted', 'other', 'strange', 'earlier', 'otherChain', 'nowhere'] as const;
type Answer = (typeof ANSWERS)[number];

/** The transaction whose hash the wallet answered with. Null: it is on another chain, or nowhere. */
const named: Readonly<Record<Answer, Omit<SimulatedTransaction, 'hash'> | null>> = {
  deposit: null,
  reverted: { from: ACCOUNT, nonce: 7, block: START + 1, isReverted: true },
  other: { from: ACCOUNT, nonce: 7, block: START + 1 },
  strange: { from: OTHER_ACCOUNT, nonce: 900, block: START + 1 },
  earlier: { from: ACCOUNT, nonce: 5, block: START - 10, logs: depositLogs(NAMED) },
  otherChain: null,
  nowhere: null,
};
/** Answers that show the account's nonce as used by something else. */
const USES_NONCE: ReadonlySet<Answer> = new Set(['reverted', 'other']);

const HEADS = { high: 300_000_000, low: 3 } as const;
type Lies = {
  readonly head: readonly ('truth' | keyof typeof HEADS)[];
  readonly deposit: readonly ('truth' | 'missing' | 'reverted' | 'noLogs')[];
  readonly payout: readonly ('truth' | 'missing' | 'reverted' | 'noLogs')[];
  readonly logs: readonly ('truth' | 'none')[];
  readonly nonce: readonly ('truth' | 'used')[];
  readonly service: readonly ('truth' | 'wrongPayout' | 'unknown' | 'silent')[];
};
const HONEST: Lies = { head: [], deposit: [], payout: [], logs: [], nonce: [], service: [] };

type Scenario = {
  readonly answer: Answer;
  /** How many blocks after the start the deposit is mined. Null: there is none. */
  readonly after: number | null;
  /** Whether the endpoints have the deposit in their pool before that. */
  readonly isSeen: boolean;
  /** On a fast chain, the deposit is far below the newest block before the first search. */
  readonly blocksPerSecond: number;
  readonly lies: Lies;
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function falseReceipt(kind: Lies['deposit'][number], truth: unknown): { readonly answer: unknown } | undefined {
  if (kind === 'missing') return { answer: null };
  if (kind === 'truth' || !isRecord(truth)) return undefined;
  return { answer: { ...truth, logs: [], status: kind === 'reverted' ? '0x0' : '0x1' } };
}

/** Tells each lie once, in turn, and then the truth. */
function createLiar(lies: Lies): Lie {
  const told = { head: 0, deposit: 0, payout: 0, logs: 0, nonce: 0 };
  const next = <K extends keyof typeof told>(kind: K): Lies[K][number] => lies[kind][told[kind]++] ?? 'truth';
  const originLies: Readonly<Record<string, () => unknown>> = {
    eth_blockNumber: () => {
      const lie = next('head');
      return lie === 'truth' ? undefined : numberToHex(HEADS[lie]);
    },
    eth_getLogs: () => (next('logs') === 'none' ? [] : undefined),
    eth_getTransactionCount: () => (next('nonce') === 'used' ? numberToHex(20) : undefined),
  };
  return (chainId, method, truth) => {
    const isOrigin = chainId === terms.origin.chainId;
    if (method === 'eth_getTransactionReceipt') return falseReceipt(next(isOrigin ? 'deposit' : 'payout'), truth);
    const answer = isOrigin ? originLies[method]?.() : undefined;
    return answer === undefined ? undefined : { answer };
  };
}

function deliveredReceipt(payoutHash: Hash): Receipt {
  const { origin, destination, tokenName, send, receive } = terms;
  return {
    kind: 'delivered',
    delivery: {
      ...{ originChainName: origin.chainName, originToken: origin.token, payoutHash, tokenName },
      ...{ destinationChainName: destination.chainName, destinationToken: destination.token },
      ...{ received: { amount: receive, decimals: 6 }, sent: { amount: send, decimals: 6 }, ...NO_RECEIPT_ADDITIONS },
    },
  };
}

const IN_PROGRESS: Receipt = {
  ...{ kind: 'inProgress', report: { step: 'seen', reason: null, message: '' }, confirmations: null },
};

/**
 * A tracker of one sent deposit, with two chains and a service that lie at first. It ends after a quarter of an hour.
 */
async function track({ answer, after, isSeen, blocksPerSecond, lies }: Scenario) {
  let time = 0;
  const heightNow = () => START + 1 + Math.floor((time / 1_000) * blocksPerSecond);
  const chains = simulateChains(heightNow, createLiar(lies));
  const hash = answer === 'deposit' ? DEPOSIT : NAMED;
  const known = named[answer];
  if (known) chains.origin.transactions.push({ hash: NAMED, ...known });
  if (answer === 'otherChain') chains.destination.transactions.push({ hash, from: ACCOUNT, nonce: 7, block: START });
  const earlier = { hash: EARLIER_PAYOUT, from: OTHER_ACCOUNT, nonce: 1, block: START - 5 };
  chains.destination.transactions.push({ ...earlier, logs: payoutLogs(EARLIER_PAYOUT, NAMED) });
  chains.destination.transactions.push({ ...earlier, hash: WRONG_PAYOUT, nonce: 2 });
  const paidAt = START + (after ?? Number.POSITIVE_INFINITY) + 3;
  if (after !== null) {
    const block = START + after;
    const nonce = USES_NONCE.has(answer) ? 8 : 7;
    const logs = depositLogs(DEPOSIT);
    const seenFrom = isSeen ? START : block;
    chains.origin.transactions.push({ hash: DEPOSIT, from: ACCOUNT, nonce, block, seenFrom, logs });
    const payout = { hash: PAYOUT, from: OTHER_ACCOUNT, nonce: 3, block: paidAt, logs: payoutLogs(PAYOUT, DEPOSIT) };
    chains.destination.transactions.push(payout);
  }

  const store = createTransferStore(createMemoryStorage(), 'test');
  store.getState().begin({ ...terms, createdAt: 0 }, false);
  store.getState().apply(terms.id, { type: 'walletOpened', attempt });
  store.getState().apply(terms.id, { type: 'depositSent', hash, at: 0 });
  const seen = new Set<Transfer['status']>();
  const stop = new AbortController();
  store.subscribe(({ transfers }) => {
    const transfer = transfers[terms.id];
    if (transfer) seen.add(transfer.status);
    if (!transfer || !needsPolling(transfer)) stop.abort();
  });
  let asked = 0;
  await createTracker({
    ...{ store, looked: createStore(() => ({ id: null })), isRunning: () => false, random: () => 0.5 },
    reads: createChainReads(chains.clientOf, registry),
    receiptsOf: async (depositHash): Promise<readonly Receipt[]> => {
      const lie = lies.service[asked++] ?? 'truth';
      if (lie === 'silent') throw new Error('the service is down');
      if (lie === 'wrongPayout') return [deliveredReceipt(WRONG_PAYOUT)];
      if (lie === 'unknown') return [{ kind: 'unknown' }];
      if (depositHash === NAMED && answer === 'earlier') return [deliveredReceipt(EARLIER_PAYOUT)];
      if (depositHash !== DEPOSIT || after === null) return [{ kind: 'unknown' }];
      return [heightNow() < paidAt ? IN_PROGRESS : deliveredReceipt(PAYOUT)];
    },
    now: () => time,
    sleep: async (delayMs) => {
      time += delayMs;
      if (time > QUARTER_HOUR) stop.abort();
    },
  })(stop.signal);
  const transfer = store.getState().transfers[terms.id];
  if (!transfer) throw new Error('the transfer is gone');
  return { transfer, seen };
}

const upTo = <const T extends string>(count: number, ...kinds: readonly T[]) =>
  fc.array(fc.constantFrom('truth' as const, ...kinds), { maxLength: count });

const manyLies: fc.Arbitrary<Lies> = fc.record({
  head: upTo(6, 'high', 'low'),
  deposit: upTo(6, 'missing', 'reverted', 'noLogs'),
  payout: upTo(6, 'missing', 'reverted', 'noLogs'),
  logs: upTo(6, 'none'),
  nonce: upTo(12, 'used'),
  service: upTo(6, 'wrongPayout', 'unknown', 'silent'),
});

/** At most one lie of each kind, at any call. */
const once = <const T extends string>(...kinds: readonly T[]) =>
  fc
    .tuple(fc.nat({ max: 12 }), fc.constantFrom('truth' as const, ...kinds))
    .map(([at, kind]): readonly ('truth' | T)[] => [...Array(at).fill('truth'), kind]);

const fewLies: fc.Arbitrary<Lies> = fc.record({
  head: once('high', 'low'),
  deposit: once('missing', 'reverted', 'noLogs'),
  payout: once('missing', 'reverted', 'noLogs'),
  logs: once('none'),
  nonce: once('used'),
  service: once('wrongPayout', 'unknown', 'silent'),
});

const scenario = (lies: fc.Arbitrary<Lies>): fc.Arbitrary<Scenario> =>
  fc.record({
    answer: fc.constantFrom(...ANSWERS),
    after: fc.integer({ min: 2, max: 60 }),
    isSeen: fc.boolean(),
    blocksPerSecond: fc.constantFrom(1, 2_000),
    lies,
  });

const DELIVERED = { status: 'delivered', hash: DEPOSIT, payoutHash: PAYOUT, received: terms.receive };

describe('a transfer whose deposit is paid out', () => {
  it('ends as delivered, whatever the wallet, the chains and the service said before', async () => {
    await fc.assert(
      fc.asyncProperty(scenario(manyLies), async (one) => {
        expect((await track(one)).transfer).toMatchObject(DELIVERED);
      }),
      { numRuns: 80 },
    );
  });

  it('is never shown as failed or disputed because of one wrong answer of each kind', async () => {
    // If something else used the nonce and no endpoint knows the deposit, the chain can't tell that from no deposit at
    // all.
    const isTold = ({ answer, isSeen }: Scenario) => isSeen || !USES_NONCE.has(answer);
    await fc.assert(
      fc.asyncProperty(scenario(fewLies).filter(isTold), async (one) => {
        const { transfer, seen } = await track(one);
        expect(transfer).toMatchObject(DELIVERED);
        expect([...seen].filter((status) => status === 'failed' || status === 'disputed')).toEqual([]);
      }),
      { numRuns: 80 },
    );
  });

  it.each(ANSWERS)('is delivered 25 s after the wallet answered with another hash (%s)', async (answer) => {
    const { transfer } = await track({ answer, after: 25, isSeen: false, blocksPerSecond: 1, lies: HONEST });
    expect(transfer).toMatchObject(DELIVERED);
  });

  it.each([
    ['the service names a wrong payout once', { service: ['truth', 'wrongPayout'] }],
    ['one receipt of the payout has no logs', { payout: ['noLogs'] }],
    ['the deposit looks reverted once', { deposit: ['reverted'] }],
  ] as const)('is delivered although %s', async (_what, lies) => {
    const told = { blocksPerSecond: 1, lies: { ...HONEST, ...lies } };
    const { transfer, seen } = await track({ answer: 'deposit', after: 2, isSeen: true, ...told });
    expect(transfer).toMatchObject(DELIVERED);
    expect([...seen]).not.toContain('disputed');
  });
});

describe('a deposit far below the newest block', () => {
  it.each(['other', 'reverted'] as const)('survives one empty answer about the logs (%s)', async (answer) => {
    const lies: Lies = { ...HONEST, logs: ['truth', 'none'] };
    const { transfer, seen } = await track({ answer, after: 2, isSeen: false, blocksPerSecond: 2_000, lies });
    expect(transfer).toMatchObject(DELIVERED);
    expect([...seen]).not.toContain('failed');
  });
});

describe('a transfer without a deposit', () => {
  it.each([
    ['reverted', { status: 'failed', kind: 'reverted' }],
    ['other', { status: 'failed', kind: 'noDeposit' }],
    // Their account has not used the nonce.
    ['strange', { status: 'sent', doubt: { kind: 'noDeposit' } }],
    ['earlier', { status: 'sent', doubt: { kind: 'noDeposit' } }],
    ['otherChain', { status: 'sent', doubt: { kind: 'otherChain', foundOn: 'Southshore' } }],
    ['nowhere', { status: 'sent', doubt: null }],
  ] as const)('fails only once the chain rules the deposit out (%s)', async (answer, end) => {
    const { transfer } = await track({ answer, after: null, isSeen: false, blocksPerSecond: 1, lies: HONEST });
    expect(transfer).toMatchObject(end);
  });
});
