import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OperatorDatabase } from '../../tools/lab/postgres/operatorDatabase.ts';
import { startOperatorDatabase } from '../../tools/lab/postgres/operatorDatabase.ts';
import { placeTestOrder } from '../../tools/lab/postgres/placeTestOrder.ts';
import { storeTransfer, TEST_ADDRESS } from '../../tools/lab/postgres/storeTransfer.ts';
import { approveOrder } from '../guards/orders.ts';
import type { Database } from './database.ts';

const UNKNOWN = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';

let world: OperatorDatabase;
let root: Database;
let alice: Database;

beforeAll(async () => {
  world = await startOperatorDatabase();
  ({ root, alice } = world);
});
beforeEach(async () => {
  await root.query('truncate supported_tokens');
  // A deposit has 10 units, which one operator may refund alone.
  await root.query("insert into supported_tokens values (1, $1, 'USDC', 6, 1000)", [TEST_ADDRESS]);
});
afterAll(() => world?.stop());

const close = (subject: string) => placeTestOrder(alice, { action: 'close', subject });
const refund = (subject: string) => placeTestOrder(alice, { action: 'refund', subject });
const readTransfer = async (id: string) => {
  const [row] = await root.query('select state, token_name, origin_decimals from transfers where id = $1', [id]);
  return row;
};

describe('an operator who ends a held refund', () => {
  test('needs a second operator at any amount', async () => {
    const id = await storeTransfer(root, { state: 'refundHeld' });
    const order = await close(id);
    expect(order).toMatchObject({
      appliedAt: null,
      detail: `close transfer ${id} of 0.00001 USDC, which is refundHeld`,
    });
    expect(await readTransfer(id)).toMatchObject({ state: 'refundHeld' });
    await approveOrder(world.bob, { id: order.id, who: 'bob', why: 'x' });
    expect(await readTransfer(id)).toMatchObject({ state: 'closed' });
  });

  test('acts alone if nothing is owed', async () => {
    for (const deposit of [{ token: UNKNOWN }, { funded: false }] as const) {
      const id = await storeTransfer(root, { state: 'refundHeld', deposit });
      expect(await close(id)).toMatchObject({ appliedAt: expect.any(Date) });
      expect(await readTransfer(id)).toMatchObject({ state: 'closed' });
    }
  });

  test('cannot close a held deposit of a supported token at all, with or without the two-operator rule', async () => {
    const id = await storeTransfer(root, { state: 'held' });
    await expect(close(id)).rejects.toThrow('so its sender is owed the money');
    await root.query('update supported_tokens set one_operator_max = null');
    await expect(close(id)).rejects.toThrow('so its sender is owed the money');
    await root.query('truncate supported_tokens');
    await expect(close(id)).rejects.toThrow('does not know the configured tokens yet');
  });
});

describe('an operator who orders a refund', () => {
  test("keeps the name and decimals of the transfer's token", async () => {
    const id = await storeTransfer(root, { state: 'held' });
    await root.query("update transfers set token_name = 'OLD', origin_decimals = 8 where id = $1", [id]);
    await refund(id);
    expect(await readTransfer(id)).toEqual({ state: 'rejected', tokenName: 'OLD', originDecimals: 8 });
  });

  test('names the token of a transfer that the service has not decided', async () => {
    const id = await storeTransfer(root, { state: 'held' });
    await refund(id);
    expect(await readTransfer(id)).toEqual({ state: 'rejected', tokenName: 'USDC', originDecimals: 6 });
  });

  test('cannot refund an unconfigured token, or a deposit that did not arrive in full', async () => {
    const unknown = await storeTransfer(root, { state: 'held', deposit: { token: UNKNOWN } });
    await expect(refund(unknown)).rejects.toThrow('which the configuration does not have');
    const short = await storeTransfer(root, { state: 'held', deposit: { funded: false } });
    await expect(refund(short)).rejects.toThrow('did not arrive in full');
  });
});
