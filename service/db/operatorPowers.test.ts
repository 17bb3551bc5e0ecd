import type { Hash } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OperatorDatabase } from '../../tools/lab/postgres/operatorDatabase.ts';
import { startOperatorDatabase } from '../../tools/lab/postgres/operatorDatabase.ts';
import { placeTestOrder } from '../../tools/lab/postgres/placeTestOrder.ts';
import { storeTransfer, TEST_ADDRESS } from '../../tools/lab/postgres/storeTransfer.ts';
import { ORDER_REASONS } from '../deposits/model/acceptance.ts';
import type { TransferState } from '../deposits/model/transfer.ts';
import { TRANSFER_STATES } from '../deposits/model/transfer.ts';
import type { OrderParameters } from '../guards/orders.ts';
import { approveOrder } from '../guards/orders.ts';
import { rememberSender } from '../payments/senders.ts';
import type { Database } from './database.ts';

const UNKNOWN = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const DENIED = 'permission denied';

let world: OperatorDatabase;
let alice: Database;
let root: Database;

beforeAll(async () => {
  world = await startOperatorDatabase();
  ({ alice, root } = world);
});
beforeEach(async () => {
  await root.query('truncate obligations, attempts, sends, senders, pauses, breaker_trips, anchors, supported_tokens');
  await root.query("update chains set scanned_to = 100, scanned_to_hash = '0x', rewritten_reason = null");
  // A deposit has 10 units, which one operator may move alone.
  await root.query("insert into supported_tokens values (1, $1, 'USDC', 0, 10)", [TEST_ADDRESS]);
  await rememberSender(root, { chainId: 1, address: TEST_ADDRESS, nextNonce: 9, haltedReason: null });
});
afterAll(() => world?.stop());

const readTransfer = async (id: Hash) => {
  const [row] = await root.query<Record<string, unknown>>('select * from transfers where id = $1', [id]);
  return row ?? {};
};
const readLastEvent = async (id: Hash) => {
  const [row] = await root.query<Record<string, unknown>>(
    'select from_state as from, to_state as to, cause, detail from transfer_events where transfer_id = $1 order by id desc limit 1',
    [id],
  );
  return row;
};

describe('an operator with psql', () => {
  test('cannot insert into, update, delete from, truncate or lock any table', async () => {
    const tables = await root.query<{ name: string; column: string }>(
      `select c.oid::regclass::text as name, min(quote_ident(a.attname)) as column
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and a.attidentity = ''
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.oid`,
    );
    expect(tables.length).toBeGreaterThan(20);
    for (const { name, column } of tables) {
      for (const statement of [
        `insert into ${name} default values`,
        `update ${name} set ${column} = default`,
        `delete from ${name}`,
        `truncate ${name} cascade`,
        `lock table ${name} in share row exclusive mode`,
        `select * from ${name} for update`,
      ]) {
        const attempt = alice.transaction((transaction) => transaction.script(statement));
        await expect(attempt, statement).rejects.toThrow(DENIED);
      }
    }
  });

  test('can create no object that the functions would find, and no function of the owner runs in its place', async () => {
    for (const statement of [
      'create temporary table orders (id int)',
      'create schema mine',
      'create function pg_temp.lock_transfer(o orders) returns transfers language sql as $$ select null::transfers $$',
      'select refuse_changed(null)',
      'select carry_out(null)',
    ]) {
      await expect(alice.query(statement), statement).rejects.toThrow(DENIED);
    }
    const id = await storeTransfer(root, { state: 'confirmed' });
    await alice.transaction(async (transaction) => {
      await transaction.script('set local search_path = pg_temp');
      await transaction.query("select public.place_order('hold', $1, '{}', 'x', 'x')", [id]);
    });
    expect(await readTransfer(id)).toMatchObject({ state: 'held' });
  });
});

test('does not let the worker or the API place or approve an order', async () => {
  const api = await world.openAs('causeway_api');
  for (const database of [world.worker, api]) {
    const place = database.query("select place_order('pause', 'all', '{}', 'x', 'x')");
    await expect(place).rejects.toThrow(DENIED);
    await expect(database.query("select approve_order(1, 'x', 'x')")).rejects.toThrow(DENIED);
  }
});

type Expected = Readonly<Partial<Record<TransferState, TransferState>>>;

