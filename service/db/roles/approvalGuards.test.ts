import type { Hash } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OperatorDatabase } from '../../../lab/postgres/operatorDatabase.ts';
import { startOperatorDatabase } from '../../../lab/postgres/operatorDatabase.ts';
import { storeDeposits } from '../../../lab/postgres/storeDeposits.ts';
import { rememberChain } from '../chains.ts';
import type { Database } from '../database.ts';
import { readUncleared, storeMatches } from '../screenings.ts';
import { haltSender, readSender, rememberSender } from '../senders.ts';
import { readStandingOrders } from '../transferEvents.ts';

// A busy machine is slow, so the timeouts are long.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const MATCH = [{ role: 'sender', address: ADDRESS, source: 'list', detail: null }] as const;
const SECOND = 'a second operator must approve';

let world: OperatorDatabase;
let root: Database;
let alice: Database;
let bob: Database;
let made = 0;
let id: Hash;

beforeAll(async () => {
  world = await startOperatorDatabase();
  ({ root, alice, bob } = world);
  await rememberChain(root, { chainId: 1, genesisHash: `0x${'00'.repeat(32)}`, depositContract: ADDRESS });
});
beforeEach(async () => {
  made += 1;
  id = `0x${String(made).padStart(64, '0')}`;
  await storeDeposits(root, [{ id }]);
  await root.query('truncate approval_bounds');
  await setBound(1n);
});
afterAll(() => world?.stop());

/** A deposit has 10 units, so a bound of 10 lets one operator act alone. */
async function setBound(amount: bigint): Promise<void> {
  const sql = `insert into approval_bounds values (1, $1, $2)
    on conflict (chain_id, token) do update set amount = excluded.amount`;
  await root.query(sql, [ADDRESS, amount]);
}

const move = (database: Database, to: string) =>
  database.query("update transfers set state = $2, reason = 'x', reason_code = 'operator_review' where id = $1", [
    id,
    to,
  ]);

const RECORD =
  "insert into operator_actions (who, why, action, subject, transfer_id) values ('alice', 'x', $1, 'x', $2)";

/** Changes a transfer as an operator's command does: with its event and its record. */
const order = (to: string) =>
  alice.transaction(async (transaction) => {
    const [before] = await transaction.query<{ state: string }>('select state from transfers where id = $1', [id]);
    await transaction.query("update transfers set state = $2, reason = 'x' where id = $1", [id, to]);
    await transaction.query(
      `insert into transfer_events (at, transfer_id, from_state, to_state, cause)
       values ('infinity', $1, $2, $3, operator_cause($2, $3))`,
      [id, before?.state ?? '', to],
    );
    await transaction.query(RECORD, ['retry', id]);
  });

const record = (cause: string, { from, to }: { readonly from: string; readonly to: string }) =>
  alice.query(
    "insert into transfer_events (at, transfer_id, from_state, to_state, cause) values ('infinity', $1, $2, $3, $4)",
    [id, from, to, cause],
  );

/** The service holds the transfer. */
async function hold(): Promise<void> {
  await move(root, 'held');
  await root.query("insert into transfer_events (transfer_id, to_state, cause) values ($1, 'held', 'heldBack')", [id]);
}

async function approve(action: string, subject: string): Promise<bigint> {
  const [request] = await alice.query<{ id: bigint }>(
    `insert into approval_requests (who, why, action, subjects, command, summary, expires_at)
     values ('alice', 'x', $1, array[$2], array[$1, $2], 'x', now() + interval '1 hour') returning id`,
    [action, subject],
  );
  if (!request) throw new Error('the request has an id');
  await bob.query("insert into approvals (request_id, who, why) values ($1, 'bob', 'x')", [request.id]);
  return request.id;
}

const usesOf = (request: bigint) => root.query('select subject from approval_uses where request_id = $1', [request]);

