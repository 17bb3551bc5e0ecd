import { describe, expect } from 'vitest';
import { DESTINATION, ORIGIN } from '../../tools/lab/chains/testBridge.ts';
import { test } from '../../tools/lab/fixtures.ts';
import type { LabInstallation } from '../../tools/lab/installation/installationFile.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';
import { readLooks } from '../chain/chains.ts';

describe('a service with a closing chain', () => {
  const closing =
    (name: string, rpcUrl?: string) =>
    ({ chains }: LabInstallation) => {
      for (const chain of chains.filter((candidate) => candidate.name === name)) {
        chain.status = 'closing';
        if (rpcUrl) chain.rpcUrls = [rpcUrl];
      }
    };

  test('holds the transfer if the closing destination has already made a payout that the database lacks', async ({
    installation,
  }) => {
    installation.keepMining();
    const first = await installation.start();
    const transfer = await installation.deposit();
    await transfer.delivered();
    await first.stop();
    await installation.start({
      database: await installation.openDatabase(),
      change: closing(DESTINATION),
    });
    const { status: held } = await transfer.untilReceipt(/on hold/);
    expect(held).toMatchObject({
      code: 908,
      message: expect.stringMatching(/Southshore has already made another payment for it/),
    });
    expect(await transfer.refunds()).toEqual([]);
  });

  test('delays a refund while the closing destination does not answer', async ({ installation }) => {
    installation.keepMining();
    await installation.start({ change: closing(DESTINATION, 'http://127.0.0.1:9') });
    const transfer = await installation.deposit();
    const { status: waiting } = await transfer.untilReceipt(/waits/);
    expect(waiting.code).toBe(908);
    expect(waiting.message).toMatch(/the payment waits until Southshore answers whether it was paid there/);
    expect(await transfer.refunds()).toEqual([]);
  });

  test('settles a payout that was signed before its chain began to close', async ({ installation }) => {
    installation.keepMining();
    const first = await installation.start({ without: ['broadcast'] });
    const transfer = await installation.deposit();
    await transfer.untilReceipt(/is signed/);
    await first.stop();
    await installation.start({ change: closing(DESTINATION) });
    await transfer.delivered();
    expect(await transfer.payouts()).toHaveLength(1);
  });

  test('refunds a deposit on the closing chain and keeps reading that chain', async ({ installation }) => {
    installation.keepMining();
    await installation.start({ change: closing(ORIGIN) });
    const transfer = await installation.deposit();
    const { status } = await transfer.untilReceipt(909);
    expect(status.message).toMatch(/does not serve Northshore/);
    await waitUntil(async () => (await transfer.refunds()).length === 1);
    expect(await transfer.payouts()).toEqual([]);
    const { origin, destination } = installation.bridge;
    const ids = [...(await readLooks(installation.database())).keys()].sort();
    expect(ids).toEqual([origin.chain.id, destination.chain.id]);
  });
});
