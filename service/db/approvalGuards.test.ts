import type { Hash } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OperatorDatabase } from '../../tools/lab/postgres/operatorDatabase.ts';
import { startOperatorDatabase } from '../../tools/lab/postgres/operatorDatabase.ts';
import type { TestOrder } from '../../tools/lab/postgres/placeTestOrder.ts';
import { placeTestOrder } from '../../tools/lab/postgres/placeTestOrder.ts';
import { storeTransfer, TEST_ADDRESS } from '../../tools/lab/postgres/storeTransfer.ts';
import { readLastOrders } from '../deposits/transferEvents.ts';
import type { Order } from '../guards/orders.ts';
import { approveOrder } from '../guards/orders.ts';
import { readUncleared, storeMatches } from '../guards/screening.ts';
import { haltSender, readSender, rememberSender } from '../payments/senders.ts';
import type { Database } from './database.ts';

const KEY = { chainId: 1, address: TEST_ADDRESS } as const;
const MATCH = [{ role: 'sender', address: TEST_ADDRESS, source: 'list', detail: null }] as const;
const CHANGED = 'has changed since order';

let world: OperatorDatabase;
let root: Database;
let alice: Database;
let bob: Database;
let id: Hash;

beforeAll(async () => {
  world = await startOperatorDatabase();
  ({ root, alice, bob } = world);
  await rememberSender(root, { ...KEY, nextNonce: 5, haltedReason: null });
});
beforeEach(async () => {
  await root.query('truncate supported_tokens, pauses, breaker_trips');
  await root.query('update senders set halted_reason = null');
  await root.query("update chains set rewritten_reason = null, scanned_to = 100, scanned_to_hash = '0x'");
  await setBound(1n);
  id = await storeTransfer(root, { state: 'held' });
});
afterAll(() => world?.stop());

/** A deposit has 10 units, so with a limit of 10 one operator may act alone. */
async function setBound(amount: bigint | null): Promise<void> {
  const sql = `insert into supported_tokens values (1, $1, 'USDC', 0, $2)
    on conflict (chain_id, token) do update set one_operator_max = excluded.one_operator_max`;
  await root.query(sql, [TEST_ADDRESS, amount]);
}

const place = (database: Database, order: TestOrder) => placeTestOrder(database, order);
const retry = (database: Database = alice) => place(database, { action: 'retry', subject: id });
const approve = (database: Database, order: Order) => approveOrder(database, { id: order.id, who: 'bob', why: 'y' });
const stateOf = async (transfer: Hash) => {
  const [row] = await root.query<{ state: string }>('select state from transfers where id = $1', [transfer]);
  return row?.state;
};

/** The service holds the transfer again. */
async function hold(): Promise<void> {
  await root.query("update transfers set state = 'held', reason = 'x' where id = $1", [id]);
  await root.query("insert into transfer_events (transfer_id, to_state, cause) values ($1, 'held', 'heldBack')", [id]);
}

describe('the amount', () => {
  test.each(['retry', 'refund'] as const)('decides whether %s needs a second operator', async (action) => {
    const order = await place(alice, { action, subject: id });
    expect(order).toMatchObject({ appliedAt: null, detail: `${action} transfer ${id} of 10 USDC, which is held` });
    expect(await stateOf(id)).toBe('held');
    await setBound(9n);
    expect(await place(alice, { action, subject: id })).toMatchObject({ appliedAt: null });
    await setBound(10n);
    expect(await place(alice, { action, subject: id })).toMatchObject({ appliedAt: expect.any(Date) });
  });

  test('of a token without a limit, or with a limit of zero, always needs one', async () => {
    await setBound(0n);
    expect(await retry()).toMatchObject({ appliedAt: null });
    const unknown = await storeTransfer(root, {
      state: 'held',
      deposit: { token: '0x90F79bf6EB2c4f870365E785982E1f101E93b906' },
    });
    expect(await place(alice, { action: 'retry', subject: unknown })).toMatchObject({ appliedAt: null });
  });

  test('does not matter after a screening match', async () => {
    await setBound(1000n);
    await storeMatches(root, id, MATCH);
    expect(await retry()).toMatchObject({
      appliedAt: null,
      detail: expect.stringMatching(/which is held and was matched by the screening$/),
    });
  });

  test('does not matter without the rule, or to the owner of the schema', async () => {
    await storeMatches(root, id, MATCH);
    const owner = await placeTestOrder(root, { action: 'retry', subject: id });
    expect(owner).toMatchObject({ role: 'postgres', appliedAt: expect.any(Date) });
    await hold();
    await setBound(null);
    expect(await retry()).toMatchObject({ role: 'alice', appliedAt: expect.any(Date) });
  });
});

