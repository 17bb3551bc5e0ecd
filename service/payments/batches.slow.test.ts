import type { Hash } from 'viem';
import { parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect } from 'vitest';
import { test } from '../../tools/lab/fixtures.ts';
import type { TestInstallation } from '../../tools/lab/installation/testInstallation.ts';
import type { TestTransfer } from '../../tools/lab/installation/testTransfer.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';
import type { ReportStep } from '../engineContext.ts';

test('pays an account that has never had funds again while its first payment is unmined', async ({ installation }) => {
  const { origin, destination } = installation.bridge;
  await installation.start();
  await destination.chain.client.setAutomine(false);
  const order = {
    token: 'ETH',
    amount: parseEther('0.1'),
    target: privateKeyToAccount(generatePrivateKey()).address,
  } as const;
  const user = await installation.createUser();
  for (let count = 0; count < 2; count += 1) {
    const transfer = await installation.deposit({ user, ...order });
    await origin.chain.mine(2);
    await waitUntil(async () => {
      const stored = await transfer.stored();
      return stored?.state === 'broadcast' || stored?.note;
    });
    expect(await transfer.stored()).toMatchObject({ state: 'broadcast', note: null });
  }
});

describe('a batch of payments', () => {
  /** Creates four deposits of ETH and one of USDC. All are confirmed, and none is paid. */
  async function createQueue(installation: TestInstallation): Promise<readonly TestTransfer[]> {
    installation.keepMining();
    const waiting = await installation.start({ without: ['sign'] });
    const ether = { token: 'ETH', amount: parseEther('0.1') } as const;
    const transfers = await Promise.all([ether, ether, ether, ether, {}].map(installation.deposit));
    for (const transfer of transfers) await transfer.until('confirmed');
    await waiting.stop();
    return transfers;
  }

  test('stays one transaction when its fees are raised', async ({ installation }) => {
    const { destination } = installation.bridge;
    const transfers = await createQueue(installation);
    const reportStep: ReportStep = async (point) => {
      if (point !== 'sign.committed') return;
      await destination.chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 40n * 10n ** 9n });
      await destination.chain.mine(1);
    };
    // On this clock, fees may be raised at once. It is still within the allowed clock difference.
    await installation.start({ reportStep, clock: { now: () => new Date(Date.now() + 25_000) } });
    const hashes = new Set<Hash>();
    for (const transfer of transfers) {
      const payout = await transfer.delivered();
      expect(await transfer.payouts()).toEqual([payout]);
      hashes.add(payout.hash);
    }
    expect(hashes.size).toBe(1);
    const attempts = await installation.query<{ nonce: number; callHash: string }>('select * from attempts');
    expect(attempts.length).toBeGreaterThan(1);
    expect(new Set(attempts.map(({ nonce, callHash }) => `${nonce} ${callHash}`)).size).toBe(1);
    const items = await installation.query('select item, state from obligations order by item');
    expect(items).toEqual([0, 1, 2, 3, 4].map((item) => ({ item, state: 'paid' })));
  });

  test('pays the other recipients when one refuses, and retries the refused payment later', async ({
    installation,
  }) => {
    const { client } = installation.bridge.destination.chain;
    const [refused, ...others] = await createQueue(installation);
    if (!refused) throw new Error('no transfers');
    const { address } = refused.user;
    let aheadMs = 0;
    let isRefusing = false;
    const reportStep: ReportStep = async (point) => {
      if (point !== 'sign.signed' || isRefusing) return;
      isRefusing = true;
      // An account with the invalid opcode as its code refuses native tokens.
      await client.setCode({ address, bytecode: '0xfe' });
    };
    await installation.start({ reportStep, clock: { now: () => new Date(Date.now() + aheadMs) } });
    for (const transfer of others) await transfer.delivered();
    // A payment that failed on the chain is tried again after 30 s.
    aheadMs = 40_000;
    await refused.untilReceipt(/NativeTransferFailed/);
    expect(await refused.payouts()).toEqual([]);
    const readItems = () =>
      installation.query<{ nonce: number; state: string }>(
        'select nonce, state from obligations order by nonce, state',
      );
    const items = await readItems();
    expect(items.map(({ state }) => state)).toEqual(['paid', 'paid', 'paid', 'paid', 'void']);
    expect(new Set(items.map(({ nonce }) => nonce)).size).toBe(1);

    await client.setCode({ address, bytecode: '0x' });
    aheadMs = 80_000;
    await refused.delivered();
    expect(await refused.payouts()).toHaveLength(1);
    expect((await readItems()).at(-1)).toEqual({ nonce: (items[0]?.nonce ?? 0) + 1, state: 'paid' });
  });
});
