import { describe, expect, it } from 'vitest';
import { createFakeWallet, DEPOSIT_HASH, hashOf } from '../../../tools/lab/web/fakeWallet.ts';
import { registry, terms } from '../../../tools/lab/web/fixtures.ts';
import { createMemoryStorage } from '../../../tools/lab/web/memoryStorage.ts';
import { createTransferStore } from '../transferStore.ts';
import { createSessions } from './sessionStates.ts';
import { createTransferRunner } from './transferRunner.ts';

const OPENED = { type: 'walletOpened', attempt: { nonce: 7, fromBlock: 100n } } as const;
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

/** A wallet that never answers by itself, and its page's runner. */
function setUp({ failing = false } = {}) {
  const answers: ((hash: string) => void)[] = [];
  const fake = createFakeWallet({ send: () => new Promise<string>((resolve) => answers.push(resolve)) });
  const store = createTransferStore(createMemoryStorage(), 'test');
  const sessions = createSessions();
  const held = new Set<string>();
  const runner = createTransferRunner({
    store,
    sessions,
    registry,
    wallet: fake.wallet,
    reads: {
      ...fake.reads,
      isThisDeposit: async () => false,
      ...(failing ? { pendingNonce: () => Promise.reject(new Error('no node answers')) } : {}),
    },
    tabs: {
      runIfFree: async (name, work) => {
        if (held.has(name)) return false;
        held.add(name);
        await work().finally(() => held.delete(name));
        return true;
      },
    },
    now: () => terms.createdAt,
    sleep: () => new Promise((resolve) => setImmediate(resolve)),
    createId: () => 'new',
  });
  store.getState().begin(terms, false);
  const state = () => ({
    status: store.getState().transfers[terms.id]?.status,
    session: sessions.getState()[terms.id],
  });
  return { ...fake, runner, store, state, answer: (hash: string) => answers.shift()?.(hash) };
}

const IDLE = { isRunning: false, problem: null };

describe('a wallet that loses its answer', () => {
  it('no longer holds the account once the tracker has found the deposit', async () => {
    const { runner, store, chain, sent, state } = setUp();
    chain.allowance = terms.send;
    void runner.advance(terms.id);
    for (let turns = 0; turns < 50; turns++) await turn();
    expect(sent).toHaveLength(1);
    expect(state()).toMatchObject({ status: 'signing', session: { isRunning: true } });
    store.getState().apply(terms.id, { type: 'depositFound', hash: hashOf('9') });
    for (let turns = 0; turns < 50; turns++) await turn();
    expect(state()).toEqual({ status: 'sent', session: IDLE });
    store.getState().begin({ ...terms, id: 'second' }, false);
    void runner.advance('second', [terms.id]);
    for (let turns = 0; turns < 50; turns++) await turn();
    expect(sent).toHaveLength(2);
  });
});

describe('a person who says that they rejected the request', () => {
  it('can sign again after a reload if the chain shows no deposit', async () => {
    const { runner, store, state } = setUp();
    store.getState().apply(terms.id, OPENED);
    await runner.recheck(terms.id);
    expect(state()).toEqual({ status: 'readyToSign', session: IDLE });
    expect(store.getState().transfers[terms.id]).toMatchObject({ attempt: OPENED.attempt });
  });

  it('continues with the deposit that the chain shows', async () => {
    const { runner, store, chain, state } = setUp();
    store.getState().apply(terms.id, OPENED);
    chain.deposits = [hashOf('9')];
    chain.minedNonce = 8;
    await runner.recheck(terms.id);
    expect(state()).toEqual({ status: 'sent', session: IDLE });
    expect(store.getState().transfers[terms.id]).toMatchObject({ hash: hashOf('9') });
  });

  it('waits while the account has a pending transaction', async () => {
    const { runner, store, chain, state } = setUp();
    store.getState().apply(terms.id, OPENED);
    chain.pending = 1;
    await runner.recheck(terms.id);
    expect(state()).toEqual({ status: 'signing', session: { isRunning: false, problem: { kind: 'maybePending' } } });
    chain.pending = 0;
    await runner.recheck(terms.id);
    expect(state().status).toBe('readyToSign');
  });

  it('learns that the search did not reach the newest block, and the transfer stays as it was', async () => {
    const { runner, store, chain, state } = setUp();
    store.getState().apply(terms.id, OPENED);
    chain.isSearchable = false;
    await runner.recheck(terms.id);
    const problem = { kind: 'notChecked', reason: 'searched up to block 200 so far' };
    expect(state()).toEqual({ status: 'signing', session: { isRunning: false, problem } });
  });

  it('learns that the chain could not be asked, and the transfer stays as it was', async () => {
    const { runner, store, state } = setUp({ failing: true });
    store.getState().apply(terms.id, OPENED);
    await runner.recheck(terms.id);
    expect(state()).toEqual({
      status: 'signing',
      session: { isRunning: false, problem: { kind: 'notChecked', reason: 'no node answers' } },
    });
  });

  it('needs no reload: the silent session ends, and its late deposit still counts', async () => {
    const { runner, chain, state, sent, answer } = setUp();
    chain.allowance = terms.send;
    void runner.advance(terms.id);
    while (sent.length === 0) await turn();
    chain.pending = 1;
    await runner.recheck(terms.id);
    expect(state()).toEqual({ status: 'signing', session: { isRunning: true, problem: { kind: 'maybePending' } } });
    chain.pending = 0;
    await runner.recheck(terms.id);
    expect(state()).toEqual({ status: 'readyToSign', session: IDLE });
    // The account is free for another session.
    void runner.advance(terms.id);
    while (sent.length === 1) await turn();
    expect(state()).toMatchObject({ status: 'signing', session: { isRunning: true, problem: null } });
    answer(DEPOSIT_HASH);
    await turn();
    expect(state().status).toBe('sent');
  });

  it("can repeat the transfer while the first one's silent session still waits", async () => {
    const { runner, store, chain, sent, answer, state } = setUp();
    chain.allowance = terms.send;
    void runner.advance(terms.id);
    while (sent.length === 0) await turn();
    store.getState().begin({ ...terms, id: 'second', knownDuplicates: [terms.id] }, false);
    void runner.advance('second');
    while (sent.length === 1) await turn();
    expect(state()).toEqual({ status: 'signing', session: IDLE });
    answer(hashOf('1'));
    answer(hashOf('2'));
    await turn();
    const hashes = [terms.id, 'second'].map((id) => store.getState().transfers[id]);
    expect(hashes).toMatchObject([{ hash: hashOf('1') }, { hash: hashOf('2') }]);
  });

  it('is not asked for the deposit when the answer to an abandoned approval comes late', async () => {
    const { runner, sent, store, state, answer, chain } = setUp();
    chain.allowance = 0n;
    void runner.advance(terms.id);
    while (sent.length === 0) await turn();
    await runner.recheck(terms.id);
    expect(state().session).toEqual(IDLE);
    chain.allowance = terms.send;
    answer(hashOf('a'));
    for (let turns = 0; turns < 20; turns++) await turn();
    expect(sent).toHaveLength(1);
    expect(store.getState().transfers[terms.id]?.status).toBe('readyToSign');
  });
});
