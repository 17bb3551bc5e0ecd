import type { Hash } from 'viem';
import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Receipt } from '#client/receipt.ts';
import type { DepositLog } from '#shared/events.ts';
import { DEPOSIT_HASH, hashOf } from '../../../tools/lab/web/fakeWallet.ts';
import { terms } from '../../../tools/lab/web/fixtures.ts';
import { createMemoryStorage } from '../../../tools/lab/web/memoryStorage.ts';
import { createTransferStore } from '../transferStore.ts';
import { createFollowing, createTracker } from './createTracker.ts';
import type { PollSources } from './lookForDeposit.ts';

type Answer = () => Promise<'pending' | 'reverted' | 'mined'>;

type Options = {
  readonly waits?: number;
  readonly random?: number;
  readonly isRunning?: (id: string) => boolean;
  /** The deposit that a search finds. */
  readonly found?: Hash | null;
  readonly deposits?: readonly DepositLog[];
  readonly receipts?: readonly Receipt[];
};

const inProgress = (message: string): Receipt => ({
  ...{ kind: 'inProgress', report: { step: null, reason: null, message }, confirmations: null },
});
const ATTEMPT = { nonce: 7, fromBlock: 100n };

/** A tracker of one sent deposit. It stops after this many waits. */
function setUp(readDeposit: Answer, options: Options = {}) {
  const { waits = 5, random = 0.5, isRunning = () => false, found = null } = options;
  const { deposits = [], receipts = [inProgress('')] } = options;
  const store = createTransferStore(createMemoryStorage(), 'test');
  store.getState().begin(terms, false);
  store.getState().apply(terms.id, { type: 'walletOpened', attempt: ATTEMPT });
  store.getState().apply(terms.id, { type: 'depositSent', hash: DEPOSIT_HASH, at: 1 });
  store.getState().apply(terms.id, { type: 'nonceSeen', nonce: 7 });
  const stop = new AbortController();
  const delays: number[] = [];
  let time = 1_000_000;
  const polls: string[] = [];
  const reads: Partial<PollSources['reads']> = {
    readDeposit: () => {
      polls.push('readDeposit');
      return readDeposit();
    },
    depositTime: async () => 5_000,
    depositsIn: async () => deposits,
    nonceOf: async () => 7,
    findOnOtherChain: async () => null,
    findDeposit: async (_terms, { isClaimed }) =>
      found === null || isClaimed(found, 150n) ? { kind: 'none', to: 200n } : { kind: 'found', hash: found },
    pendingNonce: async () => 7,
    codeOf: async () => '0x',
    minedNonce: async () => 7,
  };
  const track = createTracker({
    store,
    reads: reads as unknown as PollSources['reads'],
    receiptsOf: async (_hash, { isForOne } = {}) => (isForOne ? receipts.slice(-1) : receipts),
    looked: createStore(() => ({ id: null })),
    now: () => time,
    random: () => random,
    isRunning,
    sleep: async (delayMs) => {
      time += delayMs;
      delays.push(Math.round(delayMs));
      if (delays.length >= waits) stop.abort();
    },
  });
  return { store, track: () => track(stop.signal), delays, polls };
}

