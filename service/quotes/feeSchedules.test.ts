import type { Address, Hash } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeDeposits } from '../../tools/lab/postgres/storeDeposits.ts';
import type { TestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { clearDatabase, startTestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { rememberChain } from '../chain/chains.ts';
import type { Database } from '../db/database.ts';
import { applyEvent } from '../deposits/applyEvents.ts';
import { because } from '../deposits/model/reasons.ts';
import { deleteSchedulesBefore, insertSchedules, readSchedules } from './feeSchedules.ts';

const ADDRESS: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const ID: Hash = `0x${'aa'.repeat(32)}`;
const ROUTE = 'route';
const DEPOSITED = new Date('2026-01-20T00:00:00Z');
const daysAfter = (days: number) => new Date(DEPOSITED.getTime() + days * 86_400_000);

let databases: TestDatabases;
let database: Database;

beforeAll(async () => {
  databases = await startTestDatabases('postgresql');
  database = await databases.open();
  await clearDatabase(database);
  await rememberChain(database, { chainId: 1, genesisHash: ID, depositContract: ADDRESS });
});
afterAll(() => databases?.stop());

/** Stores a transfer whose payout was accepted and then held. */
async function storeHeldPayout(): Promise<void> {
  const terms = { recipient: ADDRESS, destinationToken: ADDRESS, receiveAmount: 8n };
  const fields = { ...terms, gasFee: 1n, bridgeFee: 1n, netAmount: 8n };
  await storeDeposits(database, [{ id: ID, blockTime: DEPOSITED }], { seenAt: DEPOSITED });
  await database.transaction(async (transaction) => {
    await applyEvent(transaction, { id: ID, event: 'accepted', fields });
    await applyEvent(transaction, { id: ID, event: 'heldBack', fields: { reason: because('operator_review') } });
  });
  await database.query('update transfers set created_at = $1', [DEPOSITED]);
}

const readStarts = async () => {
  const window = { from: daysAfter(-400), to: daysAfter(400) };
  const found = await readSchedules(database, ROUTE, window);
  return found.map(({ validFrom }) => validFrom.getTime()).sort((one, other) => one - other);
};
const daysOf = (...days: readonly number[]) => days.map((day) => daysAfter(day).getTime());

test('the schedule of an undelivered payout stays, however long before the deposit it took effect', async () => {
  const schedules = [-20, -3, 9, 50].map((day) => ({
    ...{ routeId: ROUTE, validFrom: daysAfter(day), gasFee: 1n, nativePrice: null },
    ...{ feeBps: 1n, feeFloor: 1n, min: 1n, max: 2n },
    ...{ dustBelow: 1n, refundCost: 0n, refundGasPrice: 1n },
  }));
  for (const [epoch, schedule] of schedules.entries()) {
    await database.transaction((transaction) => insertSchedules(transaction, epoch, [schedule]));
  }
  await storeHeldPayout();
  await deleteSchedulesBefore(database, daysAfter(20));
  expect(await readStarts()).toEqual(daysOf(-3, 9, 50));
  await database.query("update transfers set state = 'seen'");
  await deleteSchedulesBefore(database, daysAfter(20));
  expect(await readStarts()).toEqual(daysOf(9, 50));
});
