import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TestDatabases } from '../../lab/postgres/testDatabases.ts';
import { startTestDatabases } from '../../lab/postgres/testDatabases.ts';
import { fuzzApi } from '../../lab/service/fuzzApi.ts';
import {
  createOfflineCatalog,
  createServer,
  HTTP_CONFIG,
  listen,
  storeQuotes,
} from '../../lab/service/testHttpServer.ts';
import { migrate } from '../db/migrate.ts';
import type { HttpServer } from './httpServer.ts';

// A busy machine must not fail a test.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const REQUESTS = 2000;

let databases: TestDatabases;
let server: HttpServer;
let url: string;

beforeAll(async () => {
  databases = await startTestDatabases('embedded');
  const database = await databases.open();
  await migrate(database);
  await storeQuotes(createOfflineCatalog(), database, new Date());
  server = await createServer(database);
  url = `http://127.0.0.1:${await listen(server)}${HTTP_CONFIG.prefix}`;
});

afterAll(async () => {
  await server?.close();
  await databases?.stop();
});

test('every random request is answered with the envelope, and never with 500', async () => {
  const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
  const { requests, answers, problems } = await fuzzApi(url, { requests: REQUESTS, seed, deadlineMs: 90_000 });
  expect(problems, `seed ${seed}`).toEqual([]);
  expect(requests).toBe(REQUESTS);
  // The requests reached the operations, their refusals and HTTP's refusals.
  expect(Object.keys(answers)).toEqual(
    expect.arrayContaining(['200 0', '200 901', '200 906', '200 907', '400 400', '405 405', '413 413', '415 415']),
  );
});
