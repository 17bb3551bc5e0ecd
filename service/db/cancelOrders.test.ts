import type { Hash } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OperatorDatabase } from '../../tools/lab/postgres/operatorDatabase.ts';
import { startOperatorDatabase } from '../../tools/lab/postgres/operatorDatabase.ts';
import { placeTestOrder } from '../../tools/lab/postgres/placeTestOrder.ts';
import { storeTransfer, TEST_ADDRESS } from '../../tools/lab/postgres/storeTransfer.ts';
import { approveOrder } from '../guards/orders.ts';
import { rememberSender } from '../payments/senders.ts';
import type { Database } from './database.ts';

let world: OperatorDatabase;
let alice: Database;
let root: Database;

beforeAll(async () => {
  world = await startOperatorDatabase();
  ({ alice, root } = world);
  await rememberSender(root, { chainId: 1, address: TEST_ADDRESS, nextNonce: 9, haltedReason: null });
});
beforeEach(async () => {
  await root.query('truncate obligations, attempts, sends, supported_tokens');
  await root.query("insert into supported_tokens values (1, $1, 'USDC', 0, 10)", [TEST_ADDRESS]);
});
afterAll(() => world?.stop());

const readTransfer = async (id: Hash) => {
  const [row] = await root.query<Record<string, unknown>>('select * from transfers where id = $1', [id]);
  return row ?? {};
};

describe('the order to cancel a payment', () => {
  const cancel = (action: 'hold' | 'retry', subject: Hash) =>
    placeTestOrder(alice, { action, subject, parameters: { cancel: true } });
  const readRequested = () =>
    root.query('select nonce, cancel_then_hold from sends where cancel_requested_at is not null order by nonce');

  test('cancels only an unsettled nonce, with every transfer at it', async () => {
    const ids = [
      await storeTransfer(root, { state: 'broadcast', nonce: 7 }),
      await storeTransfer(root, { state: 'broadcast', nonce: 7 }),
    ];
    const settled = await storeTransfer(root, { state: 'delivered', nonce: 8 });
    const [first = '0x'] = ids;
    const before = await readTransfer(first);
    expect(await cancel('hold', first)).toMatchObject({ action: 'hold', subject: first, transfers: ids });
    expect(await readRequested()).toEqual([{ nonce: 7, cancelThenHold: true }]);
    // The newest order says what happens to the transfers.
    expect((await cancel('retry', first)).detail).toContain(
      'the one at nonce 7 on chain:1; if the chain takes it, its',
    );
    expect(await readRequested()).toEqual([{ nonce: 7, cancelThenHold: false }]);
    expect(await readTransfer(first)).toEqual(before);
    for (const action of ['hold', 'retry'] as const) {
      await expect(cancel(action, settled)).rejects.toThrow(/it is delivered|nothing to cancel/);
    }
    expect(await readRequested()).toHaveLength(1);
  });

  test('holds a transfer without a signed payment at once, and does not retry it', async () => {
    const [due, held] = [
      await storeTransfer(root, { state: 'confirmed' }),
      await storeTransfer(root, { state: 'held' }),
    ];
    expect(await cancel('hold', due)).toMatchObject({ detail: 'it was confirmed and is held now' });
    await expect(cancel('retry', held)).rejects.toThrow('so there is nothing to cancel. Leave --cancel out');
    expect(await readTransfer(held)).toMatchObject({ state: 'held' });
  });

  test('does not bypass the second operator', async () => {
    await root.query('update supported_tokens set one_operator_max = 9');
    const id = await storeTransfer(root, { state: 'held', isDecided: true });
    const order = await placeTestOrder(alice, { action: 'retry', subject: id });
    expect(order).toMatchObject({ appliedAt: null });
    await expect(cancel('retry', id)).rejects.toThrow('nothing to cancel');
    await approveOrder(world.bob, { id: order.id, who: 'bob', why: 'x' });
    expect(await readTransfer(id)).toMatchObject({ state: 'confirmed' });
  });
});
