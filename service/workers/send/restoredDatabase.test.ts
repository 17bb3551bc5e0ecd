import { join } from 'node:path';
import { parseEther } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TestStand } from '../../../lab/bridge/testStand.ts';
import { createTestStand } from '../../../lab/bridge/testStand.ts';
import { DATABASE_KINDS } from '../../../lab/postgres/testDatabases.ts';
import type { WorkFolder } from '../../../lab/processes/childService.ts';
import { createWorkFolder } from '../../../lab/processes/childService.ts';
import { waitUntil } from '../../../lab/processes/testProcesses.ts';
import type { Database } from '../../db/database.ts';
import { openJournal } from '../../db/journal.ts';
import { readSender } from '../../db/senders.ts';
import { WORKERS } from '../engine.ts';

// Other work on the same machine must not fail a test.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

// In the order in which rows refer to each other.
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
  await database.query('truncate chains, fee_schedules, incidents cascade');
  for (const { table, rows } of backup) {
    await database.query(
      `insert into ${table} overriding system value select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [rows],
    );
  }
}

describe.each(DATABASE_KINDS)('a database restored from a backup (%s)', (kind) => {
  let stand: TestStand;
  let folder: WorkFolder;

  beforeAll(async () => {
    [stand, folder] = await Promise.all([
      createTestStand(kind, kind === 'embedded' ? 48_000 : 48_100),
      createWorkFolder(),
    ]);
  });
  beforeEach(() => stand.reset());
  afterAll(async () => {
    await stand?.stop();
    await folder?.remove();
  });

  const readHalted = async () => {
    const { destination, maker } = stand.bridge;
    const sender = await readSender(stand.database(), { chainId: destination.chain.id, address: maker.address });
    return sender?.haltedReason ?? null;
  };

  /** A payout that some node has and no block, and a database from before it was signed. */
  async function sendAndRestore(directory: string) {
    const { origin, destination } = stand.bridge;
    const accepting = await stand.start({ workers: WORKERS.filter((worker) => worker !== 'sign') });
    const user = await stand.createUser();
    await stand.bridge.deposit(user, { token: 'ETH', amount: parseEther('1') });
    await origin.chain.mine(2);
    const readState = async () =>
      (await stand.database().query<{ state: string }>('select state from transfers'))[0]?.state;
    await waitUntil(async () => (await readState()) === 'confirmed');
    await accepting.stop();
    const backup = await takeBackup(stand.database());

    await destination.chain.client.setAutomine(false);
    const paying = await stand.start({ journal: await openJournal(directory) });
    await waitUntil(async () => (await readState()) === 'broadcast');
    await paying.stop();
    await restore(stand.database(), backup);
    return user;
  }

  test('pays nothing before a person has looked, where what it forgot can still be mined', async () => {
    const { destination } = stand.bridge;
    const directory = join(folder.path, 'pending');
    const user = await sendAndRestore(directory);
    const service = await stand.start({ journal: await openJournal(directory) });
    expect(await readHalted()).toMatch(
      /the journal has 1 signed attempts on Southshore that this database does not know/,
    );
    const incidents = await stand.database().query('select kind, chain_id from incidents');
    expect(incidents).toEqual([{ kind: 'senderHalted', chain_id: BigInt(destination.chain.id) }]);
    await destination.chain.client.setAutomine(true);
    stand.keepMining();
    await waitUntil(async () => (await stand.payments(destination, user.address)).length === 1);
    await service.stop();
    expect(await stand.database().query('select 1 from attempts')).toEqual([]);
  });

  test('is not halted for what its database knows, nor for what is in the chain for good', async () => {
    const { destination } = stand.bridge;
    const directory = join(folder.path, 'final');
    stand.keepMining();
    const first = await stand.start({ journal: await openJournal(directory) });
    const user = await stand.createUser();
    const hash = await stand.bridge.deposit(user, { token: 'ETH', amount: parseEther('1') });
    await first.waitForReceipt(hash, [0]);
    await first.stop();
    expect((await openJournal(directory)).past.length).toBeGreaterThan(0);
    await (await stand.start({ journal: await openJournal(directory) })).stop();
    expect(await readHalted()).toBeNull();

    await stand.reset();
    await destination.chain.mine(2);
    await stand.start({ journal: await openJournal(directory) });
    expect(await readHalted()).toBeNull();
  });
});
