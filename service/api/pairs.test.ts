import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';
import type { ServerWithQuotes } from '../../tools/lab/service/testHttpServer.ts';
import { HTTP_CONFIG, startWithQuotes } from '../../tools/lab/service/testHttpServer.ts';
import { EVERYTHING } from '../guards/model/pauses.ts';
import { insertPause } from '../guards/pauses.ts';

const URL = `${HTTP_CONFIG.prefix}/pairs`;

let started: ServerWithQuotes;

beforeAll(async () => {
  started = await startWithQuotes();
});
afterAll(() => started?.stop());

const get = (headers: Record<string, string> = {}, query = '') =>
  started.server.inject({ method: 'GET', url: URL + query, headers });
const post = (headers: Record<string, string> = {}, payload: object = {}) =>
  started.server.inject({ method: 'POST', url: `${HTTP_CONFIG.prefix}/get_all_pair_infos`, headers, payload });

test('GET and POST answer the same pairs', async () => {
  const [plain, asked] = [await get(), await post()];
  expect(plain.statusCode).toBe(200);
  expect(plain.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(plain.headers['access-control-allow-origin']).toBe('*');
  expect(plain.body).toBe(asked.body);
  expect(plain.json().data.pair_infos).toHaveLength(5);
  const withFee = await get({}, '?value_include_gas_fee=true&category=testnet');
  expect(withFee.body).toBe((await post({}, { value_include_gas_fee: true, category: 'Testnet' })).body);
  expect(withFee.body).not.toBe(plain.body);
});

test.each([
  ['?category=Devnet', /category/],
  ['?value_include_gas_fee=yes', /value_include_gas_fee/],
])('400 names the field of %s', async (query, words) => {
  const response = await get({}, query);
  expect(response.statusCode).toBe(400);
  expect(response.json().status.message).toMatch(words);
});

test('answers in the best encoding that the client accepts', async () => {
  const plain = await post();
  expect(plain.headers['content-encoding']).toBeUndefined();
  for (const ask of [get, post]) {
    const brotli = await ask({ 'accept-encoding': 'gzip, br' });
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
    const gzip = await ask({ 'accept-encoding': 'gzip;q=0.5, br;q=0' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
    expect((await ask({ 'accept-encoding': 'zstd' })).body).toBe(plain.body);
  }
});

test('a client that has the pairs gets 304 until they change', async () => {
  const { etag } = (await get()).headers;
  if (typeof etag !== 'string') throw new Error('the answer has no entity tag');
  const again = await get({ 'if-none-match': `"other", ${etag}` });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200);
  expect((await post({ 'if-none-match': etag })).statusCode).toBe(200);
  const pause = { subject: EVERYTHING, who: 'operator', why: 'a test' };
  await started.database.transaction((transaction) => insertPause(transaction, pause));
  // The API reads the pauses every second.
  const changed = await waitUntil(async () => {
    const response = await get({ 'if-none-match': etag });
    return response.statusCode === 200 && response;
  });
  expect(changed.json().data.pair_infos).toEqual([]);
});
