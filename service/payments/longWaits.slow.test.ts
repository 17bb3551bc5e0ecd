import { parseGwei } from 'viem';
import { describe, expect } from 'vitest';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { LARGEST_CAP, setVaultCap, setVaultFunds } from '../../tools/lab/chains/setVaultCap.ts';
import { test } from '../../tools/lab/fixtures.ts';
import type { LabInstallation } from '../../tools/lab/installation/installationFile.ts';
import type { TestInstallation } from '../../tools/lab/installation/testInstallation.ts';
import { AUTHOR } from '../../tools/lab/installation/testOperator.ts';
import { createFastClock } from '../../tools/lab/installation/testService.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const AMOUNT = 50_000_000n;

/**
 * Sets the bridge's USDC balance on the destination chain.
 * @returns the previous balance
 */
function setFunds({ bridge: { destination } }: TestInstallation, amount: bigint): Promise<bigint> {
  return setVaultFunds(destination, destination.token('USDC'), amount);
}

/** Limits what the vault still pays in its window, and per payment. */
async function setLeft({ bridge: { destination } }: TestInstallation, left: bigint, perPayment = LARGEST_CAP) {
  const token = destination.token('USDC');
  const vault = { address: destination.deployment.vault, abi: vaultAbi } as const;
  const { client } = destination.chain;
  const { perWindow } = await client.readContract({ ...vault, functionName: 'capOf', args: [token] });
  const spent = perWindow - (await client.readContract({ ...vault, functionName: 'spendable', args: [token] }));
  await setVaultCap(destination, token, { perPayment, perWindow: spent + left });
}

const WINDOW = /until the vault's window on Southshore allows more/;

