import { numberToHex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../tools/lab/endpoints/endpoint.ts';
import { startEndpoint } from '../../tools/lab/endpoints/endpoint.ts';
import type { TestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { startTestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { createSampleCatalog, pickChain } from '../../tools/lab/service/sampleCatalog.ts';
import {
  createServer,
  HTTP_CONFIG,
  listen,
  openWithQuotes,
  SAMPLE_ORDER,
} from '../../tools/lab/service/testHttpServer.ts';
import type { Database } from '../db/database.ts';
import type { HttpServer } from './httpServer.ts';

// The service promises 6 s. Without its deadline, answers took 8 s or more; a busy machine may use up part of that
// margin.
const LONGEST_MS = 7900;
const CHAIN_ID = numberToHex(pickChain(createSampleCatalog(), 'Northshore').id);
const order = { ...SAMPLE_ORDER, token_name: 'USDC', ui_value: '5' };

let databases: TestDatabases;
let database: Database;
let chain: Endpoint;
let hung: Endpoint;

beforeAll(async () => {
  databases = await startTestDatabases('postgresql');
  database = await openWithQuotes(databases, { catalog: createSampleCatalog() });
  const allowance = `0x${'f'.repeat(64)}`;
  chain = await startEndpoint(({ method }) => (method === 'eth_chainId' ? CHAIN_ID : allowance));
  hung = await startEndpoint(chain.url);
  hung.answer(() => 'hang');
});

afterAll(async () => {
  await hung?.stop();
  await chain?.stop();
  await databases?.stop();
});

/**
 * Asks over a real socket and then closes the server. An injected request would behave differently, because Node closes
 * a request once its body is read.
 */
async function ask(server: HttpServer, operation: string, body: object) {
  const url = `http://127.0.0.1:${await listen(server)}${HTTP_CONFIG.prefix}/${operation}`;
  const start = performance.now();
  const headers = { 'content-type': 'application/json' };
  try {
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    const { status } = await response.json();
    return { http: response.status, ...status, elapsedMs: performance.now() - start };
  } finally {
    await server.close();
  }
}

function withRpcs(rpcUrls: string[]) {
  return createSampleCatalog((file) => {
    for (const entry of file.chains) Object.assign(entry, { rpcUrls, quorum: 1 });
  });
}

// The tests wait for deadlines, so they run together.
describe.concurrent('a request is answered in time when', () => {
  test.each([1, 3])('each of %i RPC endpoints hangs: 906', async (count) => {
    const server = await createServer(database, { catalog: withRpcs(Array<string>(count).fill(hung.url)) });
    const answer = await ask(server, 'get_build_tx', order);
    expect(answer).toMatchObject({ http: 200, code: 906, message: expect.stringMatching(/allowance on Northshore/) });
    expect(answer.elapsedMs).toBeLessThan(LONGEST_MS);
  });

  test('the first of two RPC endpoints hangs: the second one answers', async () => {
    const server = await createServer(database, { catalog: withRpcs([hung.url, chain.url]) });
    const answer = await ask(server, 'get_build_tx', order);
    expect(answer).toMatchObject({ http: 200, code: 0 });
    expect(answer.elapsedMs).toBeLessThan(LONGEST_MS);
  });

  test.each([
    ['get_build_tx', order],
    ['get_all_pair_infos', {}],
    ['get_receipt', { from_chain_hash: `0x${'ab'.repeat(32)}` }],
  ])('the database hangs during %s: 503', async (operation, body) => {
    const lines: string[] = [];
    const silent: Database = { ...database, query: () => new Promise(() => {}) };
    const server = await createServer(silent, { lines });
    const answer = await ask(server, operation, body);
    expect(answer).toMatchObject({ http: 503, code: 503, message: expect.stringMatching(/Try again in a minute/) });
    expect(answer.elapsedMs).toBeLessThan(LONGEST_MS);
    expect(lines.join()).toContain('DEADLINE_EXCEEDED');
  });
});