const WAITING: Expected = { seen: 'seen', confirmed: 'confirmed', rejected: 'rejected', refunding: 'refunding' };
const CHANGES: Readonly<Record<'hold' | 'retry' | 'refund' | 'close', Expected>> = {
  hold: { seen: 'held', confirmed: 'held', rejected: 'held', refunding: 'refundHeld' },
  retry: { ...WAITING, held: 'seen', refundHeld: 'refunding' },
  refund: { held: 'rejected', confirmed: 'rejected', refundHeld: 'refunding' },
  close: { held: 'closed', refundHeld: 'closed' },
};
const CAUSES: Readonly<Record<string, string>> = { hold: 'stopped', refund: 'refundOrdered', close: 'closed' };
const TRANSFER_ORDERS = ['hold', 'retry', 'refund', 'close'] as const;

describe.each(TRANSFER_ORDERS)('the order to %s a transfer', (action) => {
  // Only a transfer that is owed to nobody can be closed.
  const deposit = action === 'close' ? ({ token: UNKNOWN } as const) : {};

  test.each(TRANSFER_STATES)('in the state %s', async (state) => {
    const id = await storeTransfer(root, { state, deposit });
    const before = await readTransfer(id);
    const expected = CHANGES[action][state];
    const order = placeTestOrder(alice, { action, subject: id });
    if (!expected) {
      await expect(order).rejects.toThrow(/cannot be (?:held|retried|refunded|closed): /);
      expect(await readTransfer(id)).toEqual(before);
      return;
    }
    expect(await order).toMatchObject({ role: 'alice', appliedAt: expect.any(Date), transfers: [id] });
    expect(await readTransfer(id)).toMatchObject({ state: expected });
    if (expected === state) return;
    const cause = CAUSES[action] ?? (state === 'held' ? 'retried' : 'refundOrdered');
    expect(await readLastEvent(id)).toMatchObject({ from: state, to: expected, cause });
  });

  test.each(TRANSFER_STATES)(
    'in the state %s beside a payment changes nothing that the payment needs',
    async (state) => {
      const id = await storeTransfer(root, { state, nonce: 7, deposit });
      const before = await readTransfer(id);
      const order = placeTestOrder(alice, { action, subject: id });
      const isHeldLater = action === 'hold' && /^(?:seen|confirmed|signed|broadcast|rejected|refunding)$/.test(state);
      if (isHeldLater || (action === 'retry' && WAITING[state])) await order;
      else await expect(order).rejects.toThrow(/cannot be|is bound to nonce 7 on chain 1/);
      const { holdRequested, updatedAt, ...after } = await readTransfer(id);
      expect(holdRequested).toBe(isHeldLater);
      expect({ ...after, holdRequested: false, updatedAt: before.updatedAt }).toEqual(before);
      expect(updatedAt).toBeInstanceOf(Date);
    },
  );
});

test('retry keeps the first decision', async () => {
  const id = await storeTransfer(root, { state: 'held', isDecided: true });
  await placeTestOrder(alice, { action: 'retry', subject: id });
  expect(await readTransfer(id)).toMatchObject({ state: 'confirmed', receiveAmount: 8n, reason: null });
  expect(await readLastEvent(id)).toMatchObject({ cause: 'payoutResumed' });
});

test('resets the wait counters, and a refund keeps nothing of the payout', async () => {
  const id = await storeTransfer(root, { state: 'confirmed' });
  await root.query(
    `update transfers set tries = 3, note = 'x', note_code = 'paused', waits_for = 'funds', waiting_since = now(), retry_at = now(),
       failing_since = now(), hold_requested = true, token_name = null, origin_decimals = null where id = $1`,
    [id],
  );
  await placeTestOrder(alice, { action: 'refund', subject: id });
  expect(await readTransfer(id)).toMatchObject({
    ...{ state: 'rejected', payingChainId: 1, tokenName: 'USDC', originDecimals: 0, amount: 10n },
    ...{ recipient: null, gasFee: null, bridgeFee: null, netAmount: null, receiveAmount: null },
    ...{ tries: 0, note: null, noteCode: null, waitsFor: null, waitingSince: null, retryAt: null, failingSince: null },
    ...{ holdRequested: false, reason: ORDER_REASONS.refund.text, reasonCode: ORDER_REASONS.refund.code },
  });
});

test("a hold has the service's reason, and a started refund keeps its own", async () => {
  const [confirmed, refunding] = [
    await storeTransfer(root, { state: 'confirmed' }),
    await storeTransfer(root, { state: 'refunding' }),
  ];
  for (const subject of [confirmed, refunding]) await placeTestOrder(alice, { action: 'hold', subject });
  const { text: reason, code: reasonCode } = ORDER_REASONS.hold;
  expect(await readTransfer(confirmed)).toMatchObject({ reason, reasonCode });
  expect(await readTransfer(refunding)).toMatchObject({ state: 'refundHeld', reason: 'x' });
});