describe('an order that an operator stores without its change', () => {
  test.each([
    ['retried', 'held', 'seen'],
    ['refundOrdered', 'held', 'seen'],
    ['refundOrdered', 'held', 'rejected'],
    ['payoutResumed', 'held', 'confirmed'],
    ['stopped', 'seen', 'held'],
  ])('is refused: %s from %s to %s', async (cause, from, to) => {
    await expect(record(cause, { from, to })).rejects.toThrow(/is not|needs its change/);
    await storeMatches(root, id, MATCH);
    expect(await readUncleared(root, id, MATCH)).toEqual(MATCH);
    expect((await readStandingOrders(root, [id])).size).toBe(0);
  });

  test('is refused after another change in the same transaction', async () => {
    const attempt = alice.transaction(async (transaction) => {
      await transaction.query("update transfers set state = 'held', reason = 'x' where id = $1", [id]);
      await transaction.query(
        `insert into transfer_events (transfer_id, from_state, to_state, cause) values ($1, 'seen', 'held', 'refundOrdered')`,
        [id],
      );
    });
    await expect(attempt).rejects.toThrow('needs its change');
  });

  test('is refused after the same change in an earlier transaction', async () => {
    await order('held');
    await expect(record('stopped', { from: 'seen', to: 'held' })).rejects.toThrow('needs its change');
  });
});

test('an order of an operator has the time of the database, and clears no later match', async () => {
  await setBound(10n);
  await hold();
  await order('seen');
  expect((await readStandingOrders(root, [id])).get(id)).toBe('retry');
  await storeMatches(root, id, MATCH);
  expect(await readUncleared(root, id, MATCH)).toEqual(MATCH);
});

test('a change that one operator may make alone uses up its approval', async () => {
  await setBound(10n);
  await hold();
  const request = await approve('retry', id);
  await order('seen');
  expect(await usesOf(request)).toEqual([{ subject: id }]);
  await storeMatches(root, id, MATCH);
  await move(root, 'held');
  await expect(move(alice, 'seen')).rejects.toThrow(SECOND);
});

test('an approval ends no hold that began after its request', async () => {
  await hold();
  await approve('retry', id);
  await move(root, 'seen');
  await hold();
  await expect(move(alice, 'seen')).rejects.toThrow(SECOND);
  await approve('retry', id);
  await order('seen');
});

test('an approval clears no match that the screening found after its request', async () => {
  await hold();
  await approve('retry', id);
  await storeMatches(root, id, MATCH);
  await expect(move(alice, 'seen')).rejects.toThrow(SECOND);
});

test('an approval ends no halt, no rewrite and no stop that began after its request', async () => {
  const key = { chainId: 1, address: ADDRESS } as const;
  await rememberSender(root, { ...key, nextNonce: 5, haltedReason: null });
  const requests = [
    await approve('unhalt', 'chain:1'),
    await approve('reread', 'chain:1'),
    await approve('resume', 'all'),
  ];
  await haltSender(root, key, 'a foreign transaction');
  await root.query("update chains set rewritten_reason = 'x'");
  await root.query("insert into incidents (kind, chain_id, detail) values ('chainRewritten', 1, 'x')");
  await root.query("insert into breaker_trips (subject, detail) values ('all', 'x')");
  const ways = [
    ['unhalt', 'update senders set halted_reason = null'],
    ['reread', 'update chains set rewritten_reason = null, version = version + 1'],
    ['resume', 'update breaker_trips set resumed_at = now()'],
  ] as const;
  for (const [, way] of ways) await expect(alice.query(way), way).rejects.toThrow(SECOND);
  for (const request of requests) expect(await usesOf(request)).toEqual([]);
  await approve('unhalt', 'chain:1');
  await approve('reread', 'chain:1');
  await approve('resume', 'all');
  for (const [action, way] of ways) {
    await alice.transaction(async (transaction) => {
      await transaction.query(way);
      await transaction.query(RECORD, [action, null]);
    });
  }
});

test('the key of a halted sender and of a rewritten chain never changes', async () => {
  const key = { chainId: 1, address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' } as const;
  await rememberSender(root, { ...key, nextNonce: 5, haltedReason: 'halted' });
  for (const [table, change] of [
    ['senders', "address = '0x0'"],
    ['senders', 'chain_id = 2'],
    ['chains', 'chain_id = 2'],
  ]) {
    await expect(alice.query(`update ${table} set ${change}`)).rejects.toThrow('permission denied');
    await expect(root.query(`update ${table} set ${change}`)).rejects.toThrow(`the key of ${table} never changes`);
  }
  expect(await readSender(root, key)).toMatchObject({ haltedReason: 'halted' });
});
