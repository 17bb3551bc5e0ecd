import type { Address, Hash } from 'viem';
import { maxUint256, numberToHex, zeroAddress } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { storeDeposits } from '../../tools/lab/postgres/storeDeposits.ts';
import type { TestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { clearDatabase, startTestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { rememberChain } from '../chain/chains.ts';
import type { Database } from '../db/database.ts';
import { readUndecided } from '../deposits/depositRows.ts';
import { readDue, readOldestWaiter, readOpenTransfers } from './liquidity.ts';

const TOKEN: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const hashOf = (byte: string): Hash => `0x${byte.repeat(32)}`;
const [FIRST, SECOND] = [hashOf('11'), hashOf('22')];
const NOW = new Date('2026-01-02T00:00:00Z');
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

type Waiting = { readonly since: Date | null; readonly retryAt: Date; readonly code: string };

describe('the oldest waiting payment', () => {
  let databases: TestDatabases;
  let database: Database;

  beforeAll(async () => {
    databases = await startTestDatabases('postgresql');
    database = await databases.open();
  });
  beforeEach(async () => {
    await clearDatabase(database);
    for (const chainId of [1, 2])
      await rememberChain(database, { chainId, depositContract: TOKEN, genesisHash: FIRST });
    await storeDeposits(database, [{ id: FIRST }, { id: SECOND }]);
  });
  afterAll(() => databases?.stop());

  async function setWaiting(id: Hash, waiting: Partial<Waiting> = {}): Promise<void> {
    const { since, retryAt, code } = { since: minutesAgo(60), retryAt: NOW, code: 'funds_short', ...waiting };
    await database.query(
      `update transfers set state = 'confirmed', paying_chain_id = 2, destination_token = $2, receive_amount = 10,
         recipient = $2, waiting_since = $3, waits_for = $4, retry_at = $5, note = 'a test', note_code = $6 where id = $1`,
      [id, TOKEN, since, since && 'funds', retryAt, code],
    );
  }

  const readOldest = async (token: Address = TOKEN) => {
    const query = { chainId: 2, token, atMost: 10n, triedSince: minutesAgo(2) };
    return (await readOldestWaiter(database, query))?.id ?? null;
  };

  test('is the one that has waited longest', async () => {
    await setWaiting(FIRST, { since: minutesAgo(10) });
    await setWaiting(SECOND, { since: minutesAgo(20) });
    expect(await readOldest()).toBe(SECOND);
  });

  test('waits for native tokens too if it brings them for gas, and both are due', async () => {
    await setWaiting(FIRST);
    await setWaiting(SECOND, { since: minutesAgo(10) });
    expect(await readOldest(zeroAddress)).toBeNull();
    const askFor = (gasDrop: bigint) =>
      database.query('update deposits set target = $2 where id = $1', [SECOND, `${TOKEN}+gas:${gasDrop}`]);
    await askFor(11n);
    expect(await readOldest(zeroAddress)).toBeNull();
    await askFor(7n);
    expect([await readOldest(zeroAddress), await readOldest()]).toEqual([SECOND, FIRST]);
    const native = (await readDue(database, 2)).filter(({ token }) => token === zeroAddress);
    expect(native).toEqual([{ token: zeroAddress, amount: 7n }]);
  });

  test('a refund brings no gas', async () => {
    await setWaiting(FIRST);
    await database.query("update deposits set target = target || '+gas:7' where id = $1", [FIRST]);
    await database.query(
      "update transfers set state = 'rejected', paying_chain_id = 2, reason = 'x', reason_code = 'operator_review' where id = $1",
      [FIRST],
    );
    expect(await readOldest(zeroAddress)).toBeNull();
    expect((await readDue(database, 2)).map(({ token }) => token)).not.toContain(zeroAddress);
  });

  test('excludes one that is no longer tried, because its depositor is above its share', async () => {
    await setWaiting(FIRST, { retryAt: minutesAgo(3) });
    await setWaiting(SECOND, { since: minutesAgo(1) });
    expect(await readOldest()).toBe(SECOND);
  });

  test('excludes one whose last attempt did not get as far as the funds', async () => {
    await setWaiting(FIRST, { code: 'chain_unavailable' });
    expect(await readOldest()).toBeNull();
  });

  test('excludes one whose wait has no start time', async () => {
    await setWaiting(FIRST, { since: null });
    expect(await readOldest()).toBeNull();
  });
});

describe('deposits of a token that is not configured', () => {
  let databases: TestDatabases;

  beforeAll(async () => {
    databases = await startTestDatabases('postgresql');
  });
  afterAll(() => databases?.stop());

  test('are in no list of claims: anyone can make very many, of any amount', async () => {
    const database = await databases.open();
    await rememberChain(database, { chainId: 1, depositContract: TOKEN, genesisHash: FIRST });
    const others = Array.from({ length: 9 }, (_, index) => ({
      ...{ id: numberToHex(index + 1, { size: 32 }), token: zeroAddress, amount: maxUint256 },
    }));
    await storeDeposits(database, [{ id: FIRST, token: TOKEN }, ...others]);
    const tokens = [{ chainId: 1, address: TOKEN }];
    for (const chainId of [1, 2]) {
      const found = await readUndecided(database, chainId, tokens);
      expect(found.map(({ id }) => id)).toEqual([FIRST]);
    }
    const open = { originChainId: 1, token: TOKEN, destinationId: 2n, amount: 10n, payout: null, gasDrop: 0n };
    expect(await readOpenTransfers(database, tokens)).toEqual([open]);
  });
});
