import type { Hash } from 'viem';
import { numberToHex } from 'viem';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DepositLog } from '#shared/events.ts';
import { hashOf } from '../../lab/web/fakeWallet.ts';
import { ACCOUNT, OTHER_ACCOUNT, registry, terms } from '../../lab/web/fixtures.ts';
import { createMemoryStorage } from '../../lab/web/memoryStorage.ts';
import { isDepositOf } from '../domain/depositLog.ts';
import type { TransferStore } from '../store/transferStore.ts';
import { createTransferStore } from '../store/transferStore.ts';
import { importTransfers } from './importTransfers.ts';
import { needsPolling } from './pollTransfer.ts';

const HASH = hashOf('1');
const ID = hashOf('a');

const deposit: DepositLog = {
  ...{ id: ID, transactionHash: HASH, user: terms.account, token: terms.origin.token, maker: terms.maker },
  ...{ target: terms.recipient, amount: terms.send, destination: 31338n, timestamp: 1_800_000_000n },
};
/** A different hash for each number. */
const toHash = (number: number): Hash => numberToHex(number + 1, { size: 32 });
const row = {
  ...{ origin_chain_id: '31337', deposit_hash: HASH, sender: terms.account, recipient: terms.recipient },
  ...{ destination_chain_id: '31338', sent: '100.05', quoted: '99.9', state: 'delivered', received: '99.9' },
  quote_valid_until: '2027-01-15T08:00:00.000Z',
};

let store: TransferStore;
let chain: Readonly<Record<Hash, readonly DepositLog[]>>;
let isDown: boolean;

beforeEach(() => {
  store = createTransferStore(createMemoryStorage(), 'here');
  chain = { [HASH]: [deposit] };
  isDown = false;
});

const run = (records: readonly unknown[], signal = new AbortController().signal) =>
  importTransfers(
    {
      ...{ registry, store, now: () => 5 },
      reads: {
        depositsIn: async (_chainId: number, hash: Hash) => {
          if (isDown) throw new Error('down');
          return chain[hash] ?? [];
        },
      },
    },
    records,
    { signal, onProgress: () => {} },
  );
const one = async (record: unknown) => (await run([record]))[0]?.outcome;
const imported = () => store.getState().transfers[ID];

