import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { startTestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import type { Database } from '../db/database.ts';
import { readIncidents } from '../db/incidents.ts';
import { haltSender, readHaltedSenders, rememberSender } from './senders.ts';

let databases: TestDatabases;
let database: Database;
beforeAll(async () => {
  databases = await startTestDatabases('postgresql');
  database = await databases.open();
});
afterAll(() => databases?.stop());

test('a halt is reported once, however often a worker finds its cause', async () => {
  const sender = { chainId: 1, address: '0x1111111111111111111111111111111111111111' } as const;
  await database.query(`insert into chains (chain_id, genesis_hash, deposit_contract) values (1, $1, $2)`, [
    `0x${'0'.repeat(64)}`,
    sender.address,
  ]);
  await rememberSender(database, { ...sender, nextNonce: 7, haltedReason: null });
  expect(await readHaltedSenders(database)).toEqual([]);
  expect(await haltSender(database, sender, 'the first reason')).toBe(true);
  expect(await haltSender(database, sender, 'again')).toBe(false);
  expect(await readHaltedSenders(database)).toMatchObject([sender]);
  const incidents = await readIncidents(database, 3_600_000);
  expect(incidents.map(({ detail }) => detail)).toEqual(['the first reason']);
});
