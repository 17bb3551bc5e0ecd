import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportStep, Step } from '../../../service/engineContext.ts';
import { STEPS } from '../../../service/engineContext.ts';
import type { BridgeSide } from '../../bridge/testBridge.ts';
import { cancelNonce } from '../../postgres/placeTestOrder.ts';
import { waitUntil } from '../../processes/waitUntil.ts';
import type { TestInstallation } from '../../service/testHarness.ts';
import { createTestHarness } from '../../service/testHarness.ts';
import type { WorkFolder } from '../../service/workFolder.ts';
import { createWorkFolder } from '../../service/workFolder.ts';

let harness: TestInstallation;
let folder: WorkFolder;

beforeAll(async () => {
  [harness, folder] = await Promise.all([createTestHarness('postgresql', 45_000), createWorkFolder()]);
  await harness.reset();
});
afterAll(async () => {
  await harness?.stop();
  await folder?.remove();
});

/** Stops the blocks of a chain once, until `end`: a payment that a block contains needs no other attempt. */
function createMiningPause({ chain }: BridgeSide) {
  let resume = () => {};
  let hasBegun = false;
  return {
    begin: async () => {
      if (hasBegun) return;
      hasBegun = true;
      // The payment can be sent before its cancel is requested. Without this, its block follows at once.
      await chain.client.setAutomine(false);
      await new Promise<void>((hasPaused) => {
        void chain.withoutMining(() => {
          hasPaused();
          return new Promise<void>((resolve) => (resume = resolve));
        });
      });
    },
    end: async () => {
      await chain.client.setAutomine(true);
      resume();
    },
  };
}

test('a payout with a fee bump and a refund with a cancel reach every step', async () => {
  const { origin, destination, hotWallet } = harness.bridge;
  const reached = new Set<Step>();
  const refundPause = createMiningPause(origin);
  const payoutPause = createMiningPause(destination);
  let isBaseFeeHigh = false;
  let isCancelled = false;
  const cancel = async (nonce: number) => {
    isCancelled = true;
    const key = { chainId: origin.chain.id, address: hotWallet.address, nonce };
    await cancelNonce(harness.database(), key);
  };
  const pauseMining = async (step: Step, chainId: number) => {
    // The bytes are not stored yet, so no worker can send them before the pause.
    if (step === 'sign.signed') await (chainId === origin.chain.id ? refundPause : payoutPause).begin();
    if (step === 'cancel.committed') await refundPause.end();
    if (step === 'bump.committed') await payoutPause.end();
  };
  const reportStep: ReportStep = async (step, { chainId, nonce }) => {
    reached.add(step);
    await pauseMining(step, chainId);
    if (step !== 'sign.committed') return;
    if (chainId === origin.chain.id && nonce !== undefined && !isCancelled) await cancel(nonce);
    if (chainId !== destination.chain.id || isBaseFeeHigh) return;
    isBaseFeeHigh = true;
    await destination.chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 40n * 10n ** 9n });
    await destination.chain.mine(1);
  };
  // Longer than the service waits before a fee bump, shorter than the clock difference that it tolerates.
  const clock = { now: () => new Date(Date.now() + 25_000) };
  harness.keepMining();
  const service = await harness.start({ reportStep, clock });
  const user = await harness.createUser();
  const paid = await harness.bridge.deposit(user, { token: 'USDC', amount: 50_000_000n });
  await service.waitForReceipt(paid, 0);
  // Above the limit of the route, so the service refunds it.
  await harness.bridge.deposit(user, { token: 'USDC', amount: 20_000_000_000n });
  const isRefunded = async () => {
    const [row] = await harness.database().query("select 1 from transfers where state = 'refunded'");
    return row;
  };
  await waitUntil(isRefunded, { timeoutMs: 300_000, what: 'the refund' });
  expect(STEPS.filter((step) => !reached.has(step))).toEqual([]);
});