test('a refund after a hold says that the operator refunds it, not that the operator is reviewing it', async () => {
  const [confirmed, held] = [
    await storeTransfer(root, { state: 'confirmed' }),
    await storeTransfer(root, { state: 'held' }),
  ];
  await root.query("update transfers set reason_code = 'route_removed' where id = $1", [held]);
  await placeTestOrder(alice, { action: 'hold', subject: confirmed });
  for (const subject of [confirmed, held]) await placeTestOrder(alice, { action: 'refund', subject });
  const { text: reason, code: reasonCode } = ORDER_REASONS.refund;
  expect(await readTransfer(confirmed)).toMatchObject({ state: 'rejected', reason, reasonCode });
  // A transfer that the service has held keeps its reason.
  expect(await readTransfer(held)).toMatchObject({ state: 'rejected', reason: 'x' });
});

test('a subject or an action with SQL in it changes nothing', async () => {
  const id = await storeTransfer(root, { state: 'held' });
  for (const subject of [`${id}' or true --`, '%', "'; drop table orders; --", '']) {
    await expect(placeTestOrder(alice, { action: 'retry', subject })).rejects.toThrow('no transfer with the id');
    for (const action of ['unhalt', 'reread', 'resume', 'resolve', 'announce'] as const) {
      await expect(placeTestOrder(alice, { action, subject }), action).rejects.toMatchObject({ code: 'CW002' });
    }
  }
  const unknown = alice.query("select place_order('order_close', $1, '{}', 'x', 'x')", [id]);
  await expect(unknown).rejects.toThrow('There is no order "order_close"');
  expect(await readTransfer(id)).toMatchObject({ state: 'held' });
});

test('an order has the role and time from the database, a name and a reason, and never changes', async () => {
  await placeTestOrder(alice, { action: 'pause', subject: 'all' });
  const [order] = await root.query<{ role: string; age: number }>(
    'select role, extract(epoch from now() - at)::float8 as age from orders order by id desc limit 1',
  );
  expect(order?.role).toBe('alice');
  expect(order?.age).toBeLessThan(60);
  for (const [who, why] of [
    ['', 'x'],
    ['x', ''],
  ]) {
    const nameless = alice.query("select place_order('resume', 'all', '{}', $1, $2)", [who ?? '', why ?? '']);
    await expect(nameless).rejects.toThrow('violates check constraint');
  }
  for (const change of ["update orders set why = 'y'", 'delete from orders']) {
    await expect(root.query(change)).rejects.toThrow('append-only');
  }
});

