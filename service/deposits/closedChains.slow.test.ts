import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DESTINATION, ORIGIN } from '../../lab/bridge/testBridge.ts';
import type { LabInstallation } from '../../lab/installation/installationFile.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import type { TestInstallation } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';
import { readLooks } from '../chain/chains.ts';
import { WORKERS } from '../engine.ts';

describe('a service with a closing chain', () => {
  let harness: TestInstallation;
  const deposit = async () => {
    const user = await harness.createUser();
    return { user, hash: await harness.bridge.deposit(user, { token: 'USDC', amount: 50_000_000n }) };
  };
  const closing =
    (name: string, rpcUrl?: string) =>
    ({ chains }: LabInstallation) => {
      for (const chain of chains.filter((candidate) => candidate.name === name)) {
        chain.status = 'closing';
        if (rpcUrl) chain.rpcUrls = [rpcUrl];
      }
    };

  beforeAll(async () => {
    harness = await createTestHarness('postgresql', 45_000);
  });
  beforeEach(() => harness.reset());
  afterAll(() => harness?.stop());

  test('holds the transfer when the closing destination has already made a payout that the database lacks', async () => {
    harness.keepMining();
    const first = await harness.start();
    const { user, hash } = await deposit();
    await first.waitForReceipt(hash, 0);
    await first.stop();
    const second = await harness.start({ database: await harness.openDatabase(), change: closing(DESTINATION) });
    const held = await waitUntil(async () => {
      const { status } = await second.receipt(hash);
      return status.message.includes('on hold') ? status : null;
    });
    expect(held).toMatchObject({
      code: 908,
      message: expect.stringMatching(/Southshore has already made another payment for it/),
    });
    expect(await harness.payments(harness.bridge.origin, user.address)).toEqual([]);
  });

  test('delays a refund while the closing destination does not answer', async () => {
    harness.keepMining();
    const service = await harness.start({ change: closing(DESTINATION, 'http://127.0.0.1:9') });
    const { user, hash } = await deposit();
    const waiting = await waitUntil(async () => {
      const { status } = await service.receipt(hash);
      return status.message.includes('waits') ? status : null;
    });
    expect(waiting.code).toBe(908);
    expect(waiting.message).toMatch(/the payment waits until Southshore answers whether it was paid there/);
    expect(await harness.payments(harness.bridge.origin, user.address)).toEqual([]);
  });

  test('settles a payout that was signed before its chain began to close', async () => {
    harness.keepMining();
    const first = await harness.start({ workers: WORKERS.filter((worker) => worker !== 'broadcast') });
    const { user, hash } = await deposit();
    await waitUntil(async () => (await first.receipt(hash)).status.message.includes('is signed'));
    await first.stop();
    const second = await harness.start({ change: closing(DESTINATION) });
    await second.waitForReceipt(hash, 0);
    expect(await harness.payments(harness.bridge.destination, user.address)).toHaveLength(1);
  });

  test('refunds a deposit on the closing chain and keeps reading that chain', async () => {
    harness.keepMining();
    const service = await harness.start({ change: closing(ORIGIN) });
    const { user, hash } = await deposit();
    const { status } = await service.waitForReceipt(hash, 909);
    expect(status.message).toMatch(/does not serve Northshore/);
    await waitUntil(async () => (await harness.payments(harness.bridge.origin, user.address)).length === 1);
    expect(await harness.payments(harness.bridge.destination, user.address)).toEqual([]);
    expect([...(await readLooks(harness.database())).keys()].sort()).toEqual([45_000, 45_001]);
  });
});
