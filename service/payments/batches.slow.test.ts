import type { PrivateKeyAccount } from 'viem';
import { parseEther } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import type { TestInstallation } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';
import { WORKERS } from '../engine.ts';
import type { ReportStep } from '../engineContext.ts';

describe('a batch of payments', () => {
  let harness: TestInstallation;

  beforeAll(async () => {
    harness = await createTestHarness('postgresql', 46_100);
  });
  beforeEach(() => harness.reset());
  afterAll(() => harness?.stop());

  /** Creates four deposits of ETH and one of USDC. All are confirmed, and none is paid. */
  async function createQueue(): Promise<{ readonly users: PrivateKeyAccount[]; readonly hashes: string[] }> {
    harness.keepMining();
    const waiting = await harness.start({ workers: WORKERS.filter((worker) => worker !== 'sign') });
    const users = await Promise.all(Array.from({ length: 5 }, () => harness.createUser()));
    const hashes = await Promise.all(
      users.map((user, index) => {
        const ether = { token: 'ETH', amount: parseEther('0.1') } as const;
        return harness.bridge.deposit(user, index === 4 ? { token: 'USDC', amount: 50_000_000n } : ether);
      }),
    );
    await waitUntil(async () => {
      const rows = await harness.database().query("select 1 from transfers where state = 'confirmed'");
      return rows.length === users.length;
    });
    await waiting.stop();
    return { users, hashes };
  }

  test('stays one transaction when its fees are raised', async () => {
    const { destination } = harness.bridge;
    const { users, hashes } = await createQueue();
    const reportStep: ReportStep = async (point) => {
      if (point !== 'sign.committed') return;
      await destination.chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 40n * 10n ** 9n });
      await destination.chain.mine(1);
    };
    // Fees may be raised at once on this clock. It is still within the allowed clock difference.
    const service = await harness.start({ reportStep, clock: { now: () => new Date(Date.now() + 25_000) } });
    const receipts = await Promise.all(hashes.map((hash) => service.waitForReceipt(hash, 0)));
    const [first] = receipts;
    for (const [index, { data }] of receipts.entries()) {
      const user = users[index];
      const paid = user ? await harness.payments(destination, user.address) : [];
      expect(paid).toEqual([{ hash: first?.data.to_chain_hash, amount: BigInt(data.user_receive_value.raw_value) }]);
    }
    const attempts = await harness.database().query<{ nonce: number; callHash: string }>('select * from attempts');
    expect(attempts.length).toBeGreaterThan(1);
    expect(new Set(attempts.map(({ nonce, callHash }) => `${nonce} ${callHash}`)).size).toBe(1);
    const items = await harness.database().query('select item, state from obligations order by item');
    expect(items).toEqual([0, 1, 2, 3, 4].map((item) => ({ item, state: 'paid' })));
  });

  test('pays the other recipients when one refuses, and retries the refused payment later', async () => {
    const { destination } = harness.bridge;
    const { client } = destination.chain;
    const { users, hashes } = await createQueue();
    const [refusing] = users;
    if (!refusing) throw new Error('no users');
    let aheadMs = 0;
    let isRefusing = false;
    const reportStep: ReportStep = async (point) => {
      if (point !== 'sign.committed' || isRefusing) return;
      isRefusing = true;
      // An account with the invalid opcode as its code refuses native tokens.
      await client.setCode({ address: refusing.address, bytecode: '0xfe' });
    };
    const service = await harness.start({ reportStep, clock: { now: () => new Date(Date.now() + aheadMs) } });
    const [refused = '', ...others] = hashes;
    await Promise.all(others.map((hash) => service.waitForReceipt(hash, 0)));
    // A payment that failed on the chain is tried again after 30 s.
    aheadMs = 40_000;
    await waitUntil(async () => /NativeTransferFailed/.test((await service.receipt(refused)).status.message));
    expect(await harness.payments(destination, refusing.address)).toEqual([]);
    const readItems = () =>
      harness
        .database()
        .query<{ nonce: number; state: string }>('select nonce, state from obligations order by nonce, state');
    const items = await readItems();
    expect(items.map(({ state }) => state)).toEqual(['paid', 'paid', 'paid', 'paid', 'void']);
    expect(new Set(items.map(({ nonce }) => nonce)).size).toBe(1);

    await client.setCode({ address: refusing.address, bytecode: '0x' });
    aheadMs = 80_000;
    await service.waitForReceipt(refused, 0);
    expect(await harness.payments(destination, refusing.address)).toHaveLength(1);
    expect((await readItems()).at(-1)).toEqual({ nonce: (items[0]?.nonce ?? 0) + 1, state: 'paid' });
  });
});
