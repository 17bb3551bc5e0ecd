import { join } from 'node:path';
import { parseEther } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { waitUntil } from '../../../lab/processes/waitUntil.ts';
import { readJournal } from '../../../lab/service/readJournal.ts';
import type { TestHarness } from '../../../lab/service/testHarness.ts';
import { createTestHarness } from '../../../lab/service/testHarness.ts';
import type { WorkFolder } from '../../../lab/service/workFolder.ts';
import { createWorkFolder } from '../../../lab/service/workFolder.ts';
import type { Database } from '../../db/database.ts';
import { openJournal } from '../../db/journal.ts';
import { readSender } from '../../db/senders.ts';
import { WORKERS } from '../turns.ts';

// Longer than each wait of a test, so that a wait that ends in vain says what it waited for.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

// A table comes after the tables that its rows refer to.
const TABLES = ['chains', 'deposits', 'transfers', 'transfer_events', 'senders', 'sends', 'attempts', 'obligations'];

type Backup = readonly { readonly table: string; readonly rows: string }[];

function takeBackup(database: Database): Promise<Backup> {
  return Promise.all(
    TABLES.map(async (table) => {
      const [row] = await database.query<{ rows: string }>(
        `select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as rows from ${table} t`,
      );
      return { table, rows: row?.rows ?? '[]' };
    }),
  );
}

async function restore(database: Database, backup: Backup): Promise<void> {
  await database.query('truncate chains, fee_confirmations, fee_schedules, incidents cascade');
  for (const { table, rows } of backup) {
    await database.query(
      `insert into ${table} overriding system value select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [rows],
    );
  }
}

describe('a service on a restored database', () => {
  let harness: TestHarness;
  let folder: WorkFolder;

  beforeAll(async () => {
    [harness, folder] = await Promise.all([createTestHarness('postgresql', 48_100), createWorkFolder()]);
  });
  beforeEach(() => harness.reset());
  afterAll(async () => {
    await harness?.stop();
    await folder?.remove();
  });

  const readHalted = async () => {
    const { destination, hotWallet } = harness.bridge;
    const sender = await readSender(harness.database(), { chainId: destination.chain.id, address: hotWallet.address });
    return sender?.haltedReason ?? null;
  };

  /** Sends a payout that no block contains, then restores the database to a time before the payout was signed. */
  async function sendAndRestore(directory: string) {
    const { origin, destination } = harness.bridge;
    const accepting = await harness.start({ workers: WORKERS.filter((worker) => worker !== 'sign') });
    const user = await harness.createUser();
    await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('1') });
    await origin.chain.mine(2);
    const readState = async () =>
      (await harness.database().query<{ state: string }>('select state from transfers'))[0]?.state;
    await waitUntil(async () => (await readState()) === 'confirmed');
    await accepting.stop();
    const backup = await takeBackup(harness.database());

    await destination.chain.client.setAutomine(false);
    const paying = await harness.start({ journal: await openJournal(directory) });
    await waitUntil(async () => (await readState()) === 'broadcast');
    await paying.stop();
    await restore(harness.database(), backup);
    return user;
  }

  test('halts payments while a payout that it lacks can still be mined', async () => {
    const { destination } = harness.bridge;
    const directory = join(folder.path, 'pending');
    const user = await sendAndRestore(directory);
    const service = await harness.start({ journal: await openJournal(directory) });
    expect(await readHalted()).toMatch(/the journal has 1 signed attempts on Southshore that this database lacks/);
    const incidents = await harness.database().query('select kind, chain_id from incidents');
    expect(incidents).toEqual([{ kind: 'senderHalted', chainId: destination.chain.id }]);
    await destination.chain.client.setAutomine(true);
    harness.keepMining();
    await waitUntil(async () => (await harness.payments(destination, user.address)).length === 1);
    await service.stop();
    expect(await harness.database().query('select 1 from attempts')).toEqual([]);
  });

  test('does not halt payments for attempts that the database has or whose nonce is final', async () => {
    const { destination } = harness.bridge;
    const directory = join(folder.path, 'final');
    harness.keepMining();
    const first = await harness.start({ journal: await openJournal(directory) });
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('1') });
    await first.waitForReceipt(hash, [0]);
    await first.stop();
    expect((await readJournal(directory)).length).toBeGreaterThan(0);
    await (await harness.start({ journal: await openJournal(directory) })).stop();
    expect(await readHalted()).toBeNull();

    await harness.reset();
    await destination.chain.mine(2);
    await harness.start({ journal: await openJournal(directory) });
    expect(await readHalted()).toBeNull();
  });
});
