import { beforeEach, expect, test } from 'vitest';
import { NATIVE_TOKEN_ADDRESS } from '#shared/address.ts';
import { createSampleCatalog, pickRoute } from '../../tools/lab/service/sampleCatalog.ts';
import type { Database } from '../db/database.ts';
import type { ScheduleCache } from './scheduleCache.ts';
import { createScheduleCache } from './scheduleCache.ts';

type Mode = 'answers' | 'hangs' | 'fails';

let now: number;
let mode: Mode;
let queries: number;
let funds: bigint;
let halted: readonly { readonly chainId: number; readonly address: string }[];
let cache: ScheduleCache;

const catalog = createSampleCatalog();
const route = pickRoute(catalog, 'USDC');

const query = (sql: string) => {
  queries += 1;
  if (mode === 'fails') return Promise.reject(new Error('connection lost'));
  if (mode === 'hangs') return new Promise(() => {});
  const { destination, destinationToken } = route;
  const holding = { balance: funds, spendable: funds, perPayment: funds, free: funds, ageSeconds: 0 };
  const rows = [{ chainId: destination.id, token: destinationToken.address, ...holding }];
  if (sql.includes('from senders')) return Promise.resolve(halted);
  return Promise.resolve(sql.includes('from liquidity') ? rows : []);
};

beforeEach(() => {
  halted = [];
  [now, mode, queries, funds] = [1_800_000_000_000, 'answers', 0, 7n];
  cache = createScheduleCache({ query } as unknown as Database, catalog, { now: () => new Date(now) });
});

test('offers no more gas than the configuration, the vault and its native funds allow, and none without a price', async () => {
  const offering = createSampleCatalog(({ chains: [, south] }) => Object.assign(south ?? {}, { maxGasDrop: '0.01' }));
  const offered = pickRoute(offering, 'USDC');
  const readMost = async (
    native: { readonly free: bigint; readonly perPayment: bigint },
    nativePrice: bigint | null,
  ) => {
    const answer = async (sql: string) => {
      if (sql.includes('from liquidity')) {
        const holding = { balance: native.free, spendable: native.free, ageSeconds: 0, ...native };
        return [{ chainId: offered.destination.id, token: NATIVE_TOKEN_ADDRESS, ...holding }];
      }
      const terms = { gasFee: 1n, feeBps: 10, feeFloor: 1n, min: 1n, max: 2n, validFrom: new Date(now), nativePrice };
      return sql.includes('native_price') ? [{ routeId: offered.id, ...terms, confirmedAt: new Date(now) }] : [];
    };
    const own = createScheduleCache({ query: answer } as unknown as Database, offering, { now: () => new Date(now) });
    return (await own.current()).maxGasDropOn(offered);
  };
  const most = 10n ** 16n;
  expect(await readMost({ free: 10n ** 18n, perPayment: 10n ** 18n }, 3n)).toBe(most);
  expect(await readMost({ free: 7n, perPayment: 10n ** 18n }, 3n)).toBe(7n);
  expect(await readMost({ free: 10n ** 18n, perPayment: 8n }, 3n)).toBe(8n);
  expect(await readMost({ free: 10n ** 18n, perPayment: 10n ** 18n }, null)).toBe(0n);
});

const settle = () => new Promise((resolve) => setImmediate(resolve));

async function isAnswered(answer: unknown): Promise<boolean> {
  let answered = false;
  Promise.resolve(answer).then(
    () => {
      answered = true;
    },
    () => {},
  );
  await settle();
  return answered;
}

test('under steady load the schedules are read every second, and no request waits for the database', async () => {
  expect((await cache.current()).freeOn(route)).toBe(7n);
  funds = 8n;
  now += 800;
  expect((await cache.current()).freeOn(route)).toBe(7n);
  await settle();
  const after = queries;
  mode = 'hangs';
  now += 700;
  const second = cache.current();
  expect(await isAnswered(second)).toBe(true);
  expect((await second).freeOn(route)).toBe(8n);
  expect(queries).toBe(after);
});

test('a request waits for schedules that are a second old', async () => {
  await cache.current();
  mode = 'hangs';
  now += 999;
  expect(await isAnswered(cache.current())).toBe(true);
  now += 1;
  expect(await isAnswered(cache.current())).toBe(false);
});

test('a read that hangs is replaced after a second', async () => {
  mode = 'hangs';
  expect(await isAnswered(cache.current())).toBe(false);
  mode = 'answers';
  now += 1000;
  expect(await isAnswered(cache.current())).toBe(true);
});

test('a failed read is repeated, and reported once the schedules are a second old', async () => {
  const first = await cache.current();
  mode = 'fails';
  now += 800;
  expect(await cache.current()).toBe(first);
  await settle();
  now += 200;
  await expect(cache.current()).rejects.toThrow('connection lost');
  mode = 'answers';
  funds = 8n;
  expect((await cache.current()).freeOn(route)).toBe(8n);
});

test('the schedules are the same object until something changes', async () => {
  const first = await cache.current();
  now += 1000;
  expect(await cache.current()).toBe(first);
  funds = 8n;
  now += 1000;
  const changed = await cache.current();
  expect(changed).not.toBe(first);
  now += 1000;
  expect(await cache.current()).toBe(changed);
});

test('a chain is closed while its sender is halted, but open while only its former hot wallet is', async () => {
  const { destination, origin } = route;
  halted = [
    { chainId: destination.id, address: destination.hotWallet },
    { chainId: origin.id, address: '0x1111111111111111111111111111111111111111' },
  ];
  expect([...(await cache.current()).lostChains]).toEqual([destination.id]);
});
