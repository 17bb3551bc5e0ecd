import { createServer as createNode } from 'node:http';
import { maxUint256, numberToHex } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AnswerBody } from '../../tools/lab/installation/testService.ts';
import type { TestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { startTestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import {
  createOfflineCatalog,
  createServer,
  SAMPLE_ORDER,
  storeQuotes,
} from '../../tools/lab/service/testHttpServer.ts';
import type { Database } from '../db/database.ts';
import type { HttpServer } from './httpServer.ts';

const BUILDS = 300;

type Call = { readonly id: number; readonly method: string };

let chainId = 0;
let calls = 0;
let readings = 0;
let url = '';
let databases: TestDatabases;
let database: Database;
let server: HttpServer;

const HEADER = { number: '0x1', hash: `0x${'1'.repeat(64)}`, parentHash: `0x${'0'.repeat(64)}`, timestamp: '0x1' };

/** Answers every allowance read with the largest value, always at the same block. */
const node = createNode(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  const question: Call | Call[] = JSON.parse(text);
  const answer = ({ id, method }: Call) => {
    if (method === 'eth_chainId') return { jsonrpc: '2.0', id, result: numberToHex(chainId) };
    calls += 1;
    if (method === 'eth_getBlockByNumber') return { jsonrpc: '2.0', id, result: HEADER };
    readings += 1;
    return { jsonrpc: '2.0', id, result: numberToHex(maxUint256) };
  };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(Array.isArray(question) ? question.map(answer) : answer(question)));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  const address = node.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  url = `http://127.0.0.1:${address.port}`;
  databases = await startTestDatabases('postgresql');
  database = await databases.open();
  const catalog = createOfflineCatalog(url);
  chainId = catalog.chains.find(({ name }) => name === SAMPLE_ORDER.from_chain_name)?.id ?? 0;
  await storeQuotes(catalog, database, new Date());
  server = await createServer(database, { catalog });
});
afterAll(async () => {
  await server?.close();
  await databases?.stop();
  node.closeAllConnections();
  node.close();
});

const senderOf = (number: number) => `0x${number.toString(16).padStart(40, '0')}`;

async function build(sender: string): Promise<AnswerBody> {
  const payload = { ...SAMPLE_ORDER, from_address: sender, token_name: 'USDC', ui_value: '20' };
  const response = await server.inject({ method: 'POST', url: '/api/v1/get_build_tx', payload });
  return response.json();
}

beforeEach(() => {
  [calls, readings] = [0, 0];
});

test('a flood of senders causes 20 calls a second, and a build that cannot read allowances contains every approval', async () => {
  const startedAt = performance.now();
  const answers = await Promise.all(Array.from({ length: BUILDS }, (_, index) => build(senderOf(4096 + index))));
  const seconds = (performance.now() - startedAt) / 1000;
  expect(answers.filter(({ status }) => status.code !== 0)).toEqual([]);
  expect(readings).toBeGreaterThan(0);
  expect(calls).toBeLessThanOrEqual(40 + 20 * Math.ceil(seconds));
  const unread = answers.filter(({ data }) => data.txs.approve_body !== null);
  expect(unread).toHaveLength(BUILDS - readings);
  for (const { data } of unread) expect(data.txs.approve_reset_body).not.toBeNull();
});

test('a flood of builds for one sender shares the reads of a block', async () => {
  const sender = senderOf(1);
  await build(sender);
  await build(sender);
  const before = readings;
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all(Array.from({ length: 60 }, () => build(sender)));
    expect(answers.filter(({ data }) => data?.txs.approve_body !== null)).toEqual([]);
  }
  expect(readings).toBe(before);
});
