import { describe, expect, it } from 'vitest';
import {
  APPROVAL_HASH,
  createFakeWallet,
  DEPOSIT_HASH,
  hashOf,
  walletError,
} from '../../../tools/lab/web/fakeWallet.ts';
import { honestBuild, intentFor, registry, routeFor, terms } from '../../../tools/lab/web/fixtures.ts';
import { createMemoryStorage } from '../../../tools/lab/web/memoryStorage.ts';
import { verifyBuild } from '../model/verifyBuild.ts';
import { createTransferStore, StorageRefused } from '../transferStore.ts';
import type { ConnectedWallet } from './connectedWallet.ts';
import { createSessions } from './sessionStates.ts';
import type { Tabs } from './tabs.ts';
import { createTransferRunner } from './transferRunner.ts';

const route = routeFor('USDC');
const verified = verifyBuild(intentFor(route), honestBuild(intentFor(route), route), route);
if (!verified.ok) throw new Error('the honest build was refused');
const { build } = verified;

/** One browser's locks: a name is held while its work runs. */
function createLocks(): Pick<Tabs, 'runIfFree'> {
  const held = new Set<string>();
  return {
    runIfFree: async (name, work) => {
      if (held.has(name)) return false;
      held.add(name);
      await work().finally(() => held.delete(name));
      return true;
    },
  };
}

type Options = {
  readonly answers?: Partial<ConnectedWallet>;
  readonly storage?: Storage;
  readonly tabs?: Pick<Tabs, 'runIfFree'>;
  readonly isThisDeposit?: boolean;
};

/** One tab's runner. */
function setUp({ answers, storage, tabs, isThisDeposit = true }: Options = {}) {
  const { wallet, reads, sent, chain } = createFakeWallet(answers);
  const store = createTransferStore(storage ?? createMemoryStorage(), 'test');
  const sessions = createSessions();
  let ids = 0;
  const runner = createTransferRunner({
    store,
    sessions,
    registry,
    wallet,
    reads: { ...reads, isThisDeposit: async () => isThisDeposit },
    tabs: tabs ?? createLocks(),
    now: () => terms.createdAt,
    sleep: () => new Promise((resolve) => setImmediate(resolve)),
    createId: () => `transfer ${++ids}`,
  });
  const idle = async (id: string) => {
    while (sessions.getState()[id]?.isRunning) await new Promise((resolve) => setImmediate(resolve));
    return sessions.getState()[id];
  };
  const status = (id: string) => store.getState().transfers[id]?.status;
  return { runner, store, sessions, sent, chain, idle, status };
}

/** A wallet that answers when the test tells it to. */
function createSlowWallet() {
  let answer: (hash: string) => void = () => {};
  const send = () => new Promise<string>((resolve) => (answer = resolve));
  return { answers: { send }, answer: (hash: string) => answer(hash) };
}
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('start', () => {
  it('stores the transfer before it asks the wallet', async () => {
    const storage = createMemoryStorage();
    const { runner, sent, idle, status } = setUp({ storage });
    const id = runner.start(build, ['known']);
    expect(sent).toEqual([]);
    const stored = createTransferStore(storage, 'test').getState().transfers[id];
    expect(stored).toMatchObject({ status: 'approving', terms: { send: build.send, knownDuplicates: ['known'] } });
    expect(await idle(id)).toEqual({ isRunning: false, problem: null });
    expect(status(id)).toBe('sent');
  });

  it('throws StorageRefused and asks the wallet for nothing when the browser stores nothing', async () => {
    const { runner, sent, sessions } = setUp({ storage: createMemoryStorage(() => true) });
    expect(() => runner.start(build, [])).toThrow(StorageRefused);
    await turn();
    expect(sent).toEqual([]);
    expect(sessions.getState()).toEqual({});
  });
});

