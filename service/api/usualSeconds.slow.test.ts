import type { Address, Hash } from 'viem';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { storeDeposits } from '../../tools/lab/postgres/storeDeposits.ts';
import type { TestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { clearDatabase, DATABASE_KINDS, startTestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { rememberChain } from '../chain/chains.ts';
import type { Database } from '../db/database.ts';
import type { RouteKey } from './scheduleCache.ts';
import { readUsualSeconds } from './scheduleCache.ts';

const ADDRESS: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const hashOf = (number: number): Hash => `0x${number.toString(16).padStart(64, '0')}`;

const routeOf = (tokenName: string): RouteKey => ({
  ...{ id: tokenName, tokenName, originName: 'One', destinationId: 2 },
});
const ROUTES = [routeOf('USDC'), routeOf('ETH'), { ...routeOf('USDC'), id: 'elsewhere', destinationId: 3 }];

describe.each(DATABASE_KINDS)('the usual duration of a route (%s)', (kind) => {
  let databases: TestDatabases;
  let database: Database;
  let count = 0;

  beforeEach(async () => {
    databases ??= await startTestDatabases(kind);
    database ??= await databases.open();
    await clearDatabase(database);
    await rememberChain(database, {
      ...{ chainId: 1, genesisHash: hashOf(0), depositContract: ADDRESS, vault: ADDRESS },
    });
  });

  afterAll(() => databases?.stop());

  const storeTransfer = (tokenName: string, state: string, seconds: number) =>
    storeTransfers(tokenName, { count: 1, seconds, state });

  /** Transfers with increasing ids and times. */
  async function storeTransfers(
    tokenName: string,
    { count: wanted, seconds, state = 'delivered' }: { count: number; seconds: number; state?: string },
  ): Promise<void> {
    const ids = Array.from({ length: wanted }, (_, index) => hashOf(count + index + 1));
    count += wanted;
    const blockTime = new Date(1_800_000_000_000);
    await storeDeposits(
      database,
      ids.map((id) => ({ id, blockTime })),
    );
    await database.query(
      `update transfers set state = $2, token_name = $3, paying_chain_id = 2, reason = 'x', receive_amount = 8,
         recipient = 'x', destination_token = 'x', settled_hash = 'x', settled_amount = 8,
         settled_at = to_timestamp(1800000000 + $4::bigint), created_at = to_timestamp($5::bigint) where id = any($1)`,
      [ids, state, tokenName, seconds, count],
    );
  }

  test('is the median from deposit to delivery, for each route', async () => {
    expect(await readUsualSeconds(database, ROUTES)).toEqual(new Map());
    for (const seconds of [10, 3000, 40]) await storeTransfer('USDC', 'delivered', seconds);
    await storeTransfer('ETH', 'delivered', 7);
    expect(await readUsualSeconds(database, ROUTES)).toEqual(
      new Map([
        ['USDC', 40],
        ['ETH', 7],
      ]),
    );
  });

  test('is known for a quiet route beside a busy one, and follows the newest transfers', async () => {
    await storeTransfer('ETH', 'delivered', 7);
    await storeTransfers('USDC', { count: 550, seconds: 90 });
    expect(await readUsualSeconds(database, ROUTES)).toEqual(
      new Map([
        ['USDC', 90],
        ['ETH', 7],
      ]),
    );
    await storeTransfers('USDC', { count: 50, seconds: 20 });
    expect((await readUsualSeconds(database, ROUTES)).get('USDC')).toBe(20);
  });

  test('ignores refunds, and is never negative', async () => {
    await storeTransfer('USDC', 'refunded', 5);
    expect(await readUsualSeconds(database, ROUTES)).toEqual(new Map());
    await storeTransfer('USDC', 'delivered', -30);
    expect(await readUsualSeconds(database, ROUTES)).toEqual(new Map([['USDC', 0]]));
  });
});
