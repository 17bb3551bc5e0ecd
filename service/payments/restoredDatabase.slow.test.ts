import type { Address } from 'viem';
import { parseEther } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { restoreBackup, takeBackup } from '../../lab/postgres/backup.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import { startSignerProcess, writeSignerFiles } from '../../lab/service/signerProcess.ts';
import type { TestInstallation } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';
import { createWorkFolder } from '../../lab/service/workFolder.ts';
import { WORKERS } from '../engine.ts';
import { createRemoteSigner, createSocketRoute } from '../signer/client/remoteSigner.ts';
import type { Signer } from '../signer/client/signer.ts';
import { acceptNonces } from '../signer/process/acceptNonces.ts';
import { readSender } from './senders.ts';

describe('a service on a restored database', () => {
  let harness: TestInstallation;

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

  /** Whether the service has planned a payment of each transfer again. A node that has the lost payout says that it is paid. */
  const hasPlanned = async () => {
    const rows = await harness
      .database()
      .query<{ isPlanned: boolean }>(
        "select state = 'signed' or state = 'broadcast' or note is not null as is_planned from transfers",
      );
    return rows.length > 0 && rows.every(({ isPlanned }) => isPlanned);
  };

  /** Whichever of two transactions with one nonce was mined, the other never can be: the service halts if it is its own. */
  const isSettled = async () =>
    (await readStates()).every((state) => state === 'delivered') || (await readHalted()) !== null;

  /** A signer process with its payment log. The hot wallet has paid for the tests before. */
  async function startSigner(): Promise<Signer> {
    const { hotWallet, hotWalletKey } = harness.bridge;
    const folder = await createWorkFolder();
    const installation = harness.bridge.configFile();
    const { socketPath, environment } = await writeSignerFiles(folder, { privateKey: hotWalletKey, installation });
    await acceptNonces(environment);
    const signer = startSignerProcess(environment);
    onTestFinished(async () => {
      await signer.kill('SIGTERM');
      await folder.remove();
    });
    await signer.listens;
    return createRemoteSigner(createSocketRoute(socketPath), hotWallet.address);
  }

  /** Sends payouts one after the other that no block contains, and takes a backup of the database before them. */
  async function send(signer: Signer, payouts: number) {
    const { origin, destination } = harness.bridge;
    const accepting = await harness.start({ workers: WORKERS.filter((worker) => worker !== 'sign') });
    await accepting.stop();
    const backup = await takeBackup(harness.database());

    await destination.chain.client.setAutomine(false);
    const service = await harness.start({ signer });
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
    return { users, backup, service };
  }

  async function sendAndRestore(signer: Signer, payouts: number) {
    const { users, backup, service } = await send(signer, payouts);
    await service.stop();
    await restoreBackup(harness.database(), backup);
    return users;
  }

  /** Mines what was sent, and waits until each of the users has one payment. */
  async function minePayouts(users: readonly { readonly address: Address }[]) {
    const { destination } = harness.bridge;
    await destination.chain.client.setAutomine(true);
    harness.keepMining();
    for (const { address } of users) {
      await waitUntil(async () => (await harness.payments(destination, address)).length === 1, { what: 'a payment' });
    }
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
    await minePayouts(users);
    await service.stop();
    expect(await harness.database().query('select 1 from attempts')).toEqual([]);
  });

  test('halts a running service when its database falls behind', async () => {
    const signer = await startSigner();
    const { users, backup } = await send(signer, 2);
    await restoreBackup(harness.database(), backup);
    await waitUntil(async () => (await readHalted()) !== null, { what: 'a halt' });
    expect(await readHalted()).toMatch(/the signer has signed the nonces of the hot wallet on Southshore below \d+/);
    await minePayouts(users);
  });

  test('pays once when the halt ends while the payouts can still be mined', async () => {
    const { destination } = harness.bridge;
    const signer = await startSigner();
    const users = await sendAndRestore(signer, 2);
    const first = await harness.start({ signer });
    await waitUntil(async () => (await readHalted()) !== null, { what: 'a halt' });
    await first.stop();
    await harness.database().query('update senders set halted_reason = null');
    // The end of a halt outlives a restart: the signer has still signed more nonces than the database has.
    const second = await harness.start({ signer });
    await waitUntil(hasPlanned, { what: 'payments that are planned again' });
    expect(await readHalted()).toBeNull();
    await minePayouts(users);
    await waitUntil(isSettled, { what: 'deliveries, or a second halt' });
    await second.stop();
    for (const { address } of users) expect(await harness.payments(destination, address)).toHaveLength(1);
  });

  test('pays once where it lacks a single payout, without a halt: the next payment takes the same nonce', async () => {
    const signer = await startSigner();
    const users = await sendAndRestore(signer, 1);
    await harness.start({ signer });
    await waitUntil(hasPlanned, { what: 'a payment that is planned again' });
    expect(await readHalted()).toBeNull();
    await minePayouts(users);
    await waitUntil(isSettled, { what: 'a delivery, or a halt' });
    for (const { address } of users)
      expect(await harness.payments(harness.bridge.destination, address)).toHaveLength(1);
  });

  test('does not halt payments for attempts that the database has', async () => {
    const signer = await startSigner();
    harness.keepMining();
    const first = await harness.start({ signer });
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('1') });
    await first.waitForReceipt(hash, 0);
    await first.stop();
    const again = await harness.start({ signer });
    const other = await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('1') });
    await again.waitForReceipt(other, 0);
    expect(await readHalted()).toBeNull();
  });
});