describe('advance', () => {
  it('runs one session of a transfer at a time', async () => {
    const { answers, answer } = createSlowWallet();
    const { runner, sent, idle, sessions } = setUp({ answers });
    const id = runner.start(build, []);
    await turn();
    await runner.advance(id);
    expect(sent).toHaveLength(1);
    expect(sessions.getState()[id]).toEqual({ isRunning: true, problem: null });
    answer('garbage');
    expect((await idle(id))?.problem).toMatchObject({ kind: 'noApprovalHash' });
  });

  it('refuses a session while another tab runs one for the account', async () => {
    const [storage, tabs] = [createMemoryStorage(), createLocks()];
    const { answers, answer } = createSlowWallet();
    const first = setUp({ storage, tabs, answers });
    const id = first.runner.start(build, []);
    await turn();
    const second = setUp({ storage, tabs });
    await second.runner.advance(id);
    expect(second.sent).toEqual([]);
    expect(second.sessions.getState()[id]).toEqual({ isRunning: false, problem: { kind: 'otherTab' } });
    answer('garbage');
    await first.idle(id);
    await second.runner.advance(id);
    expect(second.status(id)).toBe('sent');
  });

  it('continues a transfer after a rejection', async () => {
    const answers = [() => Promise.reject(walletError(4001)), async () => APPROVAL_HASH, async () => DEPOSIT_HASH];
    const parts = setUp({
      answers: {
        send: async (): Promise<unknown> => {
          parts.chain.allowance = answers.length < 3 ? build.send : 0n;
          return answers.shift()?.();
        },
      },
    });
    const id = parts.runner.start(build, []);
    expect((await parts.idle(id))?.problem).toEqual({ kind: 'rejected' });
    expect(parts.status(id)).toBe('approving');
    await parts.runner.advance(id);
    expect(parts.status(id)).toBe('sent');
  });

  it('stops when another tab signed the same transfer after the review', async () => {
    const storage = createMemoryStorage();
    const other = createTransferStore(storage, 'test').getState();
    const { runner, store, sent, idle } = setUp({ storage });
    store.getState().begin({ ...terms, id: 'mine' }, false);
    other.begin({ ...terms, id: 'theirs' }, false);
    other.apply('theirs', { type: 'depositSent', hash: hashOf('9'), at: 1 });
    await runner.advance('mine');
    expect((await idle('mine'))?.problem).toEqual({ kind: 'duplicate', others: ['theirs'], isSigned: true });
    expect(sent).toEqual([]);
  });

  it('stops when another tab delivered the same transfer after the review', async () => {
    const [storage, tabs] = [createMemoryStorage(), createLocks()];
    const { answers, answer } = createSlowWallet();
    const first = setUp({ storage, tabs, answers });
    first.chain.allowance = terms.send;
    first.store.getState().begin({ ...terms, id: 'theirs' }, false);
    void first.runner.advance('theirs');
    const second = setUp({ storage, tabs });
    second.store.getState().begin({ ...terms, id: 'mine' }, false);
    await second.runner.advance('mine');
    expect((await second.idle('mine'))?.problem).toEqual({ kind: 'otherTab' });

    await turn();
    answer(DEPOSIT_HASH);
    await first.idle('theirs');
    first.store.getState().apply('theirs', { type: 'payoutReported', payoutHash: hashOf('9'), claimed: 1n });
    first.store.getState().apply('theirs', { type: 'deliveryProven', payoutHash: hashOf('9'), received: 1n });
    expect(first.status('theirs')).toBe('delivered');
    await second.runner.advance('mine');
    expect((await second.idle('mine'))?.problem).toEqual({ kind: 'duplicate', others: ['theirs'], isSigned: true });
    expect(second.sent).toEqual([]);
  });

  it('reads the stored transfers again inside the lock', async () => {
    const storage = createMemoryStorage();
    const other = createTransferStore(storage, 'test').getState();
    const tabs: Pick<Tabs, 'runIfFree'> = {
      runIfFree: async (_name, work) => {
        other.begin({ ...terms, id: 'theirs' }, false);
        other.apply('theirs', { type: 'depositSent', hash: hashOf('9'), at: 1 });
        await work();
        return true;
      },
    };
    const { runner, sent, idle } = setUp({ storage, tabs });
    const id = runner.start(build, []);
    expect((await idle(id))?.problem).toEqual({ kind: 'duplicate', others: ['theirs'], isSigned: true });
    expect(sent).toEqual([]);
  });

  it('sends a second one once the person says so, and only next to the transfers that they saw', async () => {
    const { runner, store, status, idle, chain } = setUp();
    chain.allowance = terms.send;
    store.getState().begin({ ...terms, id: 'mine' }, false);
    store.getState().begin({ ...terms, id: 'theirs' }, false);
    store.getState().apply('theirs', { type: 'depositSent', hash: hashOf('9'), at: 1 });
    await runner.advance('mine', ['another']);
    expect((await idle('mine'))?.problem).toMatchObject({ kind: 'duplicate', others: ['theirs'] });
    await runner.advance('mine', ['theirs']);
    expect(status('mine')).toBe('sent');
  });

  it('stops when another tab abandoned the same transfer without an answer from the wallet', async () => {
    const { runner, store, sent, idle } = setUp();
    store.getState().begin({ ...terms, id: 'mine' }, false);
    store.getState().begin({ ...terms, id: 'theirs' }, false);
    store.getState().apply('theirs', { type: 'walletOpened', attempt: { nonce: 1, fromBlock: 1n } });
    store.getState().apply('theirs', { type: 'notSigned' });
    store.getState().apply('theirs', { type: 'abandoned' });
    await runner.advance('mine');
    expect((await idle('mine'))?.problem).toEqual({ kind: 'duplicate', others: ['theirs'], isSigned: true });
    expect(sent).toEqual([]);
  });

  it('never signs next to a transfer that opened in the wallet after the review', async () => {
    const { runner, store, sent, idle } = setUp();
    store.getState().begin({ ...terms, id: 'mine' }, false);
    store.getState().begin({ ...terms, id: 'theirs' }, false);
    store.getState().apply('theirs', { type: 'walletOpened', attempt: { nonce: 1, fromBlock: 1n } });
    await runner.advance('mine', ['theirs']);
    expect((await idle('mine'))?.problem).toEqual({ kind: 'duplicate', others: ['theirs'], isSigned: false });
    expect(sent).toEqual([]);
  });

  it.each([
    { type: 'depositSent', hash: hashOf('9'), at: 1 } as const,
    { type: 'walletOpened', attempt: { nonce: 1, fromBlock: 1n } } as const,
  ])('signs next to a duplicate that the person accepted in the review, after $type', async (event) => {
    const { runner, store, status } = setUp();
    store.getState().begin({ ...terms, id: 'theirs' }, false);
    store.getState().apply('theirs', event);
    store.getState().begin({ ...terms, id: 'mine', knownDuplicates: ['theirs'] }, true);
    await runner.advance('mine');
    expect(status('mine')).toBe('sent');
  });
});