describe('importTransfers', () => {
  it('adds a transfer with the terms of the chain and without any result, so that it is tracked again', async () => {
    expect(await one(row)).toEqual({ kind: 'added', ids: [ID] });
    const transfer = imported();
    if (!transfer) throw new Error('the transfer is missing');
    expect(transfer).toMatchObject({ status: 'sent', hash: HASH, attempt: null });
    expect(transfer.terms).toMatchObject({ receive: terms.receive, validUntilMs: 1_800_000_000_000, typed: null });
    expect(isDepositOf(deposit, transfer.terms)).toBe(true);
    expect(needsPolling(transfer)).toBe(true);
  });

  it('stores the transfer for the next page', async () => {
    const storage = createMemoryStorage();
    store = createTransferStore(storage, 'here');
    await one({ origin_chain_id: 31337, deposit_hash: HASH });
    expect(createTransferStore(storage, 'here').getState().transfers[ID]).toMatchObject({
      status: 'sent',
      terms: { receive: null, send: terms.send },
    });
  });

  it('never changes a transfer that this browser has', async () => {
    const own = { ...terms, id: 'own' };
    store.getState().begin(own, false);
    store.getState().apply('own', { type: 'depositSent', hash: HASH, at: 1 });
    store.getState().apply('own', { type: 'payoutReported', payoutHash: hashOf('2'), claimed: terms.receive });
    store.getState().apply('own', { type: 'deliveryProven', payoutHash: hashOf('2'), received: terms.receive });
    const before = store.getState().transfers;
    expect(await one(row)).toEqual({ kind: 'known', ids: ['own'] });
    expect(store.getState().transfers).toEqual(before);
    expect(store.getState().transfers.own?.status).toBe('delivered');
  });

  it('adds a transfer once, whatever number of rows name it', async () => {
    expect((await run([row, row])).map(({ outcome }) => outcome.kind)).toEqual(['added', 'known']);
  });

  it('adds each of two equal deposits of one transaction', async () => {
    chain = { [HASH]: [deposit, { ...deposit, id: hashOf('b') }] };
    expect(await one(row)).toEqual({ kind: 'added', ids: [ID, hashOf('b')] });
  });

  it('takes the deposit of a transaction that the row describes', async () => {
    chain = { [HASH]: [{ ...deposit, id: hashOf('b'), amount: 7n }, deposit] };
    expect(await one(row)).toEqual({ kind: 'added', ids: [ID] });
  });

  it.each<[string, object, object]>([
    ['without a hash', { deposit_hash: '' }, { reason: 'noHash' }],
    ['with a short hash', { deposit_hash: '0x12' }, { reason: 'badValue', column: 'deposit_hash' }],
    ['with a sum in another notation', { sent: '1e2' }, { reason: 'badValue', column: 'sent' }],
    ['with a date that is none', { quote_valid_until: 'soon' }, { reason: 'badValue', column: 'quote_valid_until' }],
    ['of an unknown chain', { origin_chain_id: '1' }, { reason: 'unknownChain' }],
    ['of another sender', { sender: OTHER_ACCOUNT }, { reason: 'differs', column: 'sender' }],
    ['to another recipient', { recipient: ACCOUNT }, { reason: 'differs', column: 'recipient' }],
    ['with another amount', { sent: '100.06' }, { reason: 'differs', column: 'sent' }],
    ['to another chain', { destination_chain_id: '5' }, { reason: 'differs', column: 'destination_chain_id' }],
    ['with a quote above the deposit', { quoted: '100.06' }, { reason: 'differs', column: 'quoted' }],
    ['with a quote of zero', { quoted: '0' }, { reason: 'differs', column: 'quoted' }],
    ['without a deposit on the chain', { deposit_hash: hashOf('9') }, { reason: 'noDeposit' }],
  ])('refuses a row %s', async (_what, change, refusal) => {
    expect(await one({ ...row, ...change })).toEqual({ kind: 'refused', ...refusal });
    expect(store.getState().transfers).toEqual({});
  });

  it.each<[string, Partial<DepositLog>]>([
    ['unknownToken', { token: OTHER_ACCOUNT }],
    ['unknownDestination', { destination: 5n }],
    ['unknownDestination', { destination: 31337n }],
    ['otherVault', { maker: OTHER_ACCOUNT }],
    ['invalidRecipient', { target: 'bc1qxyz' }],
  ])('refuses a deposit with the problem %s', async (reason, change) => {
    chain = { [HASH]: [{ ...deposit, ...change }] };
    expect(await one({ origin_chain_id: '31337', deposit_hash: HASH })).toEqual({ kind: 'refused', reason });
  });

  it('refuses what is not a row, and goes on', async () => {
    const outcomes = await run([null, 7, 'text', [], row]);
    expect(outcomes.map(({ outcome }) => outcome.kind)).toEqual([...Array(4).fill('refused'), 'added']);
    expect(outcomes.map(({ row: number }) => number)).toEqual([1, 2, 3, 4, 5]);
  });

  it('adds nothing while the chain does not answer', async () => {
    isDown = true;
    expect(await one(row)).toEqual({ kind: 'refused', reason: 'noAnswer' });
    expect(store.getState().transfers).toEqual({});
  });

  it('refuses a transfer that the browser does not store', async () => {
    store = createTransferStore(
      createMemoryStorage(() => true),
      'here',
    );
    expect(await one(row)).toEqual({ kind: 'refused', reason: 'notStored' });
    expect(store.getState().transfers).toEqual({});
  });

  it('stops when the person closes the dialog', async () => {
    const stop = new AbortController();
    stop.abort();
    expect(await run([row], stop.signal)).toEqual([]);
  });

  it('writes each of 300 transfers once, and reads and lists all of them three times', async () => {
    const counts = { reads: 0, writes: 0, lists: 0 };
    const storage = createMemoryStorage();
    const { getItem, setItem } = storage;
    storage.getItem = (key) => {
      counts.reads += 1;
      return getItem(key);
    };
    storage.setItem = (key, value) => {
      counts.writes += 1;
      setItem(key, value);
    };
    store = createTransferStore(storage, 'here');
    store.subscribe(() => {
      counts.lists += 1;
    });
    const hashes = Array.from({ length: 300 }, (_, index) => toHash(index));
    chain = Object.fromEntries(hashes.map((hash) => [hash, [{ ...deposit, id: hash, transactionHash: hash }]]));
    const outcomes = await run(hashes.map((hash) => ({ ...row, deposit_hash: hash })));
    expect(outcomes.map(({ row: number, outcome }) => [number, outcome])).toEqual(
      hashes.map((hash, index) => [index + 1, { kind: 'added', ids: [hash] }]),
    );
    expect(counts.writes).toBe(300);
    expect(counts.lists).toBe(3);
    expect(counts.reads).toBeLessThan(3 * 300);
    counts.writes = 0;
    counts.lists = 0;
    await run(hashes.map((hash) => ({ ...row, deposit_hash: hash })));
    expect(counts).toMatchObject({ writes: 0, lists: 0 });
  });
});