describe('an approval', () => {
  test('is refused to the role that placed the order, to the shared role and to the service', async () => {
    const order = await retry();
    await expect(approve(alice, order)).rejects.toThrow('Another operator must approve it with their own role');
    const shared = await world.openAs('causeway_operator');
    await expect(approve(shared, order)).rejects.toThrow('Another operator must approve it with their own role');
    await expect(approve(world.worker, order)).rejects.toThrow('permission denied');
    await expect(retry(shared)).rejects.toThrow('connect with your own database role');
    expect(await stateOf(id)).toBe('held');
  });

  test('counts by the authenticated role, whatever the session claims', async () => {
    const order = await retry();
    for (const pretence of ['set role causeway_operator', 'set session authorization bob', 'set role bob']) {
      const attempt = alice.transaction(async (transaction) => {
        await transaction.script(pretence);
        await transaction.query("select approve_order($1, 'bob', 'x')", [order.id]);
      });
      await expect(attempt, pretence).rejects.toThrow(/Another operator must approve|permission denied/);
    }
  });

  test('carries the order out once, and is stored with it', async () => {
    const order = await retry();
    expect(await approve(bob, order)).toMatchObject({
      ...{ role: 'alice', who: 'a test', approvedRole: 'bob', approvedWho: 'bob', approvedWhy: 'y' },
      ...{ appliedAt: expect.any(Date), detail: 'it was held, and the service decides it again' },
    });
    expect(await stateOf(id)).toBe('seen');
    await expect(approve(bob, order)).rejects.toThrow(`Order ${order.id} is done: bob approved it.`);
    await hold();
    await expect(approve(bob, order)).rejects.toThrow('is done');
    expect(await stateOf(id)).toBe('held');
    await expect(root.query("update orders set approved_role = 'alice'")).rejects.toThrow('append-only');
  });

  test('by two people at the same time carries the order out once', async () => {
    const order = await retry();
    await root.query('create role carol login in role causeway_operator');
    const carol = await world.openAs('carol');
    const answers = await Promise.allSettled([approve(bob, order), approve(carol, order)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const events = await root.query("select 1 from transfer_events where transfer_id = $1 and cause = 'retried'", [id]);
    expect(events).toHaveLength(1);
  });

  test('comes in time', async () => {
    const [late] = await alice.query<{ id: bigint }>(
      "select id from place_order('retry', $1, '{}', 'alice', 'x', '-1 second')",
      [id],
    );
    await expect(approveOrder(bob, { id: late?.id ?? 0n, who: 'bob', why: 'x' })).rejects.toThrow('expired at');
    await alice.query("select id from place_order('retry', $1, '{}', 'alice', 'x', '10 years')", [id]);
    await alice.query("select id from place_order('retry', $1, '{}', 'alice', 'x', null)", [id]);
    const waits = await root.query(
      "select 1 from orders where applied_at is null and expires_at > now() + interval '31 days' or num_nulls(applied_at, expires_at) = 2",
    );
    expect(waits).toEqual([]);
    expect(await stateOf(id)).toBe('held');
  });

  test('is checked again: an action that the state no longer allows is refused', async () => {
    const order = await retry();
    await root.query("update transfers set state = 'refunding' where id = $1", [id]);
    await root.query("update transfers set state = 'closed' where id = $1", [id]);
    await expect(approve(bob, order)).rejects.toThrow('it is closed');
  });

  test('ends no hold that began after its order, even if one operator is now enough', async () => {
    const order = await retry();
    await root.query("update transfers set state = 'seen' where id = $1", [id]);
    await hold();
    await expect(approve(bob, order)).rejects.toThrow(
      `Nothing is approved: ${id} has changed since order ${order.id} was placed. The first operator runs the command again, which places a new order.`,
    );
    await setBound(10n);
    await expect(approve(bob, order)).rejects.toThrow(CHANGED);
    expect(await stateOf(id)).toBe('held');
    await setBound(1n);
    await approve(bob, await retry());
  });

  test('clears no screening match found after its order', async () => {
    const order = await retry();
    await storeMatches(root, id, MATCH);
    await expect(approve(bob, order)).rejects.toThrow(CHANGED);
    expect(await readUncleared(root, id, MATCH)).toEqual(MATCH);
    expect((await readLastOrders(root, [id])).size).toBe(0);
  });
});

test("has the database's time for an operator's order, and clears no later match", async () => {
  await setBound(10n);
  await retry();
  expect((await readLastOrders(root, [id])).get(id)).toBe('retry');
  await storeMatches(root, id, MATCH);
  expect(await readUncleared(root, id, MATCH)).toEqual(MATCH);
});

describe('the end of a halt, a rewrite and a stop', () => {
  const halted = {
    address: TEST_ADDRESS,
    reason: 'a foreign transaction',
    signedUpTo: 5,
    nextNonce: 6,
    displaced: [],
    decisions: 'none',
  };
  const ORDERS: readonly TestOrder[] = [
    { action: 'unhalt', subject: 'chain:1', parameters: halted },
    { action: 'reread', subject: 'chain:1', parameters: { reason: 'deep', from: '61', last: null } },
    { action: 'resume', subject: 'all' },
  ];

  async function begin(): Promise<void> {
    await haltSender(root, KEY, 'a foreign transaction');
    await root.query("update chains set rewritten_reason = 'deep'");
    await root.query("insert into incidents (kind, chain_id, detail) values ('chainRewritten', 1, 'deep')");
    await root.query("insert into breaker_trips (subject, detail) values ('all', 'too much left')");
    await root.query(
      "insert into pauses (subject, who, why) values ('all', 'circuit breaker', 'x') on conflict do nothing",
    );
  }

  async function end(): Promise<void> {
    await root.query('update senders set halted_reason = null');
    await root.query('update chains set rewritten_reason = null');
    await root.query('update breaker_trips set resumed_at = now() where resumed_at is null');
  }

  const readEnds = async () => [
    (await readSender(root, KEY))?.haltedReason,
    ...(await root.query('select rewritten_reason from chains')),
    await root.query('select 1 from breaker_trips where resumed_at is null'),
    await root.query('select subject from pauses'),
  ];

  test('always needs a second operator, and ends nothing that began after its order', async () => {
    await begin();
    const before = await readEnds();
    const orders: Order[] = [];
    for (const order of ORDERS) orders.push(await place(alice, order));
    for (const order of orders) expect(order, order.action).toMatchObject({ appliedAt: null });
    expect(await readEnds()).toEqual(before);
    await end();
    await begin();
    for (const order of orders) await expect(approve(bob, order), order.action).rejects.toThrow(CHANGED);
    expect(await readEnds()).toEqual(before);
    for (const order of ORDERS) await approve(bob, await place(alice, order));
    expect(await readEnds()).toEqual([null, { rewrittenReason: null }, [], []]);
  });

  test('deletes no pause that a colleague began after the stop', async () => {
    await begin();
    const order = await place(alice, { action: 'resume', subject: 'all' });
    await end();
    await expect(approve(bob, order)).rejects.toThrow(CHANGED);
    expect(await root.query('select subject from pauses')).toEqual([{ subject: 'all' }]);
  });
});

test('the key of a halted sender and of a rewritten chain never changes', async () => {
  const key = { chainId: 1, address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' } as const;
  await rememberSender(root, { ...key, nextNonce: 5, haltedReason: 'halted' });
  for (const [table, change] of [
    ['senders', "address = '0x0'"],
    ['senders', 'chain_id = 2'],
    ['chains', 'chain_id = 2'],
  ]) {
    await expect(root.query(`update ${table} set ${change}`)).rejects.toThrow(`the key of ${table} never changes`);
  }
  expect(await readSender(root, key)).toMatchObject({ haltedReason: 'halted' });
});
