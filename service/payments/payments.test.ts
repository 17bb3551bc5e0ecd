import { parseEther } from 'viem';
import { describe, expect } from 'vitest';
import { compileContracts } from '../../contracts/artifacts.ts';
import { addVault } from '../../tools/lab/chains/deployment.ts';
import { setVaultFunds } from '../../tools/lab/chains/setVaultCap.ts';
import { test } from '../../tools/lab/fixtures.ts';
import type { LabInstallation } from '../../tools/lab/installation/installationFile.ts';
import { createFastClock } from '../../tools/lab/installation/testService.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';
import { readIncidents } from '../db/incidents.ts';

describe('the payment workers', () => {
  test('send a payment again after a reorg, and report delivery only after enough confirmations', async ({
    installation,
  }) => {
    const { origin, destination } = installation.bridge;
    // The service sends a payment again after 3 s of this clock.
    await installation.start({ clock: createFastClock(5) });
    const transfer = await installation.deposit();
    await origin.chain.mine(2);
    await transfer.untilReceipt(/in a block of Southshore\. Waiting for confirmations: 1 of 2/);
    await destination.chain.reorganise(1);
    await waitUntil(async () => (await transfer.payouts()).length === 0);
    expect((await transfer.receipt()).status.code).toBe(908);
    installation.keepMining();
    await transfer.delivered();
    expect(await transfer.payouts()).toHaveLength(1);
  });

  test("halt payments when the hot wallet's nonce on the chain is higher than the stored nonce", async ({
    installation,
  }) => {
    installation.keepMining();
    const first = await installation.start();
    await first.stop();
    await installation.useKeyElsewhere();

    await installation.start();
    const transfer = await installation.deposit();
    await transfer.untilReceipt(/confirmed/);
    expect(await installation.haltedReason()).toMatch(
      /the hot wallet's nonce on Southshore is \d+, but this database has signed only up to/,
    );
    expect((await transfer.receipt()).status.code).toBe(908);
    expect(await transfer.payouts()).toEqual([]);
  });

  test("halt payments if the hot wallet's key was used elsewhere while no payment is due", async ({ installation }) => {
    installation.keepMining();
    await installation.start({ clock: createFastClock(5) });
    await installation.useKeyElsewhere();
    const reason = await waitUntil(installation.haltedReason);
    expect(reason).toMatch(/the hot wallet's nonce on Southshore is \d+, but this database has signed only up to \d+/);
    const incidents = await readIncidents(installation.database(), 3_600_000);
    expect(incidents).toMatchObject([
      { kind: 'senderHalted', chainId: installation.senderKey.chainId, detail: reason },
    ]);
  });

  test('pay at another nonce after a payment reverted, when the vault has the funds again', async ({
    installation,
  }) => {
    const { destination } = installation.bridge;
    const token = destination.token('USDC');
    installation.keepMining();
    const first = await installation.start({ without: ['broadcast'] });
    const transfer = await installation.deposit();
    await transfer.untilReceipt(/payout on Southshore is signed/);
    await first.stop();
    const balance = await setVaultFunds(destination, token, 0n);
    expect(await destination.chain.balanceOf(token, destination.deployment.vault)).toBe(0n);

    await installation.start({ clock: createFastClock(20) });
    await transfer.untilReceipt(/until the bridge has enough USDC on Southshore/);
    await setVaultFunds(destination, token, balance);
    const payout = await transfer.delivered();
    const sends = await installation.query('select state, mined_hash from sends order by nonce');
    expect(sends).toEqual([
      { state: 'reverted', minedHash: expect.not.stringMatching(payout.hash) },
      { state: 'succeeded', minedHash: payout.hash },
    ]);
    expect(await transfer.payouts()).toHaveLength(1);
  });

  test('halt payments when an unknown transaction used the nonce of a signed payment', async ({ installation }) => {
    installation.keepMining();
    const first = await installation.start({ without: ['broadcast'] });
    const transfer = await installation.deposit();
    await transfer.untilReceipt(/payout on Southshore is signed/);
    await first.stop();
    await installation.useKeyElsewhere();

    await installation.start({ clock: createFastClock(5) });
    expect(await waitUntil(installation.haltedReason)).toMatch(
      /nonce \d+ of the hot wallet on Southshore was used by a transaction that this database lacks/,
    );
    expect(await transfer.payouts()).toEqual([]);
  });

  test('hold a transfer whose recipient keeps refusing the payment, and spend nothing on it', async ({
    installation,
  }) => {
    const { destination, hotWallet } = installation.bridge;
    let aheadMs = 0;
    const clock = { now: () => new Date(Date.now() + aheadMs) };
    installation.keepMining();
    await installation.start({ clock });
    const nonce = await destination.chain.client.getTransactionCount({ address: hotWallet.address });
    // This contract refuses native tokens.
    const target = destination.token('FAKE');
    const transfer = await installation.deposit({ token: 'ETH', amount: parseEther('1'), target });
    await transfer.untilReceipt(/the payment would fail on Southshore \(NativeTransferFailed\)/);
    aheadMs = 620_000;
    const held = await transfer.untilReceipt(/on hold, because/);
    expect(held.status.code).toBe(908);
    expect(await destination.chain.client.getTransactionCount({ address: hotWallet.address })).toBe(nonce);
  });

  test('hold a payout whose deposit is in a vault that was closed after its acceptance', async ({ installation }) => {
    const { origin, hotWallet } = installation.bridge;
    installation.keepMining();
    const first = await installation.start({ without: ['sign'] });
    const transfer = await installation.deposit();
    await transfer.untilReceipt(/confirmed/);
    await first.stop();
    const { chain, deployment } = origin;
    const vault = await addVault(chain, { artifacts: await compileContracts(), hotWallet, deployment });
    const change = ({ chains: [north] }: LabInstallation) => {
      if (north) Object.assign(north, { vault, retiredVaults: [north.vault], closedVaults: [north.vault] });
    };
    await installation.start({ change });
    const held = await transfer.untilReceipt(/on hold, because the operator is reviewing it/);
    expect(held.status.code).toBe(908);
    expect(await installation.query('select 1 from sends')).toEqual([]);
    expect(await transfer.payouts()).toEqual([]);
  });

  test('pay each of many deposits exactly once when two services share a database', async ({ installation }) => {
    installation.keepMining();
    await Promise.all([installation.start(), installation.start()]);
    const order = { token: 'ETH', amount: parseEther('0.1') } as const;
    const transfers = await Promise.all(Array.from({ length: 8 }, () => installation.deposit(order)));
    const payouts = await Promise.all(transfers.map(({ delivered }) => delivered()));
    for (const [index, transfer] of transfers.entries()) expect(await transfer.payouts()).toEqual([payouts[index]]);
  });
});