describe('a transfer id from a URL', () => {
  it.each(['hasOwnProperty', 'constructor', '__proto__'])('starts no session for %s', async (id) => {
    const { runner, store, sessions, sent } = setUp();
    await runner.advance(id);
    expect(sent).toEqual([]);
    expect(sessions.getState()[id]).toEqual({ isRunning: false, problem: null });
    expect(store.getState().apply(id, { type: 'abandoned' })).toBeNull();
  });
});

describe('adopt', () => {
  it('accepts a hash that is this deposit on the chain', async () => {
    const { runner, store, status } = setUp();
    store.getState().begin(terms, false);
    await runner.adopt(terms.id, DEPOSIT_HASH);
    expect(status(terms.id)).toBe('sent');
  });

  it('refuses a foreign hash, and the hash of another transfer', async () => {
    const foreign = setUp({ isThisDeposit: false });
    foreign.store.getState().begin(terms, false);
    await foreign.runner.adopt(terms.id, DEPOSIT_HASH);
    expect(foreign.sessions.getState()[terms.id]?.problem).toEqual({ kind: 'notThisDeposit' });

    const claimed = setUp();
    claimed.store.getState().begin(terms, false);
    claimed.store.getState().begin({ ...terms, id: 'other' }, false);
    claimed.store.getState().apply('other', { type: 'depositSent', hash: DEPOSIT_HASH, at: 1 });
    await claimed.runner.adopt(terms.id, DEPOSIT_HASH);
    expect(claimed.sessions.getState()[terms.id]?.problem).toEqual({ kind: 'notThisDeposit' });
    expect([foreign.status(terms.id), claimed.status(terms.id)]).toEqual(['readyToSign', 'readyToSign']);
  });
});

describe('revoke and abandon', () => {
  it('revokes the allowance in the wallet', async () => {
    const { runner, store, chain, sent } = setUp();
    chain.allowance = 9n;
    store.getState().begin(terms, true);
    await runner.revoke(terms.id);
    expect(sent).toMatchObject([{ kind: 'resetAllowance' }]);
    expect(chain.allowance).toBe(0n);
  });

  it('abandons a transfer without asking the wallet', async () => {
    const { runner, store, sent, status } = setUp();
    store.getState().begin(terms, true);
    await runner.abandon(terms.id);
    expect(status(terms.id)).toBe('abandoned');
    expect(sent).toEqual([]);
  });
});
