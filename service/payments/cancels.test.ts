import { parseEther } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cancelNonce } from '../../lab/postgres/placeTestOrder.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import type { TestHarness } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';
import { WORKERS } from '../engine.ts';
import type { ReportStep } from '../engineContext.ts';
import type { Order } from '../guards/orders.ts';
import type { SendKey } from './model/payment.ts';

describe('a payment cancelled by an operator', () => {
  let harness: TestHarness;

  beforeAll(async () => {
    harness = await createTestHarness('postgresql', 47_100);
  });
  beforeEach(() => harness.reset());
  afterAll(async () => {
    await harness?.stop();
  });

  function waitForState(state: string) {
    return waitUntil(
      async () => (await harness.database().query('select 1 from transfers where state = $1', [state])).length === 1,
      { what: state },
    );
  }

  async function readKey(): Promise<SendKey> {
    const [send] = await harness
      .database()
      .query<{ chainId: number; nonce: number }>('select chain_id, nonce from sends');
    if (!send) throw new Error('nothing is signed');
    return { ...send, address: harness.bridge.hotWallet.address };
  }

  function request(key: SendKey, thenHold: boolean): Promise<Order> {
    return cancelNonce(harness.database(), key, thenHold);
  }

  async function readCauses(): Promise<readonly string[]> {
    const rows = await harness.database().query<{ cause: string }>('select cause from transfer_events order by id');
    return rows.map(({ cause }) => cause);
  }

  function readSends() {
    return harness.database().query<{ state: string }>('select state from sends order by chain_id, nonce');
  }

  /** Signs a payment that no node has received. */
  async function signOne(amount: bigint, state: string) {
    harness.keepMining();
    const silent = await harness.start({ workers: WORKERS.filter((worker) => worker !== 'broadcast') });
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'USDC', amount });
    await waitForState(state);
    await silent.stop();
    return { user, hash, key: await readKey() };
  }

  test('is made at another nonce after the cancel is final', async () => {
    const { destination } = harness.bridge;
    const { user, hash, key } = await signOne(50_000_000n, 'signed');
    await request(key, false);
    const service = await harness.start();
    const { data } = await service.waitForReceipt(hash, [0]);
    expect(await readSends()).toEqual([{ state: 'cancelled' }, { state: 'succeeded' }]);
    expect(await readCauses()).toContain('payoutCancelled');
    const paid = BigInt(data.user_receive_value.raw_value);
    expect(await harness.payments(destination, user.address)).toEqual([{ hash: data.to_chain_hash, amount: paid }]);
    const kinds = await harness
      .database()
      .query('select kind from attempts where nonce = $1 order by attempt', [key.nonce]);
    expect(kinds.slice(0, 2)).toEqual([{ kind: 'call' }, { kind: 'cancel' }]);
    await expect(request(key, false)).rejects.toThrow('nothing to cancel');
  });

  test('is held, unpaid, when the operator requests it', async () => {
    const { user, hash, key } = await signOne(50_000_000n, 'signed');
    await request(key, true);
    const service = await harness.start();
    await waitForState('held');
    expect((await service.receipt(hash)).status).toMatchObject({
      code: 908,
      message: expect.stringMatching(/on hold/),
    });
    expect(await readSends()).toEqual([{ state: 'cancelled' }]);
    expect(await harness.payments(harness.bridge.destination, user.address)).toEqual([]);
  });

  test('is made exactly once when the chain includes it before the cancel', async () => {
    const { origin, destination } = harness.bridge;
    const { client } = destination.chain;
    const reportStep: ReportStep = async (point) => {
      if (point === 'broadcast.sent') await request(await readKey(), true);
      // The node already has the payment. The chain mines it here, so the cancel is too late.
      if (point === 'cancel.committed') await destination.chain.mine(1);
    };
    await client.setAutomine(false);
    try {
      const service = await harness.start({ reportStep });
      const user = await harness.createUser();
      const hash = await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('1') });
      await origin.chain.mine(2);
      await waitUntil(async () => (await harness.payments(destination, user.address)).length === 1);
      await client.setAutomine(true);
      harness.keepMining();
      await service.waitForReceipt(hash, [0]);
      expect(await readSends()).toEqual([{ state: 'succeeded' }]);
      expect(await harness.database().query("select 1 from attempts where kind = 'cancel'")).toHaveLength(1);
      expect(await harness.payments(destination, user.address)).toHaveLength(1);
    } finally {
      await client.setAutomine(true);
    }
  });

  test('stays a refund, and is made at another nonce', async () => {
    const { origin } = harness.bridge;
    const { user, hash, key } = await signOne(20_000_000_000n, 'refunding');
    await request(key, false);
    const service = await harness.start();
    await waitForState('refunded');
    expect((await service.receipt(hash)).status.code).toBe(909);
    expect(await readCauses()).toEqual([
      ...['depositSeen', 'rejected', 'refundSigned', 'refundCancelled', 'refundSigned', 'refundDelivered'],
    ]);
    expect(await readSends()).toEqual([{ state: 'cancelled' }, { state: 'succeeded' }]);
    expect(await harness.payments(origin, user.address)).toHaveLength(1);
  });
});
