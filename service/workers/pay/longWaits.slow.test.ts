import { encodeAbiParameters, keccak256, pad, parseGwei, toHex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { waitUntil } from '../../../lab/processes/waitUntil.ts';
import { waitForMessage } from '../../../lab/service/operatorHarness.ts';
import type { TestHarness } from '../../../lab/service/testHarness.ts';
import { createTestHarness } from '../../../lab/service/testHarness.ts';
import { WORKERS } from '../turns.ts';

// Longer than each wait of a test, so that a wait that ends in vain says what it waited for.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const DAY_MS = 86_400_000;
const AMOUNT = 50_000_000n;

describe('a payout that has to wait', () => {
  let harness: TestHarness;

  beforeAll(async () => {
    harness = await createTestHarness('postgresql', 53_200);
  });
  beforeEach(() => harness.reset());
  afterAll(() => harness?.stop());

  /** Sets what the bridge has of USDC on the destination chain. @returns what it had before */
  async function setFunds(amount: bigint): Promise<bigint> {
    const { destination } = harness.bridge;
    const { vault } = destination.deployment;
    const token = destination.token('USDC');
    const before = await destination.chain.balanceOf(token, vault);
    // OpenZeppelin's ERC-20 keeps its balances in a mapping at slot 0.
    const slot = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [vault, 0n]));
    await destination.chain.client.setStorageAt({ address: token, index: slot, value: pad(toHex(amount)) });
    return before;
  }

  test('for funds longer than a day becomes a refund, and is not paid when the funds return', async () => {
    const { origin, destination } = harness.bridge;
    let aheadMs = 0;
    const clock = { now: () => new Date(Date.now() + aheadMs) };
    harness.keepMining();
    const funds = await setFunds(0n);
    try {
      const service = await harness.start({ clock });
      const user = await harness.createUser();
      const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
      const waiting = await waitForMessage(service, hash, /until the bridge has enough USDC on Southshore/);
      expect(waiting.status.code).toBe(908);
      // Nothing more is quoted for these funds.
      const build = await service.ask('get_build_tx', {
        ...{ from_address: user.address, from_chain_name: 'Northshore', to_address: user.address },
        ...{ to_chain_name: 'Southshore', token_name: 'USDC', ui_value: '5' },
      });
      expect(build.status.code).toBe(904);

      aheadMs = DAY_MS - 60_000;
      await waitForMessage(service, hash, /until the bridge has enough USDC on Southshore/);
      aheadMs = DAY_MS + 120_000;
      await service.waitForReceipt(hash, [909]);
      await setFunds(funds);
      aheadMs += DAY_MS;
      const { status } = await waitForMessage(service, hash, /is done, in transaction/);
      expect(status.message).toContain('could not pay it out in time');
      expect(await harness.payments(origin, user.address)).toHaveLength(1);
      expect(await harness.payments(destination, user.address)).toEqual([]);
    } finally {
      await setFunds(funds);
    }
  });

  test('for a gas price far above its fee is paid in full once gas costs less', async () => {
    const { destination } = harness.bridge;
    const { client } = destination.chain;
    const change = (file: { maxGasFactor?: number }) => {
      file.maxGasFactor = 5;
    };
    harness.keepMining();
    const first = await harness.start({ change, workers: WORKERS.filter((worker) => worker !== 'sign') });
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
    await waitForMessage(first, hash, /The payout on Southshore is next/);
    await first.stop();
    const [quoted] = await harness.database().query<{ receiveAmount: bigint }>('select receive_amount from transfers');

    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('500') });
    await destination.chain.mine(1);
    let isExpensive = true;
    const keepExpensive = setInterval(() => {
      if (isExpensive) client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('500') }).catch(() => {});
    }, 50);
    try {
      const second = await harness.start({ change });
      const { status } = await waitForMessage(second, hash, /until gas on Southshore costs less/);
      expect(status).toMatchObject({ code: 908 });
      expect(await harness.database().query('select 1 from sends')).toEqual([]);
      isExpensive = false;
      await client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('1') });
      await second.waitForReceipt(hash, [0]);
      const payments = await harness.payments(destination, user.address);
      expect(payments.map(({ amount }) => amount)).toEqual([quoted?.receiveAmount]);
    } finally {
      clearInterval(keepExpensive);
    }
    await waitUntil(async () => (await harness.payments(destination, user.address)).length === 1);
  });
});
