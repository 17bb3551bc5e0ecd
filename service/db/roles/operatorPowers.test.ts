import type { Hash } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OperatorDatabase } from '../../../lab/postgres/operatorDatabase.ts';
import { startOperatorDatabase } from '../../../lab/postgres/operatorDatabase.ts';
import { storeDeposits } from '../../../lab/postgres/storeDeposits.ts';
import type { TransferEvent, TransferState } from '../../domain/transferState.ts';
import { needsNothingBound, transition } from '../../domain/transferState.ts';
import { rememberChain } from '../chains.ts';
import type { Database } from '../database.ts';
import { rememberSender } from '../senders.ts';

// A busy machine is slow, so the timeouts are long.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const THIEF = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const TERMS = `paying_chain_id = 1, recipient = '${ADDRESS}', destination_token = '${ADDRESS}', receive_amount = 8, gas_fee = 1,
  bridge_fee = 1, net_amount = 8`;
const NONCE = 7;

let world: OperatorDatabase;
let alice: Database;
let root: Database;
let made = 0;
const ids = new Map<string, Hash>();

/** A transfer in each of these states, above the value of one operator. The ones after `held` have a payment. */
const STATES = ['seen', 'confirmed', 'held', 'broadcast', 'delivered'] as const;

async function storePayment(id: Hash, nonce: number, state: 'live' | 'paid'): Promise<void> {
  const mined = state === 'paid';
  await root.query(
    `insert into sends (chain_id, address, nonce, call_to, call_data, call_value, call_hash, gas_limit, state, mined_hash)
     values (1, $1, $2, '0x', '0x', 0, '0x', 1, $3, $4)`,
    [ADDRESS, nonce, mined ? 'succeeded' : 'open', mined ? `0x${nonce}` : null],
  );
  await root.query(
    `insert into obligations (transfer_id, kind, chain_id, address, nonce, token, recipient, amount, state)
     values ($1, 'payout', 1, $2, $3, $2, $2, 8, $4)`,
    [id, ADDRESS, nonce, state],
  );
}

beforeAll(async () => {
  world = await startOperatorDatabase();
  ({ alice, root } = world);
  await rememberChain(root, { chainId: 1, genesisHash: `0x${'00'.repeat(32)}`, depositContract: ADDRESS });
  await root.query('insert into approval_bounds values (1, $1, 1)', [ADDRESS]);
});
beforeEach(async () => {
  await root.query('truncate obligations, attempts, sends, senders, pauses, breaker_trips, anchors');
  await root.query("update chains set scanned_to = 100, scanned_to_hash = '0x', rewritten_reason = null");
  await root.query("insert into anchors (chain_id, number, hash) values (1, 90, '0x')");
  await root.query("insert into pauses (subject, who, why) values ('chain:1', 'bob', 'x')");
  await rememberSender(root, { chainId: 1, address: ADDRESS, nextNonce: 9, haltedReason: null });
  for (const state of STATES) {
    made += 1;
    const id: Hash = `0x${String(made).padStart(64, '0')}`;
    ids.set(state, id);
    await storeDeposits(root, [{ id }]);
    const settled = state === 'delivered' ? ", settled_hash = '0x8', settled_amount = 8" : '';
    const terms = state === 'seen' ? '' : `, ${TERMS}, reason = 'x', reason_code = 'operator_review'`;
    await root.query(`update transfers set state = $2${terms}${settled} where id = $1`, [id, state]);
  }
  await storePayment(idOf('broadcast'), NONCE, 'live');
  await storePayment(idOf('delivered'), NONCE + 1, 'paid');
});
afterAll(() => world?.stop());

function idOf(state: (typeof STATES)[number]): Hash {
  const id = ids.get(state);
  if (!id) throw new Error(`no transfer is ${state}`);
  return id;
}

/** Everything that an attack could change, and that no operator's command below may change. */
const readAll = async () => {
  const tables = ['transfers', 'obligations', 'sends', 'senders', 'chains', 'anchors', 'pauses', 'incidents'];
  return Promise.all(
    [...tables, 'transfer_events'].map((table) => root.query(`select * from ${table} order by 1, 2, 3`)),
  );
};

const DENIED = 'permission denied';
const SECOND = 'a second operator must approve';
const NO_PATH = 'an operator cannot change transfer';
const NO_VALUE = 'an operator cannot change these columns';
const NO_PAYMENT = 'an operator cannot change the payment';
const NO_NONCE = 'an operator cannot change nonce';
const NO_SENDER = 'an operator changes a sender only to end its halt';
const NO_CHAIN = 'an operator changes a chain only to read it again';
const NO_RECORD = 'its record in the same transaction';

const STATEMENTS = (
  [
    ['frees a payment that was made', "update obligations set state = 'void' where state = 'paid'", NO_PAYMENT],
    ['frees a payment that can take effect', "update obligations set state = 'void' where state = 'live'", NO_PAYMENT],
    ['calls an open payment made', "update obligations set state = 'paid' where state = 'live'", NO_PAYMENT],
    ['redirects a payment', `update obligations set recipient = '${THIEF}'`, DENIED],
    ['gives a payment to another transfer', "update obligations set transfer_id = '0x'", DENIED],
    ['changes the amount of a payment', 'update obligations set amount = 1', DENIED],
    ['changes the call of a nonce', "update sends set call_data = '0x11'", DENIED],
    ['changes what a payment cost', 'update sends set gas_cost = 0', DENIED],
    ['settles an open nonce', "update sends set state = 'displaced' where state = 'open'", NO_NONCE],
    ['opens a settled nonce', "update sends set state = 'open', mined_hash = null where state = 'succeeded'", NO_NONCE],
    ['skips nonces', 'update senders set next_nonce = 900', NO_SENDER],
    ['takes a nonce twice', 'update senders set next_nonce = 7', NO_SENDER],
    ['halts a sender', "update senders set halted_reason = 'x'", NO_SENDER],
    ['skips blocks', 'update chains set scanned_to = 100000', NO_CHAIN],
    ['calls every block final', 'update chains set final_block = 100000', NO_CHAIN],
    ['calls a chain rewritten', "update chains set rewritten_reason = 'x'", NO_CHAIN],
    ['names another deposit contract', "update chains set deposit_contract = '0x'", DENIED],
    ['removes the anchors of a chain', 'delete from anchors', 'an operator removes anchors only to read'],
    [
      'stores an incident that ends approvals',
      "insert into incidents (kind, detail) values ('senderHalted', 'x')",
      'cannot store the incident',
    ],
    ['pauses without a record', "insert into pauses (subject, who, why) values ('all', 'bob', 'x')", NO_RECORD],
    ["ends a colleague's pause without a record", 'delete from pauses', NO_RECORD],
    [
      'cancels a payment without a record',
      "update sends set cancel_requested_at = now() where state = 'open'",
      NO_RECORD,
    ],
    ['holds all rows of a table', 'lock table transfers in access exclusive mode', DENIED],
  ] as const
).map(([what, sql, refusal]) => ({ what, sql, refusal }));

// On a transfer in a state.
const UPDATES = (
  [
    [
      'pays a delivered transfer again',
      'delivered',
      "state = 'confirmed', settled_hash = null, settled_amount = null",
      NO_PATH,
    ],
    [
      'refunds a delivered transfer',
      'delivered',
      "state = 'refunding', settled_hash = null, settled_amount = null",
      NO_PATH,
    ],
    ['refunds without an approval', 'confirmed', "state = 'refunding', reason = 'x'", NO_PATH],
    ['lets the service refund after a wait', 'confirmed', "waits_for = 'funds', waiting_since = '-infinity'", NO_VALUE],
    ['skips the confirmations', 'seen', `state = 'confirmed', ${TERMS}`, DENIED],
    [
      'calls an unpaid transfer delivered',
      'confirmed',
      "state = 'delivered', settled_hash = '0x', settled_amount = 8",
      NO_PATH,
    ],
    ['hides a transfer', 'confirmed', "state = 'unseen'", NO_PATH],
    ['stops a payment that can take effect', 'broadcast', "state = 'held'", NO_PATH],
    ['pays a second time beside a payment', 'broadcast', "state = 'confirmed'", NO_PATH],
    ['closes what is owed', 'held', "state = 'closed'", 'an operator cannot close transfer'],
    ['redirects a payout', 'confirmed', `recipient = '${THIEF}'`, NO_VALUE],
    ['changes what is paid', 'confirmed', 'receive_amount = 9', NO_VALUE],
    ['changes the chain of the payment', 'confirmed', 'paying_chain_id = 2', NO_VALUE],
    ['changes the deposited amount', 'confirmed', 'amount = 11', DENIED],
    ['lowers a refund', 'held', 'burnt_value = 1', DENIED],
    ['postpones a payment for ever', 'confirmed', "retry_at = 'infinity'", NO_VALUE],
    ['goes before the others', 'confirmed', "created_at = '-infinity'", DENIED],
    ['writes another reason', 'held', "reason = 'x y'", NO_VALUE],
    ["ends a colleague's wish to hold", 'broadcast', 'hold_requested = false', NO_VALUE],
    ['pays what is held', 'held', "state = 'confirmed'", SECOND],
    ['holds without an event', 'confirmed', "state = 'held', reason = 'x'", NO_RECORD],
    ['changes a waiting transfer without a record', 'confirmed', 'note = null', NO_RECORD],
  ] as const
).map(([what, state, set, refusal]) => ({ what, state, set, refusal }));

describe('an operator with psql', () => {
  test.each(STATEMENTS)('is refused: $what', async ({ sql, refusal }) => {
    const before = await readAll();
    await expect(alice.transaction((transaction) => transaction.script(sql))).rejects.toThrow(refusal);
    expect(await readAll()).toEqual(before);
  });

  test.each(UPDATES)('is refused: $what', async ({ state, set, refusal }) => {
    if (state === 'broadcast')
      await root.query('update transfers set hold_requested = true where id = $1', [idOf(state)]);
    const before = await readAll();
    const attempt = alice.query(`update transfers set ${set} where id = $1`, [idOf(state)]);
    await expect(attempt).rejects.toThrow(new RegExp(refusal));
    expect(await readAll()).toEqual(before);
  });

  test.each(['payoutDelivered', 'payoutReverted', 'refundReverted', 'accepted', 'heldBack'])(
    'is refused the event %s without its change',
    async (cause) => {
      const insert = 'insert into transfer_events (transfer_id, from_state, to_state, cause) values ($1, $2, $2, $3)';
      await expect(alice.query(insert, [idOf('confirmed'), 'confirmed', cause])).rejects.toThrow('needs its change');
    },
  );
});

async function approve(action: string, subject: string): Promise<void> {
  const [request] = await alice.query<{ id: bigint }>(
    `insert into approval_requests (who, why, action, subjects, command, summary, expires_at)
     values ('alice', 'x', $1, array[$2], array[$1, $2], 'x', now() + interval '1 hour') returning id`,
    [action, subject],
  );
  await world.bob.query("insert into approvals (request_id, who, why) values ($1, 'bob', 'x')", [request?.id ?? 0n]);
}

test('an approved retry keeps the first decision', async () => {
  const id = idOf('held');
  await approve('retry', id);
  await expect(alice.query("update transfers set state = 'seen' where id = $1", [id])).rejects.toThrow(NO_PATH);
});

test('an approved refund pays on the chain of the deposit, and keeps nothing of the payout', async () => {
  const id = idOf('held');
  await approve('refund', id);
  for (const set of [
    '',
    ', paying_chain_id = 2, recipient = null, gas_fee = null, bridge_fee = null, net_amount = null, receive_amount = null',
  ]) {
    const attempt = alice.query(`update transfers set state = 'rejected'${set} where id = $1`, [id]);
    await expect(attempt, set).rejects.toThrow(NO_VALUE);
  }
});

describe('the end of a halt', () => {
  const END = 'update senders set halted_reason = null, next_nonce = 10';
  const RECORD = "insert into operator_actions (who, why, action, subject) values ('alice', 'x', 'unhalt', 'One')";
  const DISPLACE =
    "update sends set state = 'displaced' where state = 'open'; update obligations set state = 'void' where state = 'live'";
  const run = (...statements: string[]) => alice.transaction((transaction) => transaction.script(statements.join(';')));

  beforeEach(() => root.query("update senders set halted_reason = 'a foreign transaction'"));

  test('frees payments only in the transaction that ends the halt, with an approval', async () => {
    const before = await readAll();
    await expect(run(DISPLACE, RECORD)).rejects.toThrow('changes only with the end of the halt');
    await expect(run(DISPLACE, RECORD, END)).rejects.toThrow(SECOND);
    await approve('unhalt', 'chain:1');
    await expect(run(DISPLACE, END)).rejects.toThrow(NO_RECORD);
    await expect(run(END, RECORD, DISPLACE)).rejects.toThrow(NO_NONCE);
    expect(await readAll()).toEqual(before);
    await run(DISPLACE, END, RECORD);
    expect(await root.query("select 1 from obligations where state = 'live'")).toEqual([]);
  });

  test('does not free a payment of an earlier halt', async () => {
    await approve('unhalt', 'chain:1');
    await run("update sends set state = 'displaced' where state = 'open'", END, RECORD);
    const free = "update obligations set state = 'void' where state = 'live'";
    await expect(run(free, RECORD)).rejects.toThrow(NO_PAYMENT);
    await root.query("update senders set halted_reason = 'another foreign transaction'");
    await expect(run(free, RECORD)).rejects.toThrow('changes only with the end of the halt');
  });
});

test('the database knows exactly the changes of a state that the commands make', async () => {
  const states =
    "select distinct unnest(regexp_matches(pg_get_constraintdef(oid), '''(\\w+)''', 'g')) as state from pg_constraint where conname = 'transfers_state_check'";
  const found = await root.query<{ from: TransferState; to: TransferState; cause: TransferEvent }>(
    `with s as (${states}) select a.state as from, b.state as to, operator_cause(a.state, b.state) as cause
     from s a, s b where operator_cause(a.state, b.state) is not null`,
  );
  expect(found).toHaveLength(20);
  for (const { from, to, cause } of found) expect(transition(from, cause), `${from} ${cause}`).toBe(to);
  const orders = new Set(found.map(({ cause }) => cause).filter(needsNothingBound));
  expect(orders).toEqual(new Set(['stopped', 'retried', 'payoutResumed', 'refundOrdered', 'closed']));
});
