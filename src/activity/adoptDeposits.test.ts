import type { Hash } from 'viem';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DepositLog } from '#shared/events.ts';
import { hashOf } from '../../tools/lab/web/fakeWallet.ts';
import { OTHER_ACCOUNT, registry, terms } from '../../tools/lab/web/fixtures.ts';
import { createMemoryStorage } from '../../tools/lab/web/memoryStorage.ts';
import { chainById } from '../config/registry.ts';
import { isDepositOf } from '../transfer/model/depositMatch.ts';
import { encodesAgain } from '../transfer/model/verifyBuild.ts';
import { needsPolling } from '../transfer/tracking/pollTransfer.ts';
import type { TransferStore } from '../transfer/transferStore.ts';
import { createTransferStore } from '../transfer/transferStore.ts';
import { adoptDeposits } from './adoptDeposits.ts';

const HASH = hashOf('1');
const ID = hashOf('a');

const deposit: DepositLog = {
  ...{ id: ID, transactionHash: HASH, user: terms.account, token: terms.origin.token, maker: terms.maker },
  ...{ target: terms.recipient, amount: terms.send, destination: 31338n, timestamp: 1_800_000_000n },
};

let store: TransferStore;
let onChain: readonly DepositLog[];
let isDown: boolean;

beforeEach(() => {
  store = createTransferStore(createMemoryStorage(), 'here');
  onChain = [deposit];
  isDown = false;
});

async function adopt(hash: Hash = HASH) {
  const chain = chainById(registry, terms.origin.chainId);
  if (!chain) throw new Error('the fixtures have no origin chain');
  const depositsIn = async () => {
    if (isDown) throw new Error('down');
    return onChain;
  };
  return adoptDeposits({ registry, store, now: () => 5, reads: { depositsIn } }, { chain, hash });
}

describe('adoptDeposits', () => {
  it("adds a transfer with the chain's terms and without a result, so that it is tracked", async () => {
    expect(await adopt()).toEqual({ kind: 'added', ids: [ID] });
    const transfer = store.getState().transfers[ID];
    if (!transfer) throw new Error('the transfer is missing');
    expect(transfer).toMatchObject({ status: 'sent', hash: HASH, attempt: null });
    expect(transfer.terms).toMatchObject({ send: terms.send, receive: null, validUntilMs: null, typed: null });
    expect(isDepositOf(deposit, transfer.terms)).toBe(true);
    expect(needsPolling(transfer)).toBe(true);
  });

  it('reads the gas on arrival from the target', async () => {
    const withGas = { ...deposit, target: `${terms.recipient}+gas:5` };
    onChain = [withGas];
    await adopt();
    const adopted = store.getState().transfers[ID]?.terms;
    expect(adopted).toMatchObject({ recipient: terms.recipient, gasDrop: 5n });
    expect(adopted && isDepositOf(withGas, adopted)).toBe(true);
    expect(adopted && encodesAgain(adopted, registry)).toBe(true);
  });

  it('stores the transfer, and adds it only once', async () => {
    const storage = createMemoryStorage();
    store = createTransferStore(storage, 'here');
    await adopt();
    store = createTransferStore(storage, 'here');
    expect(store.getState().transfers[ID]?.status).toBe('sent');
    expect(await adopt()).toEqual({ kind: 'known', ids: [ID] });
  });

  it('never changes a transfer that this browser already has', async () => {
    store.getState().begin({ ...terms, id: 'own' }, false);
    store.getState().apply('own', { type: 'depositSent', hash: HASH, at: 1 });
    store.getState().apply('own', { type: 'payoutReported', payoutHash: hashOf('2'), claimed: 1n });
    store.getState().apply('own', { type: 'deliveryProven', payoutHash: hashOf('2'), received: 1n });
    const before = store.getState().transfers;
    expect(await adopt()).toEqual({ kind: 'known', ids: ['own'] });
    expect(store.getState().transfers).toEqual(before);
  });

  it('adds both of two equal deposits of a transaction in one change', async () => {
    onChain = [deposit, { ...deposit, id: hashOf('b') }];
    let changes = 0;
    store.subscribe(() => {
      changes += 1;
    });
    expect(await adopt()).toEqual({ kind: 'added', ids: [ID, hashOf('b')] });
    expect(changes).toBe(1);
    expect(await adopt()).toEqual({ kind: 'known', ids: [ID, hashOf('b')] });
    expect(changes).toBe(1);
  });

  it('adds the deposit that the app can follow, whatever else is in the transaction', async () => {
    onChain = [{ ...deposit, id: hashOf('b'), maker: OTHER_ACCOUNT }, deposit];
    expect(await adopt()).toEqual({ kind: 'added', ids: [ID] });
  });

  it.each<[string, Partial<DepositLog>]>([
    ['unknownToken', { token: OTHER_ACCOUNT }],
    ['unknownDestination', { destination: 5n }],
    ['unknownDestination', { destination: 31337n }],
    ['otherVault', { maker: OTHER_ACCOUNT }],
    ['invalidRecipient', { target: 'bc1qxyz' }],
    ['invalidRecipient', { target: `${terms.recipient}+gas:05` }],
  ])('refuses a deposit with the problem %s', async (reason, change) => {
    onChain = [{ ...deposit, ...change }];
    expect(await adopt()).toEqual({ kind: 'refused', reason });
    expect(store.getState().transfers).toEqual({});
  });

  it('adds nothing if the chain does not answer or shows no deposit', async () => {
    isDown = true;
    expect(await adopt()).toEqual({ kind: 'refused', reason: 'noAnswer' });
    isDown = false;
    onChain = [];
    expect(await adopt()).toEqual({ kind: 'refused', reason: 'noDeposit' });
    expect(store.getState().transfers).toEqual({});
  });

  it('says which deposits the browser stored', async () => {
    let room = 1;
    onChain = [deposit, { ...deposit, id: hashOf('b') }];
    store = createTransferStore(
      createMemoryStorage(() => room-- <= 0),
      'here',
    );
    expect(await adopt()).toEqual({ kind: 'added', ids: [ID] });
    onChain = [{ ...deposit, id: hashOf('c') }];
    expect(await adopt()).toEqual({ kind: 'refused', reason: 'notStored' });
    expect(Object.keys(store.getState().transfers)).toEqual([ID]);
  });
});
