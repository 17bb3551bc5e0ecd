import { parseEther } from 'viem';
import { describe, expect, onTestFinished } from 'vitest';
import { test } from '../../tools/lab/fixtures.ts';
import type { TestInstallation } from '../../tools/lab/installation/testInstallation.ts';
import type { TestTransfer } from '../../tools/lab/installation/testTransfer.ts';
import { restoreBackup, takeBackup } from '../../tools/lab/postgres/backup.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';
import { startSignerProcess } from '../../tools/lab/service/program.ts';
import { writeSignerFiles } from '../../tools/lab/service/signerFiles.ts';
import { createWorkFolder } from '../../tools/lab/service/workFolder.ts';
import { createRemoteSigner, createSocketRoute } from '../signer/client/remoteSigner.ts';
import type { Signer } from '../signer/client/signer.ts';
import { acceptNonces } from '../signer/process/acceptNonces.ts';

describe('a service on a restored database', () => {
  const readStates = async (installation: TestInstallation) =>
    (await installation.query<{ state: string }>('select state from transfers order by id')).map(({ state }) => state);

  /**
   * Whether the service has planned a payment of each transfer again. A node that has the lost payout reports it as
   * paid.
   */
  const hasPlanned = async (installation: TestInstallation) => {
    const rows = await installation.query<{ isPlanned: boolean }>(
      "select state = 'signed' or state = 'broadcast' or note is not null as is_planned from transfers",
    );
    return rows.length > 0 && rows.every(({ isPlanned }) => isPlanned);
  };

  /**
   * Once one of two transactions with the same nonce is mined, the other never can be: the service halts if that one is
   * its own.
   */
  const isSettled = async (installation: TestInstallation) =>
    (await readStates(installation)).every((state) => state === 'delivered') || installation.haltedReason();

  /** A signer process with its payment log. The hot wallet has already paid for earlier tests. */
  async function startSigner(installation: TestInstallation): Promise<Signer> {
    const { hotWallet, hotWalletKey } = installation.bridge;
    const folder = await createWorkFolder();
    const { socketPath, environment } = await writeSignerFiles(folder, {
      ...{ privateKey: hotWalletKey, installation: installation.bridge.configFile() },
    });
    await acceptNonces(environment);
    const signer = startSignerProcess(environment);
    onTestFinished(async () => {
      await signer.kill('SIGTERM');
      await folder.remove();
    });
    await signer.listens;
    return createRemoteSigner(createSocketRoute(socketPath), hotWallet.address);
  }

  /** Sends payouts one after the other that stay unmined, and backs up the database before them. */
  async function send(installation: TestInstallation, signer: Signer, payouts: number) {
    const { origin, destination } = installation.bridge;
    const accepting = await installation.start({ without: ['sign'] });
    await accepting.stop();
    const backup = await takeBackup(installation.database());

    await destination.chain.client.setAutomine(false);
    const service = await installation.start({ signer });
    const transfers: TestTransfer[] = [];
    while (transfers.length < payouts) {
      const transfer = await installation.deposit({ token: 'ETH', amount: parseEther('1') });
      transfers.push(transfer);
      await origin.chain.mine(2);
      await transfer.until('broadcast');
    }
    return { transfers, backup, service };
  }

  async function sendAndRestore(installation: TestInstallation, signer: Signer, payouts: number) {
    const { transfers, backup, service } = await send(installation, signer, payouts);
    await service.stop();
    await restoreBackup(installation.database(), backup);
    return transfers;
  }

  /** Mines what was sent, and waits until each user has one payment. */
  async function minePayouts({ bridge, keepMining }: TestInstallation, transfers: readonly TestTransfer[]) {
    await bridge.destination.chain.client.setAutomine(true);
    keepMining();
    for (const { payouts } of transfers) {
      await waitUntil(async () => (await payouts()).length === 1, { what: 'a payment' });
    }
  }

  test('halts payments while payouts that it lacks can still be mined', async ({ installation }) => {
    const { destination } = installation.bridge;
    const signer = await startSigner(installation);
    const transfers = await sendAndRestore(installation, signer, 2);
    const service = await installation.start({ signer });
    expect(await waitUntil(installation.haltedReason, { what: 'a halt' })).toMatch(
      /the signer has signed the nonces of the hot wallet on Southshore below \d+/,
    );
    const incidents = await installation.query('select kind, chain_id from incidents');
    expect(incidents).toEqual([{ kind: 'senderHalted', chainId: destination.chain.id }]);
    await minePayouts(installation, transfers);
    await service.stop();
    expect(await installation.query('select 1 from attempts')).toEqual([]);
  });

  test('halts a running service when its database falls behind', async ({ installation }) => {
    const signer = await startSigner(installation);
    const { transfers, backup } = await send(installation, signer, 2);
    await restoreBackup(installation.database(), backup);
    expect(await waitUntil(installation.haltedReason, { what: 'a halt' })).toMatch(
      /the signer has signed the nonces of the hot wallet on Southshore below \d+/,
    );
    await minePayouts(installation, transfers);
  });

  test('pays once if the halt ends while the payouts can still be mined', async ({ installation }) => {
    const signer = await startSigner(installation);
    const transfers = await sendAndRestore(installation, signer, 2);
    const first = await installation.start({ signer });
    await waitUntil(installation.haltedReason, { what: 'a halt' });
    await first.stop();
    await installation.query('update senders set halted_reason = null');
    // The end of a halt outlives a restart: the signer has still signed more nonces than the database has.
    const second = await installation.start({ signer });
    await waitUntil(() => hasPlanned(installation), { what: 'payments that are planned again' });
    expect(await installation.haltedReason()).toBeNull();
    await minePayouts(installation, transfers);
    await waitUntil(() => isSettled(installation), { what: 'deliveries, or a second halt' });
    await second.stop();
    for (const transfer of transfers) expect(await transfer.payouts()).toHaveLength(1);
  });

  test('pays once if it lacks a single payout, without a halt: the next payment takes the same nonce', async ({
    installation,
  }) => {
    const signer = await startSigner(installation);
    const transfers = await sendAndRestore(installation, signer, 1);
    await installation.start({ signer });
    await waitUntil(() => hasPlanned(installation), { what: 'a payment that is planned again' });
    expect(await installation.haltedReason()).toBeNull();
    await minePayouts(installation, transfers);
    await waitUntil(() => isSettled(installation), { what: 'a delivery, or a halt' });
    for (const transfer of transfers) expect(await transfer.payouts()).toHaveLength(1);
  });

  test('does not halt payments for attempts that the database has', async ({ installation }) => {
    const signer = await startSigner(installation);
    installation.keepMining();
    const first = await installation.start({ signer });
    const user = await installation.createUser();
    const transfer = await installation.deposit({ user, token: 'ETH', amount: parseEther('1') });
    await transfer.delivered();
    await first.stop();
    await installation.start({ signer });
    const other = await installation.deposit({ user, token: 'ETH', amount: parseEther('1') });
    await other.delivered();
    expect(await installation.haltedReason()).toBeNull();
  });
});
