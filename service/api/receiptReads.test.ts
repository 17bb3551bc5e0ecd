import type { Hash } from 'viem';
import { expect, test, vi } from 'vitest';
import type { Database } from '../db/database.ts';
import { REQUEST_DEADLINE_MS } from './httpServer.ts';
import { createReceiptReads } from './receiptReads.ts';

const hashOf = (number: number): Hash => `0x${number.toString(16).padStart(64, '0')}`;

type Query = { readonly hashes: readonly Hash[]; finish(known: readonly Hash[]): void; fail(error: Error): void };

/** A database whose queries end when the test says so. */
function createSlowDatabase() {
  const queries: Query[] = [];
  const query = (_sql: string, [hashes]: [readonly Hash[]]) =>
    new Promise((resolve, reject) => {
      const finish = (known: readonly Hash[]) =>
        resolve(known.map((depositHash) => ({ depositHash, originHead: null, minedBlock: null, payingHead: null })));
      queries.push({ hashes, finish, fail: reject });
    });
  return { queries, database: { query } as unknown as Database };
}

const nextTurn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

test('simultaneous requests share a query, and each gets its own answer', async () => {
  const { queries, database } = createSlowDatabase();
  const read = createReceiptReads(database);
  const answers = Promise.all([1, 2, 2, 3].map((number) => read(hashOf(number))));
  await nextTurn();
  expect(queries.map(({ hashes }) => hashes)).toEqual([[1, 2, 2, 3].map(hashOf)]);
  queries[0]?.finish([hashOf(3), hashOf(2)]);
  const found = (await answers).map((summary) => summary?.depositHash ?? null);
  expect(found).toEqual([null, hashOf(2), hashOf(2), hashOf(3)]);
});

test('while two queries run, further requests wait and share the next query, at most 100 at a time', async () => {
  const { queries, database } = createSlowDatabase();
  const read = createReceiptReads(database);
  const answers: Promise<unknown>[] = [];
  for (const number of [1, 2]) {
    answers.push(read(hashOf(number)));
    await nextTurn();
  }
  for (let number = 100; number < 250; number += 1) {
    answers.push(read(hashOf(number)));
    if (number % 50 === 0) await nextTurn();
  }
  expect(queries).toHaveLength(2);
  queries[0]?.finish([]);
  await nextTurn();
  expect(queries).toHaveLength(3);
  queries[1]?.finish([]);
  await nextTurn();
  expect(queries.map(({ hashes }) => hashes.length)).toEqual([1, 1, 100, 50]);
  for (const { finish } of queries) finish([]);
  expect(await Promise.all(answers)).toHaveLength(152);
});

/** Reads with a clock that only the test moves, while two queries already run. */
async function createBusyReads() {
  const { queries, database } = createSlowDatabase();
  const clock = { now: 0 };
  const read = createReceiptReads(database, () => clock.now);
  const first = [];
  for (const number of [1, 2]) {
    first.push(read(hashOf(number)));
    await nextTurn();
  }
  return { queries, clock, read, first };
}

const askedFor = (queries: readonly Query[]) => queries.map(({ hashes }) => hashes);

test('requests past their deadline are not read, and later ones are', async () => {
  const { queries, clock, read, first } = await createBusyReads();
  const late = Array.from({ length: 1000 }, (_, index) => read(hashOf(1000 + index)));
  const outcomes = Promise.allSettled(late);
  clock.now += REQUEST_DEADLINE_MS - 1;
  const live = read(hashOf(3));
  await nextTurn();
  clock.now += 1;
  for (const { finish } of queries) finish([]);
  await nextTurn();
  expect(askedFor(queries.slice(2))).toEqual([[hashOf(3)]]);
  queries[2]?.finish([hashOf(3)]);
  expect((await live)?.depositHash).toBe(hashOf(3));
  expect(new Set((await outcomes).map(({ status }) => status))).toEqual(new Set(['rejected']));
  await Promise.all(first);
});

test('a batch that fails early is read once more', async () => {
  const { queries, clock, read, first } = await createBusyReads();
  clock.now += 500;
  queries[0]?.fail(new Error('connection lost'));
  await nextTurn();
  expect(askedFor(queries.slice(2))).toEqual([[hashOf(1)]]);
  queries[1]?.finish([]);
  queries[2]?.finish([hashOf(1)]);
  expect((await first[0])?.depositHash).toBe(hashOf(1));
  expect(await first[1]).toBeNull();
  expect(await Promise.all([read(hashOf(4)), nextTurn().then(() => queries[3]?.finish([]))])).toContain(null);
});

test('a batch that fails late is not read again: its requests would keep others waiting', async () => {
  const { queries, clock, first } = await createBusyReads();
  clock.now += 1000;
  for (const { fail } of queries) fail(new Error('timeout'));
  for (const read of first) await expect(read).rejects.toThrow('timeout');
  expect(queries).toHaveLength(2);
});

test('two queries without an answer do not keep the other requests waiting', async () => {
  const { queries, read, first } = await createBusyReads();
  const answer = read(hashOf(3));
  await nextTurn();
  expect(queries).toHaveLength(2);
  await vi.waitUntil(() => queries.length === 3, { timeout: 30_000 });
  queries[2]?.finish([hashOf(3)]);
  expect((await answer)?.depositHash).toBe(hashOf(3));
  for (const { finish } of queries) finish([]);
  expect(await Promise.all(first)).toEqual([null, null]);
});

test('a query that fails twice fails only its own requests', async () => {
  const { queries, database } = createSlowDatabase();
  const read = createReceiptReads(database);
  for (let round = 0; round < 5; round += 1) {
    const failing = read(hashOf(round));
    await nextTurn();
    queries.at(-1)?.fail(new Error('connection lost'));
    await nextTurn();
    queries.at(-1)?.fail(new Error('connection lost again'));
    await expect(failing).rejects.toThrow('connection lost again');
  }
  const answer = read(hashOf(9));
  await nextTurn();
  queries.at(-1)?.finish([hashOf(9)]);
  expect((await answer)?.depositHash).toBe(hashOf(9));
});
