import { setTimeout as sleep } from 'node:timers/promises';
import type { Address, Hash } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readEnvelope } from '#shared/wire/envelope.ts';
import { receiptsWire } from '#shared/wire/receipts.ts';
import { storeDeposits } from '../../tools/lab/postgres/storeDeposits.ts';
import type { TestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { startTestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { createSampleCatalog } from '../../tools/lab/service/sampleCatalog.ts';
import { createServer, HTTP_CONFIG, openWithQuotes } from '../../tools/lab/service/testHttpServer.ts';
import { rememberChain } from '../chain/chains.ts';
import type { Database } from '../db/database.ts';
import type { HttpServer } from './httpServer.ts';

const ADDRESS: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const hashOf = (number: number): Hash => `0x${number.toString(16).padStart(64, '0')}`;
const [THREE, ONE, NONE] = [hashOf(3000), hashOf(1000), hashOf(1)];
const catalog = createSampleCatalog();
const route = catalog.routes.find(({ token }) => token.name === 'USDC');

let databases: TestDatabases;
let database: Database;
let server: HttpServer | null = null;

function storeDeposit(transactionHash: Hash, ordinal: number): Promise<void> {
  const id = hashOf(Number(BigInt(transactionHash)) + ordinal + 100_000);
  const deposit = {
    ...{ id, chainId: 31337, transactionHash, ordinal, logIndex: ordinal, blockTime: new Date(1_800_000_000_000) },
    ...{ token: route?.originToken.address ?? ADDRESS, target: ADDRESS, amount: 10_000_000n, destination: 31338n },
  };
  return storeDeposits(database, [deposit], { originChainName: 'Northshore' });
}

async function deliver(transactionHash: Hash, ordinal: number): Promise<void> {
  await database.query(
    `update transfers set state = 'delivered', token_name = 'USDC', origin_decimals = 6, paying_chain_id = 31338,
       destination_chain_name = 'Southshore', destination_token = $2, destination_decimals = 6, recipient = $2,
       gas_fee = 400000, bridge_fee = 100000, net_amount = 9500000, receive_amount = 9500000,
       settled_hash = $3, settled_amount = 9500000, settled_at = to_timestamp(1800000042)
     where id = $1`,
    [hashOf(Number(BigInt(transactionHash)) + ordinal + 100_000), ADDRESS, hashOf(7)],
  );
}

beforeAll(async () => {
  databases = await startTestDatabases('postgresql');
  database = await openWithQuotes(databases, { catalog });
  const contracts = { depositContract: ADDRESS, vault: ADDRESS } as const;
  await rememberChain(database, { chainId: 31337, genesisHash: hashOf(0), ...contracts });
  await storeDeposit(ONE, 0);
  await deliver(ONE, 0);
  for (const ordinal of [0, 1, 2]) await storeDeposit(THREE, ordinal);
  await deliver(THREE, 1);
});

afterEach(async () => {
  await server?.close();
  server = null;
});

afterAll(() => databases?.stop());

async function ask(body: unknown, operation = 'get_receipts') {
  server ??= await createServer(database, { catalog });
  return server.inject({ method: 'POST', url: `${HTTP_CONFIG.prefix}/${operation}`, payload: body as object });
}

async function readReceipts(body: object) {
  const read = readEnvelope(receiptsWire, (await ask(body)).json());
  if (!read.ok) throw new Error(read.message);
  return read.data.map(({ depositHash, answer }) => [depositHash, answer.ok ? 0 : answer.code]);
}

describe('get_receipts', () => {
  test('answers one receipt for each hash, in the requested order, as get_receipt does', async () => {
    const upper = `0x${ONE.slice(2).toUpperCase()}`;
    const hashes = [NONE, upper, 'nonsense', THREE, ONE];
    const { data, status } = (await ask({ from_chain_hashes: hashes })).json();
    expect(status).toEqual({ code: 0, message: '' });
    expect(data.receipts.map((item: { from_chain_hash: string }) => item.from_chain_hash)).toEqual(hashes);
    for (const [index, hash] of hashes.entries()) {
      const alone = (await ask({ from_chain_hash: hash }, 'get_receipt')).json();
      expect(data.receipts[index]).toEqual({ from_chain_hash: hash, ...alone });
    }
    expect(data.receipts.map((item: { status: { code: number } }) => item.status.code)).toEqual([907, 0, 907, 908, 0]);
  });

  test('answers one receipt for each deposit with all_deposits', async () => {
    expect(await readReceipts({ from_chain_hashes: [THREE, NONE, ONE], all_deposits: true })).toEqual([
      [THREE, 908],
      [THREE, 0],
      [THREE, 908],
      [NONE, 907],
      [ONE, 0],
    ]);
    expect(await readReceipts({ from_chain_hashes: [THREE], all_deposits: null })).toHaveLength(1);
  });

  test('includes times, parties, fees and the number of deposits in a receipt', async () => {
    const { data } = (await ask({ from_chain_hash: ONE }, 'get_receipt')).json();
    expect(data).toMatchObject({
      ...{ deposit_time: '1800000000', delivery_time: '1800000042', sender: ADDRESS, recipient: ADDRESS },
      ...{ bridge_fee: { ui_value: '0.1', decimals: 6 }, gas_fee: { ui_value: '0.4', decimals: 6 }, deposits: 1 },
    });
    const all = (await ask({ from_chain_hashes: [THREE], all_deposits: true })).json();
    expect(all.data.receipts[1].data.deposits).toBe(3);
  });

  test.each([
    ['no hashes', {}, /from_chain_hashes is missing/],
    ['text', { from_chain_hashes: ONE }, /from_chain_hashes must be a list/],
    ['an empty list', { from_chain_hashes: [] }, /from_chain_hashes must have 1 to 100 hashes/],
    ['101 hashes', { from_chain_hashes: Array(101).fill(ONE) }, /from_chain_hashes must have 1 to 100 hashes/],
    ['a number', { from_chain_hashes: [1] }, /from_chain_hashes\.0 must be a string/],
    ['an unknown option', { from_chain_hashes: [ONE], all_deposits: 'yes' }, /all_deposits must be a boolean/],
  ])('refuses %s and names the field', async (_what, body, words) => {
    const response = await ask(body);
    expect(response.json()).toEqual({ data: null, status: { code: 400, message: expect.stringMatching(words) } });
  });

  test('takes a hundred hashes in one body, which get_receipt refuses as too large', async () => {
    const body = { from_chain_hashes: Array.from({ length: 100 }, (_, index) => hashOf(index)) };
    expect(await readReceipts(body)).toHaveLength(100);
    expect((await ask(body, 'get_receipt')).statusCode).toBe(413);
    expect((await ask({ ...body, more: 'x'.repeat(10_000) })).statusCode).toBe(413);
  });

  test('refuses a request for more than 1000 receipts', async () => {
    const body = { from_chain_hashes: Array(100).fill(THREE), all_deposits: true };
    expect((await readReceipts(body)).length).toBe(300);
    const many = hashOf(500_000);
    for (let ordinal = 0; ordinal < 11; ordinal += 1) await storeDeposit(many, ordinal);
    const response = await ask({ ...body, from_chain_hashes: Array(100).fill(many) });
    expect(response.statusCode).toBe(413);
    expect(response.json().status.message).toMatch(/more than 1000 receipts\. Ask for fewer hashes/);
  });

  test('counts as one request for each hash under the rate limit', async () => {
    server = await createServer(database, { catalog, config: { rateLimit: { perSecond: 0.001, burst: 10 } } });
    const statuses: number[] = [];
    for (const count of [4, 4, 3, 1, 1])
      statuses.push((await ask({ from_chain_hashes: Array(count).fill(ONE) })).statusCode);
    expect(statuses).toEqual([200, 200, 429, 200, 429]);
  });

  test.each([
    ['compact', (body: object) => JSON.stringify(body)],
    ['indented', (body: object) => JSON.stringify(body, null, 2)],
  ])('is answered after the seconds in Retry-After, even though the body (%s) was not read', async (_what, write) => {
    server = await createServer(database, { catalog, config: { rateLimit: { perSecond: 2, burst: 4 } } });
    const headers = { 'content-type': 'application/json' };
    const askAll = () =>
      server?.inject({
        ...{ method: 'POST', url: `${HTTP_CONFIG.prefix}/get_receipts`, headers },
        payload: write({ from_chain_hashes: Array(4).fill(ONE), all_deposits: true }),
      });
    expect((await askAll())?.statusCode).toBe(200);
    const refused = await askAll();
    expect([refused?.statusCode, refused?.headers['retry-after']]).toEqual([429, '2']);
    await sleep(2000);
    expect((await askAll())?.statusCode).toBe(200);
  });

  test('is possible when the rate limit is below the number of hashes, and says when', async () => {
    server = await createServer(database, { catalog, config: { rateLimit: { perSecond: 10, burst: 10 } } });
    const hundred = { from_chain_hashes: Array(100).fill(ONE) };
    expect((await ask(hundred)).statusCode).toBe(200);
    const refused = await ask(hundred);
    expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, expect.closeTo(1, 0)]);
  });
});