describe('the end of a halt', () => {
  const SEEN = { address: TEST_ADDRESS, reason: 'a foreign transaction', signedUpTo: 9, nextNonce: 10 };
  const HASH = `0x${'aa'.repeat(32)}`;
  const unhalt = (parameters: OrderParameters) =>
    placeTestOrder(root, { action: 'unhalt', subject: 'chain:1', parameters });
  const explain = (...payments: { readonly [key: string]: string }[]) =>
    unhalt({ ...SEEN, displaced: [{ nonce: 7, payments }] });

  beforeEach(() => root.query("update senders set halted_reason = 'a foreign transaction'"));

  test.each([
    ['another reason', { ...SEEN, reason: 'x' }],
    ['another nonce', { ...SEEN, signedUpTo: 8 }],
    ['a next nonce that is used', { ...SEEN, nextNonce: 8 }],
    ['no next nonce', { address: TEST_ADDRESS, reason: SEEN.reason, signedUpTo: 9 }],
    ['another wallet', { ...SEEN, address: UNKNOWN }],
  ])('is refused with %s', async (_, parameters) => {
    await expect(unhalt(parameters)).rejects.toThrow('The halt of chain:1 changed');
  });

  test('frees no nonce of a sender that is not halted', async () => {
    await root.query('update senders set halted_reason = null');
    await expect(unhalt({ ...SEEN, displaced: [] })).rejects.toThrow('The halt of chain:1 changed');
  });

  test('needs the outcome of each payment at an unsettled nonce', async () => {
    const id = await storeTransfer(root, { state: 'broadcast', nonce: 7 });
    const [before] = await root.query('select * from sends');
    await expect(explain()).rejects.toThrow('The payments at nonce 7 changed');
    await expect(explain({ transfer: id, outcome: 'x' })).rejects.toThrow('The payments at nonce 7 changed');
    await expect(explain({ transfer: id, outcome: 'paid' })).rejects.toThrow('The payments at nonce 7 changed');
    await expect(unhalt({ ...SEEN, displaced: [{ nonce: 6, payments: [] }] })).rejects.toThrow('Nonce 6 settled');
    expect(await root.query('select * from sends')).toEqual([before]);
    expect(await root.query('select state from obligations')).toEqual([{ state: 'live' }]);
  });

  test.each([
    { state: 'broadcast', outcome: 'unpaid', after: 'confirmed', payment: 'void', cause: 'payoutReverted' },
    { state: 'signed', outcome: 'paid', after: 'delivered', payment: 'paid', cause: 'payoutDelivered' },
    { state: 'broadcast', outcome: 'other', after: 'held', payment: 'live', cause: 'heldBack' },
    { state: 'refunding', outcome: 'unpaid', after: 'refunding', payment: 'void', cause: 'refundReverted' },
    { state: 'refunding', outcome: 'paid', after: 'refunded', payment: 'paid', cause: 'refundDelivered' },
    { state: 'refunding', outcome: 'other', after: 'refunding', payment: 'live', cause: null },
  ] as const)('settles a payment of $state that is $outcome', async ({ state, outcome, after, payment, cause }) => {
    const id = await storeTransfer(root, { state, nonce: 7 });
    const order = await explain({ transfer: id, outcome, hash: HASH, amount: '8' });
    expect(order).toMatchObject({ transfers: [id], detail: expect.stringContaining('used nonce 7') });
    expect(await readTransfer(id)).toMatchObject({ state: after, settledHash: outcome === 'paid' ? HASH : null });
    expect(await root.query('select state from obligations')).toEqual([{ state: payment }]);
    expect(await root.query('select state from sends')).toEqual([{ state: 'displaced' }]);
    expect(await root.query('select halted_reason, next_nonce from senders')).toEqual([
      { haltedReason: null, nextNonce: 10 },
    ]);
    if (cause) expect(await readLastEvent(id)).toMatchObject({ from: state, to: after, cause });
    const incidents = await root.query('select 1 from incidents where transfer_id = $1', [id]);
    expect(incidents).toHaveLength(outcome === 'other' ? 1 : 0);
  });

  test('leaves a held transfer held', async () => {
    const id = await storeTransfer(root, { state: 'held', nonce: 7 });
    await explain({ transfer: id, outcome: 'unpaid' });
    expect(await readTransfer(id)).toMatchObject({ state: 'held' });
    expect(await root.query('select state from obligations')).toEqual([{ state: 'void' }]);
  });
});

describe('the order to read a chain again', () => {
  const LAST = { number: '60', hash: '0x60' };
  const reread = (parameters: OrderParameters) =>
    placeTestOrder(root, { action: 'reread', subject: 'chain:1', parameters });

  test('moves the cursors only backwards, and removes the anchors', async () => {
    await expect(reread({ reason: 'x', from: '61', last: LAST })).rejects.toThrow('The stop of chain:1 changed');
    await root.query("update chains set rewritten_reason = 'deep', rescanned_to = 80");
    await root.query("insert into anchors (chain_id, number, hash) values (1, 90, '0x')");
    await expect(reread({ reason: 'x', from: '61', last: LAST })).rejects.toThrow('The stop of chain:1 changed');
    const ahead = { reason: 'deep', from: '102', last: { number: '101', hash: '0x' } };
    await expect(reread(ahead)).rejects.toThrow('only up to block 100');
    expect(await root.query('select number from anchors')).toHaveLength(1);
    await reread({ reason: 'deep', from: '61', last: LAST });
    const [chain] = await root.query('select rewritten_reason, scanned_to, scanned_to_hash, rescanned_to from chains');
    expect(chain).toEqual({ rewrittenReason: null, scannedTo: 60n, scannedToHash: '0x60', rescannedTo: 60n });
    expect(await root.query('select number from anchors')).toEqual([]);
  });
});

test('no order of one operator is approved before it waits', async () => {
  const order = await placeTestOrder(alice, { action: 'pause', subject: 'all' });
  const approve = approveOrder(world.bob, { id: order.id, who: 'bob', why: 'x' });
  await expect(approve).rejects.toThrow(`Order ${order.id} is done.`);
  await expect(approveOrder(world.bob, { id: 999_999n, who: 'bob', why: 'x' })).rejects.toThrow('There is no order');
});
