import { readFile } from 'node:fs/promises';
import type { Hash } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { storeDeposits } from '../../../lab/postgres/storeDeposits.ts';
import type { TestPostgres } from '../../../lab/postgres/testPostgres.ts';
import { startTestPostgres } from '../../../lab/postgres/testPostgres.ts';
import { rememberChain } from '../chains.ts';
import type { Database } from '../database.ts';
import { migrate } from '../migrate.ts';
import { openPostgres } from '../postgres.ts';
import { readUncleared, storeMatches } from '../screenings.ts';
import { haltSender, readSender, rememberSender } from '../senders.ts';
import { readStandingOrders } from '../transferEvents.ts';
import { grantRights } from './grantRights.ts';

// A busy machine is slow, so the timeouts are long.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const MATCH = [{ role: 'sender', address: ADDRESS, source: 'list', detail: null }] as const;
const SECOND = 'a second operator must approve';

let server: TestPostgres;
const opened: Database[] = [];
let root: Database;
let alice: Database;
let bob: Database;
let made = 0;
let id: Hash;

beforeAll(async () => {
  server = await startTestPostgres();
  const url = await server.createDatabase();
  const openAs = async (role: string) => {
    const database = await openPostgres({ url: url.replace('postgres@', `${role}@`), poolSize: 2 }, () => {});
    opened.push(database);
    return database;
  };
  root = await openAs('postgres');
  const create = await readFile(new URL('create.sql', import.meta.url), 'utf8');
  await root.transaction((transaction) => transaction.script(create));
  const owner = await openAs('causeway_migrate');
  await migrate(owner);
  await grantRights(owner);
  for (const name of ['alice', 'bob']) await root.query(`create role ${name} login in role causeway_operator`);
  alice = await openAs('alice');
  bob = await openAs('bob');
  await rememberChain(root, { chainId: 1, genesisHash: `0x${'00'.repeat(32)}`, depositContract: ADDRESS });
});
beforeEach(async () => {
  made += 1;
  id = `0x${String(made).padStart(64, '0')}`;
  await storeDeposits(root, [{ id }]);
  await root.query('truncate approval_bounds');
  await setBound(1n);
});
afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await server?.stop();
});

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
    await move(alice, 'held');
    await expect(record('stopped', { from: 'seen', to: 'held' })).rejects.toThrow('needs its change');
  });
});

test('an order of an operator has the time of the database, and clears no later match', async () => {
  await setBound(10n);
  await hold();
  await alice.transaction(async (transaction) => {
    await transaction.query("update transfers set state = 'seen' where id = $1", [id]);
    await transaction.query(
      `insert into transfer_events (at, transfer_id, from_state, to_state, cause)
       values ('infinity', $1, 'held', 'seen', 'retried')`,
      [id],
    );
  });
  expect((await readStandingOrders(root, [id])).get(id)).toBe('retry');
  await storeMatches(root, id, MATCH);
  expect(await readUncleared(root, id, MATCH)).toEqual(MATCH);
});

test('a change that one operator may make alone uses up its approval', async () => {
  await setBound(10n);
  await hold();
  const request = await approve('retry', id);
  await move(alice, 'seen');
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
  await move(alice, 'seen');
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
    'update senders set halted_reason = null',
    'update chains set rewritten_reason = null',
    'update breaker_trips set resumed_at = now()',
  ];
  for (const way of ways) await expect(alice.query(way), way).rejects.toThrow(SECOND);
  for (const request of requests) expect(await usesOf(request)).toEqual([]);
  await approve('unhalt', 'chain:1');
  await approve('reread', 'chain:1');
  await approve('resume', 'all');
  for (const way of ways) await alice.query(way);
});

test('an operator cannot rename a halted sender or a rewritten chain', async () => {
  const key = { chainId: 1, address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' } as const;
  await rememberSender(root, { ...key, nextNonce: 5, haltedReason: 'halted' });
  await expect(alice.query("update senders set address = '0x0'")).rejects.toThrow('the key of senders never changes');
  await expect(alice.query('update senders set chain_id = 2')).rejects.toThrow('the key of senders never changes');
  await expect(alice.query('update chains set chain_id = 2')).rejects.toThrow('the key of chains never changes');
  expect(await readSender(root, key)).toMatchObject({ haltedReason: 'halted' });
});