describe('createTracker', () => {
  it('waits longer after each empty poll, up to 15 s', async () => {
    const { track, delays } = setUp(async () => 'pending', { waits: 14 });
    await track();
    expect(delays.slice(0, 3)).toEqual([1_350, 1_823, 2_460]);
    expect(delays.slice(-2)).toEqual([15_000, 15_000]);
  });

  it('applies a result and polls again after the first delay', async () => {
    const answers: ('pending' | 'mined')[] = ['pending', 'pending', 'mined'];
    const { track, store, delays } = setUp(async () => answers.shift() ?? 'mined', { waits: 3 });
    await track();
    expect(store.getState().transfers[terms.id]?.status).toBe('deposited');
    expect(delays).toEqual([1_350, 1_823, 1_000]);
  });

  it('waits longer after an error, and continues', async () => {
    const { track, delays } = setUp(() => Promise.reject(new Error('no node answers')), { waits: 2 });
    await track();
    expect(delays).toEqual([1_350, 1_823]);
  });

  it('varies each delay between half and one and a half times', async () => {
    const short = setUp(async () => 'pending', { waits: 1, random: 0 });
    const long = setUp(async () => 'pending', { waits: 1, random: 1 });
    await Promise.all([short.track(), long.track()]);
    expect([short.delays, long.delays]).toEqual([[675], [2_025]]);
  });

  it('does not poll a transfer while its wallet session runs', async () => {
    const { track, polls, delays } = setUp(async () => 'mined', { waits: 2, isRunning: () => true });
    await track();
    expect(polls).toEqual([]);
    expect(delays).toEqual([1_000, 1_000]);
  });

  it('finds the deposit of a wallet that loses its answer, and concludes nothing while the wallet is open', async () => {
    for (const found of [hashOf('9'), null]) {
      const { track, store } = setUp(async () => 'pending', { waits: 60, found, isRunning: (id) => id === 'two' });
      store.getState().apply(terms.id, { type: 'depositFailed', kind: 'cancelled', foundOn: null });
      store.getState().begin({ ...terms, id: 'two' }, false);
      store.getState().apply('two', { type: 'walletOpened', attempt: { nonce: 5, fromBlock: 100n } });
      await track();
      expect(store.getState().transfers.two).toMatchObject(
        found ? { status: 'sent', hash: found } : { status: 'signing' },
      );
    }
  });

  it('leaves a late deposit to a transfer with the same terms whose wallet is open', async () => {
    const { track, store } = setUp(async () => 'pending', { waits: 3, found: hashOf('9') });
    store.getState().apply(terms.id, { type: 'depositFailed', kind: 'cancelled', foundOn: null });
    store.getState().begin({ ...terms, id: 'two' }, false);
    store.getState().apply('two', { type: 'walletOpened', attempt: ATTEMPT });
    await track();
    expect(store.getState().transfers[terms.id]?.status).toBe('failed');
    expect(store.getState().transfers.two).toMatchObject({ status: 'sent', hash: hashOf('9') });
  });

  it.each([
    [
      'leaves a deposit to a transfer that the person sends again and whose wallet has not answered',
      140n,
      DEPOSIT_HASH,
    ],
    ['takes a deposit from before the wallet opened for another transfer', 151n, hashOf('9')],
  ])('%s', async (_what, fromBlock, hash) => {
    const isRunning = (id: string) => id === 'two';
    const { track, store } = setUp(async () => 'reverted', { waits: 6, found: hashOf('9'), isRunning });
    store.getState().begin({ ...terms, id: 'two' }, false);
    store.getState().apply('two', { type: 'walletOpened', attempt: { nonce: 8, fromBlock } });
    await track();
    expect(store.getState().transfers[terms.id]).toMatchObject({ status: 'sent', hash });
  });

  it('takes the receipt of its own deposit, of two equal ones in a transaction', async () => {
    const { account: user, origin, maker, recipient: target, send: amount } = terms;
    const twin = { ...{ user, maker, target, amount, token: origin.token }, destination: 31338n, timestamp: 1n };
    const ids = [hashOf('a'), hashOf('b')];
    const deposits = ids.map((id) => ({ ...twin, id, transactionHash: DEPOSIT_HASH }));
    const receipts = [inProgress('paying'), inProgress('waiting for funds')];
    const { track, store } = setUp(async () => 'mined', { waits: 6, deposits, receipts });
    const sent = { attempt: null, hash: DEPOSIT_HASH, nonce: null, since: null, doubt: null } as const;
    store.getState().add(() => ids.map((id) => ({ status: 'sent', terms: { ...terms, id }, ...sent })));
    await track();
    const messages = ids.map((id) => store.getState().transfers[id]).map((one) => one && 'report' in one && one.report);
    expect(messages).toMatchObject([{ message: 'paying' }, { message: 'waiting for funds' }]);
  });

  it("looks for a failed transfer's deposit for a day, and longer on its page", () => {
    const { store } = setUp(async () => 'pending');
    store.getState().apply(terms.id, { type: 'depositFailed', kind: 'cancelled', foundOn: null });
    const followedAfter = (ms: number, id: string | null = null) => {
      const now = () => terms.createdAt + ms;
      return createFollowing({ store, now, looked: createStore(() => ({ id })) }).addNew();
    };
    expect(followedAfter(24 * 3_600_000)).toBe(1);
    expect(followedAfter(24 * 3_600_000 + 1)).toBe(0);
    expect(followedAfter(24 * 3_600_000 + 1, terms.id)).toBe(1);
  });

  it("looks for a disputed transfer's payout for a day, and longer on its page", () => {
    const { store } = setUp(async () => 'pending');
    const apply = store.getState().apply;
    apply(terms.id, { type: 'payoutReported', payoutHash: hashOf('8'), claimed: 1n });
    apply(terms.id, { type: 'deliveryDisputed', shortfalls: [] });
    const followedAfter = (ms: number, id: string | null = null) => {
      const now = () => terms.createdAt + ms;
      return createFollowing({ store, now, looked: createStore(() => ({ id })) }).addNew();
    };
    expect(followedAfter(24 * 3_600_000)).toBe(1);
    expect(followedAfter(24 * 3_600_000 + 1)).toBe(0);
    expect(followedAfter(24 * 3_600_000 + 1, terms.id)).toBe(1);
  });

  it('verifies a reported payout on every page, however old it is', () => {
    const { store } = setUp(async () => 'pending');
    store.getState().apply(terms.id, { type: 'payoutReported', payoutHash: hashOf('8'), claimed: 1n });
    const now = () => terms.createdAt + 365 * 24 * 3_600_000;
    expect(createFollowing({ store, now, looked: createStore(() => ({ id: null })) }).addNew()).toBe(1);
  });

  it('starts polling a transfer that is sent later', async () => {
    const { track, store, polls } = setUp(async () => 'mined', { waits: 4 });
    const done = track();
    store.getState().begin({ ...terms, id: 'two' }, false);
    store.getState().apply('two', { type: 'depositSent', hash: `0x${'2'.repeat(64)}`, at: 1 });
    await done;
    expect(polls).toHaveLength(2);
    expect(store.getState().transfers.two?.status).toBe('deposited');
  });
});