describe('a payout that has to wait', () => {
  test('for funds longer than a day becomes a refund, and is not paid when the funds return', async ({
    installation,
  }) => {
    let aheadMs = 0;
    const clock = { now: () => new Date(Date.now() + aheadMs) };
    installation.keepMining();
    const funds = await setFunds(installation, 0n);
    try {
      const service = await installation.start({ clock });
      const transfer = await installation.deposit();
      const waiting = await transfer.untilReceipt(/until the bridge has enough USDC on Southshore/);
      expect(waiting.status.code).toBe(908);
      // Nothing more is quoted for these funds.
      expect((await service.build({ ui_value: '5' })).status.code).toBe(904);

      aheadMs = DAY_MS - 60_000;
      await transfer.untilReceipt(/until the bridge has enough USDC on Southshore/);
      aheadMs = DAY_MS + 120_000;
      await transfer.untilReceipt(909);
      await setFunds(installation, funds);
      aheadMs += DAY_MS;
      const { status } = await transfer.untilReceipt(/is done, in transaction/);
      expect(status.message).toContain('could not pay it out in time');
      expect(await transfer.refunds()).toHaveLength(1);
      expect(await transfer.payouts()).toEqual([]);
    } finally {
      await setFunds(installation, funds);
    }
  });

  test('for funds keeps its clock through short pauses, and a pause at its deadline only delays the refund', async ({
    installation,
    operator,
  }) => {
    let aheadMs = 0;
    const clock = { now: () => new Date(Date.now() + aheadMs) };
    installation.keepMining();
    const funds = await setFunds(installation, 0n);
    try {
      await installation.start({ clock });
      const transfer = await installation.deposit();
      const short = () => transfer.untilReceipt(/until the bridge has enough USDC on Southshore/);
      const paused = () => transfer.untilReceipt(/because Southshore is paused/);
      await short();
      aheadMs = 22 * HOUR_MS;
      await operator.run('pause', 'chain', 'Southshore', ...AUTHOR);
      await paused();
      await operator.run('resume', 'chain', 'Southshore', ...AUTHOR);
      aheadMs += HOUR_MS / 30;
      await short();
      await operator.run('pause', 'chain', 'Southshore', ...AUTHOR);
      aheadMs += HOUR_MS / 30;
      await paused();
      // Each attempt sets the time of the next one.
      const readRetryAt = async () => (await transfer.stored())?.retryAt?.getTime();
      const before = await readRetryAt();
      aheadMs = 26 * HOUR_MS;
      await waitUntil(async () => (await readRetryAt()) !== before, { what: 'a try after the deadline' });
      expect((await paused()).status.code).toBe(908);
      await operator.run('resume', 'chain', 'Southshore', ...AUTHOR);
      aheadMs += HOUR_MS / 30;
      await transfer.untilReceipt(909);
      await transfer.untilReceipt(/is done, in transaction/);
      expect(await transfer.refunds()).toHaveLength(1);
      expect(await transfer.payouts()).toEqual([]);
    } finally {
      await setFunds(installation, funds);
    }
  });

  test("for the vault's window is paid before younger payments that would fit sooner", async ({ installation }) => {
    installation.keepMining();
    await installation.start({ clock: createFastClock(5) });
    // The window can allow the large payment again only if its cap does.
    await (await installation.deposit({ amount: 4n * AMOUNT })).delivered();
    try {
      await setLeft(installation, 60_000_000n);
      const large = await installation.deposit({ amount: 2n * AMOUNT });
      await large.untilReceipt(WINDOW);
      const small = await installation.deposit();
      await small.untilReceipt(/the payment waits until/);
      expect((await small.receipt()).status.code).toBe(908);
      await setLeft(installation, 110_000_000n);
      await large.delivered();
      await setLeft(installation, AMOUNT);
      await small.delivered();
    } finally {
      await setLeft(installation, LARGEST_CAP / 2n);
    }
  });

  test("above the vault's cap per payment keeps no younger payment waiting", async ({ installation }) => {
    installation.keepMining();
    await installation.start({ clock: createFastClock(5) });
    await (await installation.deposit()).delivered();
    try {
      await setLeft(installation, 4n * AMOUNT, 3n * AMOUNT);
      const capped = await installation.deposit({ amount: 4n * AMOUNT });
      await capped.untilReceipt(/until the vault on Southshore allows so large a payment/);
      await (await installation.deposit()).delivered();
      await setLeft(installation, LARGEST_CAP / 2n);
      await capped.delivered();
    } finally {
      await setLeft(installation, LARGEST_CAP / 2n);
    }
  });

  test("above the vault's balance keeps no younger payment waiting", async ({ installation }) => {
    installation.keepMining();
    await installation.start({ clock: createFastClock(5) });
    const funds = await setFunds(installation, 3n * AMOUNT);
    try {
      const unfunded = await installation.deposit({ amount: 4n * AMOUNT });
      await unfunded.untilReceipt(/until the bridge has enough USDC on Southshore/);
      await (await installation.deposit()).delivered();
      expect((await unfunded.receipt()).status.code).toBe(908);
    } finally {
      await setFunds(installation, funds);
    }
  });

  test("for the vault's window longer than a day becomes a refund", async ({ installation }) => {
    let aheadMs = 0;
    installation.keepMining();
    await installation.start({ clock: { now: () => new Date(Date.now() + aheadMs) } });
    try {
      await setLeft(installation, AMOUNT / 2n);
      const transfer = await installation.deposit();
      await transfer.untilReceipt(/the payment waits until the vault/);
      aheadMs = DAY_MS + 120_000;
      await transfer.untilReceipt(909);
      await transfer.until('refunded');
    } finally {
      await setLeft(installation, LARGEST_CAP / 2n);
    }
  });

  test('for a gas price far above its fee is paid in full once gas costs less', async ({ installation }) => {
    const { destination } = installation.bridge;
    const { client } = destination.chain;
    const change = ({ guards }: LabInstallation) => {
      guards.maxGasFactor = 5;
    };
    installation.keepMining();
    const first = await installation.start({ change, without: ['sign'] });
    const transfer = await installation.deposit();
    await transfer.untilReceipt(/The payout on Southshore is next/);
    await first.stop();
    const quoted = await transfer.stored();

    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('500') });
    await destination.chain.mine(1);
    let isExpensive = true;
    const keepExpensive = setInterval(() => {
      if (isExpensive) client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('500') }).catch(() => {});
    }, 50);
    try {
      await installation.start({ change, clock: createFastClock(20) });
      const { status } = await transfer.untilReceipt(/until gas on Southshore costs less/);
      expect(status).toMatchObject({ code: 908 });
      expect(await installation.query('select 1 from sends')).toEqual([]);
      isExpensive = false;
      await client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('1') });
      await transfer.delivered();
      const payments = await transfer.payouts();
      expect(payments.map(({ amount }) => amount)).toEqual([quoted?.receiveAmount]);
    } finally {
      clearInterval(keepExpensive);
    }
    await waitUntil(async () => (await transfer.payouts()).length === 1);
  });
});
