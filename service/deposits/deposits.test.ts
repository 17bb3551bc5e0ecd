import type { Hex } from 'viem';
import { parseEther } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import type { TestHarness } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';
import { createFastClock } from '../../lab/service/testService.ts';
import { readShownSummaries } from '../api/receipts.ts';
import { readChanges } from './transferEvents.ts';

describe('a deposit', () => {
  let harness: TestHarness;

  beforeAll(async () => {
    harness = await createTestHarness('postgresql', 42_100);
  });
  beforeEach(() => harness.reset());
  afterAll(() => harness?.stop());

  async function listStates(depositHash: `0x${string}`): Promise<string[]> {
    const [summary] = await readShownSummaries(harness.database(), [depositHash]);
    const changes = summary ? await readChanges(harness.database(), summary.id) : [];
    return changes.map(({ to }) => to);
  }

  test('answers 907 again after a reorg, and is paid once when it is mined again', async () => {
    const { origin, destination } = harness.bridge;
    const service = await harness.start();
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('1') });
    const seen = await service.waitForReceipt(hash, [908]);
    expect(seen.status.message).toBe('The deposit was seen on Northshore. Waiting for confirmations: 1 of 2.');

    const raw = await origin.chain.client.request<{ Method: string; Parameters: [Hex]; ReturnType: Hex }>({
      method: 'eth_getRawTransactionByHash',
      params: [hash],
    });
    await origin.chain.reorganise(1);
    await service.waitForReceipt(hash, [907]);

    await origin.chain.client.sendRawTransaction({ serializedTransaction: raw });
    await service.waitForReceipt(hash, [908]);
    harness.keepMining();
    const { data } = await service.waitForReceipt(hash, [0]);
    expect(await listStates(hash)).toEqual(['seen', 'unseen', 'seen', 'confirmed', 'signed', 'broadcast', 'delivered']);
    const payments = await harness.payments(destination, user.address);
    expect(payments).toEqual([{ hash: data.to_chain_hash, amount: BigInt(data.user_receive_value.raw_value) }]);
  });

  test('waits for the confirmations of its tier without delaying a smaller deposit', async () => {
    const { origin, destination } = harness.bridge;
    const service = await harness.start({
      change: (file) => {
        for (const chain of file.chains) chain.confirmationsAbove = { '10000': 8 };
      },
    });
    const stopMining = destination.chain.keepMining(100);
    try {
      const [user, other] = [await harness.createUser(), await harness.createUser()];
      // One ether has the price 3000.
      const large = await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('4') });
      const small = await harness.bridge.deposit(other, { token: 'ETH', amount: parseEther('3') });
      await origin.chain.client.mine({ blocks: 1 });
      await service.waitForReceipt(small, [0]);
      const { status } = await service.receipt(large);
      expect(status).toEqual({
        code: 908,
        message: 'The deposit was seen on Northshore. Waiting for confirmations: 3 of 8.',
        details: { step: 'confirming', confirmations: 3, confirmations_needed: 8 },
      });
      await origin.chain.client.mine({ blocks: 4 });
      await waitUntil(async () => (await service.receipt(large)).status.message.includes('7 of 8') || null);
      expect(await listStates(large)).toEqual(['seen']);
      await origin.chain.client.mine({ blocks: 1 });
      await service.waitForReceipt(large, [0]);
      expect(await harness.payments(destination, user.address)).toHaveLength(1);
    } finally {
      stopMining();
    }
  });

  test.each([
    [
      'an unknown destination',
      { destination: 999_999n },
      /does not know the destination chain 999999/,
      'destination_unknown',
    ],
    [
      'a recipient that is not an address',
      { target: 'alice.eth' },
      /recipient is not an account address/,
      'recipient_invalid',
    ],
  ])('with %s is refunded and answers 909 with the refund hash', async (...[, fields, words, reason]) => {
    const { origin, destination } = harness.bridge;
    harness.keepMining();
    const service = await harness.start();
    const user = await harness.createUser();
    const before = await origin.chain.balanceOf(origin.token('USDC'), user.address);
    const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: 50_000_000n, ...fields });
    const refunded = await waitUntil(async () => {
      const answer = await service.receipt(hash);
      return /is done, in transaction 0x[0-9a-f]{64}/.test(answer.status.message) ? answer : null;
    });
    expect(refunded).toMatchObject({ data: null, status: { code: 909, message: expect.stringMatching(words) } });
    const [refund, ...more] = await harness.payments(origin, user.address);
    expect(more).toEqual([]);
    expect(refunded.status.message).toContain(refund?.hash);
    expect(refunded.status.details).toMatchObject({
      ...{ step: 'refunded', reason, refund_hash: refund?.hash },
      refund_value: { decimals: 6, raw_value: refund?.amount.toString() },
    });
    const after = await origin.chain.balanceOf(origin.token('USDC'), user.address);
    expect(after).toBe(before - 50_000_000n + (refund?.amount ?? 0n));
    expect(refund?.amount).toBeGreaterThan(49_000_000n);
    expect(await harness.payments(destination, user.address)).toEqual([]);
    expect(await listStates(hash)).toEqual(['seen', 'rejected', 'refunding', 'refunded']);
  });

  test('is held when it is rejected and a refund keeps costing more than its amount', async () => {
    const { origin } = harness.bridge;
    harness.keepMining();
    const service = await harness.start({
      clock: createFastClock(200),
      change: ({ lab }) => {
        lab.handlingMinimum = '0';
      },
    });
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: 100_000n });
    const held = await waitUntil(async () => {
      const answer = await service.receipt(hash);
      return answer.status.message.includes('on hold') ? answer : null;
    });
    expect(held.status.code).toBe(908);
    expect(held.status.message).toMatch(
      /0\.1 USDC less the network fee is not between .* a refund costs more than the deposit/,
    );
    expect(await harness.payments(origin, user.address)).toEqual([]);
  });

  test('is dropped when it is not worth its refund, and answers 907', async () => {
    const service = await harness.start();
    const { client, keepMining } = harness.bridge.origin.chain;
    const user = await harness.createUser();
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: 10_000_000_000n });
    const dust = await harness.bridge.deposit(user, { token: 'ETH', amount: 1_000_000_000_000n });
    const own = await harness.bridge.deposit(user, { token: 'ETH', amount: 1_000_000_000_000_000_000n });
    const stopMining = [keepMining(100), harness.bridge.destination.chain.keepMining(100)];
    await service.waitForReceipt(own, [0]);
    for (const stop of stopMining) stop();
    expect((await service.receipt(dust)).status.code).toBe(907);
    expect(await harness.database().query('select * from incidents')).toEqual([]);
    expect(await harness.database().query('select * from deposits')).toHaveLength(1);
  });

  test('to another maker is not stored and answers 907', async () => {
    harness.keepMining();
    const service = await harness.start();
    const user = await harness.createUser();
    const stranger = await harness.createUser();
    const foreign = await harness.bridge.deposit(user, { token: 'USDC', amount: 50_000_000n, maker: stranger.address });
    const own = await harness.bridge.deposit(user, { token: 'USDC', amount: 60_000_000n });
    await service.waitForReceipt(own, [0]);
    expect((await service.receipt(foreign)).status.code).toBe(907);
    expect(await harness.database().query('select * from deposits where tx_hash = $1', [foreign])).toEqual([]);
    expect(await harness.payments(harness.bridge.destination, user.address)).toHaveLength(1);
  });

  test('of a fake token is held and never paid', async () => {
    harness.keepMining();
    const service = await harness.start();
    const user = await harness.createUser();
    const fake = await harness.bridge.deposit(user, { token: 'FAKE', amount: 50_000_000n });
    const held = await waitUntil(async () => {
      const answer = await service.receipt(fake);
      return answer.status.message.includes('on hold') ? answer : null;
    });
    expect(held.status).toEqual({
      code: 908,
      message: expect.stringMatching(/does not support the deposited token/),
      details: { step: 'held', reason: 'token_not_supported' },
    });
    expect(await harness.payments(harness.bridge.destination, user.address)).toEqual([]);
    expect(await harness.payments(harness.bridge.origin, user.address)).toEqual([]);
  });
});
