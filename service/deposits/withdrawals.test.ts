import type { Address } from 'viem';
import { zeroAddress, zeroHash } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { startTestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { rememberChain } from '../chain/chains.ts';
import type { Database } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { endWithdrawals, readScheduledWithdrawals, storeWithdrawal } from './withdrawals.ts';

const VAULT: Address = '0x76E12290238cE49cd2eB8ebf80Fa31290d79BA2D';
const OTHER: Address = '0x0b2F3CE73C9dFd318E75e1609CC70dB6dE057d24';

const soon = (seconds: number) => new Date(Date.now() + seconds * 1000);
const withdrawal = (amount: bigint, vault = VAULT) => ({
  ...{ vault, token: zeroAddress, recipient: OTHER, amount, readyAt: soon(60), expiresAt: soon(600) },
});

let databases: TestDatabases;

beforeAll(async () => {
  databases = await startTestDatabases('postgresql');
});
afterAll(() => databases?.stop());

async function openWithChain(): Promise<Database> {
  const database = await databases.openEmpty();
  await migrate(database);
  await rememberChain(database, { chainId: 1, genesisHash: zeroHash, depositContract: zeroAddress });
  return database;
}

const amountsIn = async (database: Database) => (await readScheduledWithdrawals(database)).map(({ amount }) => amount);

test("counts a withdrawal until it ends or expires, and a new owner ends the vault's withdrawals", async () => {
  const database = await openWithChain();
  for (const one of [withdrawal(1n), withdrawal(2n), withdrawal(3n, OTHER)]) await storeWithdrawal(database, 1, one);
  await storeWithdrawal(database, 1, { ...withdrawal(4n), expiresAt: soon(-1) });
  expect(await amountsIn(database)).toEqual([1n, 2n, 3n]);
  const end = { chainId: 1, vault: VAULT, block: 7n };
  await endWithdrawals(database, { ...end, withdrawal: withdrawal(1n) });
  expect(await amountsIn(database)).toEqual([2n, 3n]);
  await endWithdrawals(database, { ...end, withdrawal: null });
  expect(await amountsIn(database)).toEqual([3n]);
});
