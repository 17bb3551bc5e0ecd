import type { Hash } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OperatorDatabase } from '../../tools/lab/postgres/operatorDatabase.ts';
import { startOperatorDatabase } from '../../tools/lab/postgres/operatorDatabase.ts';
import { placeTestOrder } from '../../tools/lab/postgres/placeTestOrder.ts';
import { storeTransfer, TEST_ADDRESS } from '../../tools/lab/postgres/storeTransfer.ts';
import type { Json } from '../guards/orders.ts';
import { approveOrder } from '../guards/orders.ts';
import { rememberSender } from '../payments/senders.ts';
import type { Database } from './database.ts';

const HALT = { address: TEST_ADDRESS, reason: 'a new database', signedUpTo: 9, nextNonce: 9, displaced: [] };
const UNKNOWN = `0x${'ff'.repeat(32)}`;

let world: OperatorDatabase;
let alice: Database;
let root: Database;

beforeAll(async () => {
  world = await startOperatorDatabase();
  ({ alice, root } = world);
});
beforeEach(async () => {
  await root.query('truncate obligations, attempts, sends, senders, pauses, supported_tokens');
  await root.query("insert into supported_tokens values (1, $1, 'USDC', 0, 10)", [TEST_ADDRESS]);
  await rememberSender(root, { chainId: 1, address: TEST_ADDRESS, nextNonce: 9, haltedReason: HALT.reason });
});
afterAll(() => world?.stop());

const halt = () => root.query('update senders set halted_reason = $1', [HALT.reason]);
const unhalt = (decisions: Json | null, database = root) =>
  placeTestOrder(database, {
    action: 'unhalt',
    subject: 'chain:1',
    parameters: { ...HALT, ...(decisions !== null && { decisions }) },
  });

const decide = (subject: string, state: string) => ({
  ...{ subject, state, deposit_hash: UNKNOWN, reason: 'the operator is reviewing it', reason_code: 'operator_review' },
  ...{ who: 'carol', why: 'a question' },
});

async function readTransfer(id: Hash) {
  const [row] = await root.query<Record<string, unknown>>('select * from transfers where id = $1', [id]);
  return row ?? {};
}

test("requires the former database's decisions to end a halt where nothing was signed yet", async () => {
  await expect(unhalt(null)).rejects.toThrow('this database has signed no payment yet');
  await unhalt('none');
  await storeTransfer(root, { state: 'delivered', nonce: 7 });
  await halt();
  expect((await unhalt(null)).appliedAt).not.toBeNull();
});

test.each([
  { state: 'confirmed', decided: 'held', after: { state: 'held', reasonCode: 'operator_review' } },
  { state: 'seen', decided: 'closed', after: { state: 'closed' } },
  { state: 'held', decided: 'closed', after: { state: 'closed' } },
  { state: 'confirmed', decided: 'refundHeld', after: { state: 'refundHeld', receiveAmount: null, payingChainId: 1 } },
  { state: 'held', decided: 'rejected', after: { state: 'rejected', receiveAmount: null, payingChainId: 1 } },
] as const)(
  "gives a $state transfer the former database's decision, $decided, once",
  async ({ state, decided, after }) => {
    const id = await storeTransfer(root, { state });
    expect((await unhalt([decide(id, decided)])).detail).toContain('1 transfer and 0 pauses as in the former database');
    expect(await readTransfer(id)).toMatchObject(after);
    const events = await root.query(
      'select detail from transfer_events where transfer_id = $1 and detail is not null',
      [id],
    );
    expect(events).toEqual([{ detail: expect.stringMatching(/^the former database \w+ it, by carol: a question$/) }]);
    await halt();
    expect((await unhalt([decide(id, decided)])).detail).toContain('0 transfers and 0 pauses');
  },
);

test('holds a deposit of an unknown token whose refund was due', async () => {
  const id = await storeTransfer(root, { state: 'held' });
  const seen = await storeTransfer(root, { state: 'seen' });
  await root.query('truncate supported_tokens');
  await unhalt([decide(id, 'rejected'), decide(seen, 'refundHeld')]);
  expect([await readTransfer(id), await readTransfer(seen)]).toMatchObject([{ state: 'held' }, { state: 'held' }]);
});

test('does not change settled transfers, and holds a signed payment only if it fails', async () => {
  const delivered = await storeTransfer(root, { state: 'delivered' });
  const broadcast = await storeTransfer(root, { state: 'broadcast', nonce: 7 });
  await unhalt([decide(delivered, 'closed'), decide(broadcast, 'held')]);
  expect(await readTransfer(delivered)).toMatchObject({ state: 'delivered' });
  expect(await readTransfer(broadcast)).toMatchObject({ state: 'broadcast', holdRequested: true });
});

test('adopts a pause once, and nothing while no block that was read has the deposit of a decision', async () => {
  const pause = { subject: 'chain:1', state: 'paused', who: 'carol', why: 'a test' };
  const gone = await storeTransfer(root, { state: 'unseen' });
  for (const id of [UNKNOWN, gone]) {
    await expect(unhalt([pause, decide(id, 'held')])).rejects.toThrow(`has not read the deposit of transfer ${id}`);
  }
  expect(await root.query('select 1 from pauses')).toEqual([]);
  await unhalt([pause]);
  await halt();
  expect((await unhalt([pause])).detail).toContain('0 transfers and 0 pauses');
  expect(await root.query('select subject, who, why from pauses')).toEqual([
    { subject: 'chain:1', who: 'carol', why: 'a test' },
  ]);
});

test('lets one of two operators adopt nothing alone', async () => {
  const id = await storeTransfer(root, { state: 'confirmed' });
  const order = await unhalt([decide(id, 'closed')], alice);
  expect(order).toMatchObject({
    appliedAt: null,
    detail: expect.stringContaining('decisions of the former database: 1'),
  });
  expect(await readTransfer(id)).toMatchObject({ state: 'confirmed' });
  await approveOrder(world.bob, { id: order.id, who: 'bob', why: 'compared with the former database' });
  expect(await readTransfer(id)).toMatchObject({ state: 'closed' });
});
