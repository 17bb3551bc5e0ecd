import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSampleCatalog } from '../../tools/lab/service/sampleCatalog.ts';
import type { ServerWithQuotes } from '../../tools/lab/service/testHttpServer.ts';
import {
  createServer,
  HTTP_CONFIG,
  openWithQuotes,
  post,
  SAMPLE_ORDER,
  startWithQuotes,
} from '../../tools/lab/service/testHttpServer.ts';
import { systemClock } from '../boot/clock.ts';
import { createLogger } from '../boot/log.ts';
import { createScheduleCache } from './scheduleCache.ts';
import { createHttpServer } from './server.ts';

const order = SAMPLE_ORDER;
const { from_address: USER } = SAMPLE_ORDER;

let started: ServerWithQuotes;

beforeAll(async () => {
  started = await startWithQuotes();
});
afterAll(() => started?.stop());

describe('an operation', () => {
  test('lists every open pair, with limits with and without the network fee', async () => {
    const [without, including] = await Promise.all(
      [false, true].map((flag) => post(started.server, 'get_all_pair_infos', { value_include_gas_fee: flag })),
    );
    expect(without?.json().status).toEqual({ code: 0, message: '' });
    expect(without?.json().data.pair_infos).toHaveLength(5);
    expect(without?.json().data.pair_infos[2]).toEqual({
      contract_address: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
      from_chain_id: '31337',
      from_chain_name: 'Northshore',
      from_token_address: '0xDc64a140Aa3E981100a9becA4E685f962f0cF6C9',
      from_token_decimals: 6,
      max_value: { decimals: 6, raw_value: '10000000000', ui_value: '10000' },
      min_value: { decimals: 6, raw_value: '1000000', ui_value: '1' },
      to_chain_id: '31338',
      to_chain_name: 'Southshore',
      to_token_address: '0x5FC8d32690cc91D4c39d9d3abcBD16989F875707',
      to_token_decimals: 6,
      token_name: 'USDC',
      available: true,
      ...{ usual_seconds: null, from_token_price: null, to_token_price: null, gas_drop: null },
    });
    expect(including?.json().data.pair_infos[2].min_value.raw_value).toBe('1000120');
  });

  test.each([
    ['testnet', 5],
    ['MAINNET', 0],
    ['', 5],
  ])('filters pairs by the category %j in any case', async (category, count) => {
    expect((await post(started.server, 'get_all_pair_infos', { category })).json().data.pair_infos).toHaveLength(count);
  });

  test('states prices with their currency and day', async () => {
    const catalog = createSampleCatalog((file) => Object.assign(file.prices, { asOf: '2026-11-22' }));
    const database = await openWithQuotes(started.databases, { catalog });
    const priced = await createServer(database, { catalog });
    const response = await post(priced, 'get_all_pair_infos', {});
    const price = { currency: 'USD', value: '3000', at: '1795305600' };
    const { pair_infos: pairs } = response.json().data;
    expect(pairs.find((pair: { token_name: string }) => pair.token_name === 'ETH')).toMatchObject({
      from_token_price: price,
      to_token_price: price,
    });
    await priced.close();
  });

  test('builds a native deposit without calling the chain, because it needs no approval', async () => {
    const { data, status } = (await post(started.server, 'get_build_tx', order)).json();
    expect(status).toEqual({ code: 0, message: '' });
    expect(data).toMatchObject({
      input_value: { raw_value: '1500000000000000000', ui_value: '1.5', decimals: 18 },
      send_value: { raw_value: '1500000000000000120' },
      gas_fee: { raw_value: '120' },
      bridge_fee: { ui_value: '0.0015' },
      receive_value: { ui_value: '1.4985' },
      network_type: 1,
      txs: { approve_body: null, transfer_body: { from: USER, value: '1500000000000000120' } },
    });
  });

  test('answers 902 for a disabled chain', async () => {
    const catalog = createSampleCatalog((file) => {
      for (const chain of file.chains) if (chain.name === 'Southshore') chain.status = 'closing';
    });
    const database = await started.databases.open();
    const schedules = createScheduleCache(database, catalog, systemClock);
    const closed = await createHttpServer(
      { catalog, database, schedules, clients: new Map(), clock: systemClock },
      { config: HTTP_CONFIG, logger: createLogger('silent'), drainMs: 0 },
    );
    const response = await post(closed, 'get_build_tx', order);
    expect(response.json().status).toEqual({
      code: 902,
      message: expect.stringMatching(/does not serve Southshore/),
      details: { reason: 'chain_disabled' },
    });
    await closed.close();
  });

  test.each([
    [{ code: 906, message: expect.stringMatching(/gas price of Southshore/) }, 121, 5],
    [
      {
        code: 902,
        message: expect.stringMatching(/does not serve (?:North|South)shore at the moment/),
        details: { reason: 'chain_unavailable' },
      },
      601,
      0,
    ],
  ])('answers %o once the gas price is %i seconds old, and lists %i pairs', async (status, seconds, pairs) => {
    const validFrom = new Date(Date.now() - seconds * 1000);
    const database = await openWithQuotes(started.databases, { validFrom });
    const stale = await createServer(database);
    expect((await post(stale, 'get_build_tx', order)).json().status).toMatchObject(status);
    expect((await post(stale, 'get_all_pair_infos', {})).json().data.pair_infos).toHaveLength(pairs);
    await stale.close();
  });

  test.each([
    ['were never read', 'delete from liquidity'],
    ['were read a minute ago', "update liquidity set read_at = now() - interval '61 seconds'"],
  ])('answers 906 and lists no pair when the funds %s', async (_when, change) => {
    const database = await openWithQuotes(started.databases);
    await database.query(change);
    const unsure = await createServer(database);
    const words = /^The service does not know the bridge's funds on Southshore at the moment/;
    expect((await post(unsure, 'get_build_tx', order)).json().status).toEqual({
      code: 906,
      message: expect.stringMatching(words),
    });
    expect((await post(unsure, 'get_all_pair_infos', {})).json().data.pair_infos).toEqual([]);
    await unsure.close();
  });

  test('lists a pair that the funds do not cover as unavailable, with its maximum equal to its minimum', async () => {
    const database = await openWithQuotes(started.databases);
    await database.query('update liquidity set free = 0');
    const short = await createServer(database);
    const response = await post(short, 'get_all_pair_infos', {});
    const pairs: { available: boolean; max_value: object; min_value: object }[] = response.json().data.pair_infos;
    expect(pairs).toHaveLength(5);
    for (const { available, max_value: max, min_value: min } of pairs) {
      expect(available).toBe(false);
      expect(max).toEqual(min);
    }
    const built = await post(short, 'get_build_tx', order);
    expect(built.json().status).toEqual({
      code: 904,
      message: expect.stringMatching(/short of funds.*between 0\.001 ETH and 0\.001 ETH/),
      details: {
        reason: 'funds_short',
        min_value: { decimals: 18, raw_value: '1000000000000000', ui_value: '0.001' },
        max_value: { decimals: 18, raw_value: '1000000000000000', ui_value: '0.001' },
      },
    });
    await short.close();
  });

  test('uses the destination funds when a token has the same address on several chains', async () => {
    const database = await openWithQuotes(started.databases);
    await database.query('update liquidity set free = 0 where chain_id = 31338');
    const short = await createServer(database);
    const ask = (payload: object) => post(short, 'get_build_tx', payload);
    expect((await ask(order)).json().status.code).toBe(904);
    const back = { ...order, from_chain_name: 'Southshore', to_chain_name: 'Northshore' };
    expect((await ask(back)).json().status.code).toBe(0);
    await short.close();
  });
});
