import { parseEther } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createSignerPolicy } from '../../lab/installation/signerPolicy.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import { startSignerProcess, writeSignerFiles } from '../../lab/service/signerProcess.ts';
import type { TestHarness } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';
import { createWorkFolder } from '../../lab/service/workFolder.ts';
import type { Database } from '../db/database.ts';
import { WORKERS } from '../engine.ts';
import { createRemoteSigner, createSocketRoute } from '../signer/client/remoteSigner.ts';
import type { Signer } from '../signer/client/signer.ts';
import { readSender } from './senders.ts';

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

  beforeAll(async () => {
    harness = await createTestHarness('postgresql', 48_100);
  });
  beforeEach(() => harness.reset());
  afterAll(async () => {
    await harness?.stop();
  });

  const readHalted = async () => {
    const { destination, hotWallet } = harness.bridge;
    const sender = await readSender(harness.database(), { chainId: destination.chain.id, address: hotWallet.address });
    return sender?.haltedReason ?? null;
  };

  const readStates = async () =>
    (await harness.database().query<{ state: string }>('select state from transfers order by id')).map(
      ({ state }) => state,
    );

  /** A signer process with its payment log. The hot wallet has paid for the tests before. */
  async function startSigner(): Promise<Signer> {
    const { hotWallet, hotWalletKey } = harness.bridge;
    const folder = await createWorkFolder();
    const policy = createSignerPolicy(harness.bridge.configFile());
    const { socketPath, environment } = await writeSignerFiles(folder, { privateKey: hotWalletKey, policy });
    const accepted = await startSignerProcess(environment, { args: ['accept-nonces'] }).ended;
    expect(accepted.code, accepted.output).toBe(0);
    const signer = startSignerProcess(environment);
    onTestFinished(async () => {
      await signer.kill('SIGTERM');
      await folder.remove();
    });
    await signer.listens;
    return createRemoteSigner(createSocketRoute(socketPath), hotWallet.address);
  }

  /** Sends payouts one after the other that no block contains, then restores the database to a time before them. */
  async function sendAndRestore(signer: Signer, payouts: number) {
    const { origin, destination } = harness.bridge;
    const accepting = await harness.start({ workers: WORKERS.filter((worker) => worker !== 'sign') });
    await accepting.stop();
    const backup = await takeBackup(harness.database());

    await destination.chain.client.setAutomine(false);
    const paying = await harness.start({ signer });
    const users = [];
    while (users.length < payouts) {
      const user = await harness.createUser();
      users.push(user);
      await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('1') });
      await origin.chain.mine(2);
      const areSent = async () => {
        const states = await readStates();
        return states.length === users.length && states.every((state) => state === 'broadcast');
      };
      await waitUntil(areSent, { what: `${users.length} payouts that are sent` });
    }
    await paying.stop();
    await restore(harness.database(), backup);
    return users;
  }

  test('halts payments while payouts that it lacks can still be mined', async () => {
    const { destination } = harness.bridge;
    const signer = await startSigner();
    const users = await sendAndRestore(signer, 2);
    const service = await harness.start({ signer });
    await waitUntil(async () => (await readHalted()) !== null, { what: 'a halt' });
    expect(await readHalted()).toMatch(/the signer has signed the nonces of the hot wallet on Southshore below \d+/);
    const incidents = await harness.database().query('select kind, chain_id from incidents');
    expect(incidents).toEqual([{ kind: 'senderHalted', chainId: destination.chain.id }]);
    await destination.chain.client.setAutomine(true);
    harness.keepMining();
    for (const { address } of users) {
      await waitUntil(async () => (await harness.payments(destination, address)).length === 1);
    }
    await service.stop();
    expect(await harness.database().query('select 1 from attempts')).toEqual([]);
  });

  test('pays once where it lacks a single payout: the next payment takes the same nonce', async () => {
    const { destination } = harness.bridge;
    const signer = await startSigner();
    const [user] = await sendAndRestore(signer, 1);
    await harness.start({ signer });
    await waitUntil(async () => (await readStates()).every((state) => state === 'broadcast'), { what: 'the payout' });
    expect(await readHalted()).toBeNull();
    await destination.chain.client.setAutomine(true);
    harness.keepMining();
    await waitUntil(async () => (await readStates()).every((state) => state === 'delivered'), { what: 'a delivery' });
    expect(user && (await harness.payments(destination, user.address))).toHaveLength(1);
  });

  test('does not halt payments for attempts that the database has', async () => {
    const signer = await startSigner();
    harness.keepMining();
    const first = await harness.start({ signer });
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('1') });
    await first.waitForReceipt(hash, [0]);
    await first.stop();
    const again = await harness.start({ signer });
    const other = await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('1') });
    await again.waitForReceipt(other, [0]);
    expect(await readHalted()).toBeNull();
  });
});
