import { encodeAbiParameters, erc20Abi, keccak256, maxUint256, pad, parseEther, toHex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DATABASE_KINDS } from '../../../lab/postgres/testDatabases.ts';
import { waitUntil } from '../../../lab/processes/waitUntil.ts';
import type { TestHarness } from '../../../lab/service/testHarness.ts';
import { createTestHarness } from '../../../lab/service/testHarness.ts';
import type { TestService } from '../../../lab/service/testService.ts';
import { createFastClock } from '../../../lab/service/testService.ts';
import { readSender } from '../../db/senders.ts';
import { WORKERS } from '../turns.ts';

// Other work on the same machine must not fail a test.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const AMOUNT = 50_000_000n;

describe.each(DATABASE_KINDS)('payments (%s)', (kind) => {
  let harness: TestHarness;

  beforeAll(async () => {
    harness = await createTestHarness(kind, kind === 'embedded' ? 43_000 : 43_100);
  });
  beforeEach(() => harness.reset());
  afterAll(() => harness?.stop());

  function waitForWords(service: TestService, hash: string, words: RegExp) {
    return waitUntil(
      async () => {
        const answer = await service.receipt(hash);
        return words.test(answer.status.message) ? answer : null;
      },
      { what: String(words) },
    );
  }

  test('that were committed but not sent when a service ended are made exactly once by the next one', async () => {
    const { destination, maker } = harness.bridge;
    harness.keepMining();
    const first = await harness.start({ workers: WORKERS.filter((worker) => worker !== 'broadcast') });
    const user = await harness.createUser();
    const nonce = await destination.chain.client.getTransactionCount({ address: maker.address });
    const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
    await waitForWords(first, hash, /payout on Southshore is signed/);
    await first.stop();
    expect(await destination.chain.client.getTransactionCount({ address: maker.address })).toBe(nonce);
    const stored = await harness.database().query('select hash from attempts');
    expect(stored).toHaveLength(1);

    const second = await harness.start();
    const { data } = await second.waitForReceipt(hash, [0]);
    expect(stored).toEqual([{ hash: data.to_chain_hash }]);
    const paid = BigInt(data.user_receive_value.raw_value);
    expect(await harness.payments(destination, user.address)).toEqual([{ hash: data.to_chain_hash, amount: paid }]);
    expect(await destination.chain.balanceOf(destination.token('USDC'), user.address)).toBe(paid);
  });

  test('that a reorganisation of the destination takes away are sent again, and no receipt says delivered before they are deep', async () => {
    const { origin, destination } = harness.bridge;
    const service = await harness.start();
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
    await origin.chain.mine(2);
    await waitForWords(service, hash, /in a block of Southshore\. Waiting for confirmations: 1 of 2/);
    await destination.chain.reorganise(1);
    await waitUntil(async () => (await harness.payments(destination, user.address)).length === 0);
    expect((await service.receipt(hash)).status.code).toBe(908);
    harness.keepMining();
    await service.waitForReceipt(hash, [0]);
    expect(await harness.payments(destination, user.address)).toHaveLength(1);
  });

  test('that the chain has on record already are found, not made again, by a service with an empty database', async () => {
    const { destination } = harness.bridge;
    harness.keepMining();
    const first = await harness.start();
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
    const delivered = await first.waitForReceipt(hash, [0]);
    await first.stop();
    const second = await harness.start({ database: await harness.openDatabase() });
    expect(await second.waitForReceipt(hash, [0])).toEqual(delivered);
    expect(await harness.payments(destination, user.address)).toHaveLength(1);
  });

  test('wait, and say so, until the bridge has the tokens and may spend them', async () => {
    const { destination, maker } = harness.bridge;
    const { chain, deployment } = destination;
    const token = destination.token('USDT');
    const setAllowance = async (amount: bigint) => {
      const args = [deployment.payoutContract, amount] as const;
      const call = {
        account: maker,
        chain: null,
        address: token,
        abi: erc20Abi,
        functionName: 'approve',
        args,
      } as const;
      await chain.client.waitForTransactionReceipt({ hash: await chain.client.writeContract(call) });
    };
    await setAllowance(0n);
    harness.keepMining();
    const service = await harness.start({ workers: WORKERS.filter((worker) => worker !== 'sign') });
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'USDT', amount: AMOUNT });
    await waitForWords(service, hash, /confirmed/);
    await service.stop();

    const clock = createFastClock(5);
    const waiting = await harness.start({ clock });
    const answer = await waitForWords(waiting, hash, /until the bridge has approved USDT for the payout contract/);
    expect(answer.status.code).toBe(908);
    await waiting.stop();
    // The maker's own transactions are made while no service counts its nonces, by a database that is told of them.
    await setAllowance(maxUint256);
    await harness.database().query('update senders set next_nonce = next_nonce + 1 where chain_id = $1', [chain.id]);
    const last = await harness.start({ clock });
    await last.waitForReceipt(hash, [0]);
    expect(await harness.payments(destination, user.address)).toHaveLength(1);
  });

  test('are halted where the chain knows a transaction of the maker that the database does not', async () => {
    const { destination, maker } = harness.bridge;
    harness.keepMining();
    const first = await harness.start();
    await first.stop();
    const foreign = await destination.chain.client.sendTransaction({
      account: maker,
      chain: null,
      to: maker.address,
      value: 1n,
    });
    await destination.chain.client.waitForTransactionReceipt({ hash: foreign });

    const second = await harness.start();
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
    await waitForWords(second, hash, /confirmed/);
    const sender = await readSender(harness.database(), { chainId: destination.chain.id, address: maker.address });
    expect(sender?.haltedReason).toMatch(
      /the maker's nonce on Southshore is \d+, but this database has signed only up to/,
    );
    expect((await second.receipt(hash)).status.code).toBe(908);
    expect(await harness.payments(destination, user.address)).toEqual([]);
  });

  test('that the market has left behind are signed anew with higher fees at the same nonce, and made once', async () => {
    const { destination } = harness.bridge;
    const { client } = destination.chain;
    // Ahead by more than a bump waits for, within what clocks may differ.
    const clock = { now: () => new Date(Date.now() + 25_000) };
    const first = await harness.start({ clock, workers: WORKERS.filter((worker) => worker !== 'broadcast') });
    harness.keepMining();
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
    await waitForWords(first, hash, /payout on Southshore is signed/);
    await first.stop();
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: 40n * 10n ** 9n });
    await destination.chain.mine(1);

    const second = await harness.start({ clock });
    const { data } = await second.waitForReceipt(hash, [0]);
    const attempts = await harness
      .database()
      .query<{ nonce: number; hash: string }>('select nonce, hash from attempts');
    expect(attempts.length).toBeGreaterThan(1);
    expect(new Set(attempts.map(({ nonce }) => nonce)).size).toBe(1);
    expect(attempts.map((attempt) => attempt.hash)).toContain(data.to_chain_hash);
    expect(await harness.payments(destination, user.address)).toHaveLength(1);
  });

  test('that are reverted for good are made anew, at another nonce, once they can be', async () => {
    const { destination, maker } = harness.bridge;
    const { client } = destination.chain;
    const token = destination.token('USDC');
    harness.keepMining();
    const first = await harness.start({ workers: WORKERS.filter((worker) => worker !== 'broadcast') });
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
    await waitForWords(first, hash, /payout on Southshore is signed/);
    await first.stop();
    // OpenZeppelin's ERC-20 keeps its balances in a mapping at slot 0.
    const slot = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [maker.address, 0n]));
    const balance = await destination.chain.balanceOf(token, maker.address);
    await client.setStorageAt({ address: token, index: slot, value: pad('0x') });
    expect(await destination.chain.balanceOf(token, maker.address)).toBe(0n);

    const clock = createFastClock(5);
    const second = await harness.start({ clock });
    await waitForWords(second, hash, /until the bridge has enough USDC on Southshore/);
    await client.setStorageAt({ address: token, index: slot, value: pad(toHex(balance)) });
    const { data } = await second.waitForReceipt(hash, [0]);
    const sends = await harness.database().query('select state, mined_hash from sends order by nonce');
    expect(sends).toEqual([
      { state: 'reverted', minedHash: expect.not.stringMatching(data.to_chain_hash) },
      { state: 'succeeded', minedHash: data.to_chain_hash },
    ]);
    expect(await harness.payments(destination, user.address)).toHaveLength(1);
  });

  test('are halted while they run where a nonce was used by what no stored attempt explains', async () => {
    const { destination, maker } = harness.bridge;
    harness.keepMining();
    const first = await harness.start({ workers: WORKERS.filter((worker) => worker !== 'broadcast') });
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
    await waitForWords(first, hash, /payout on Southshore is signed/);
    await first.stop();
    const stranger = { account: maker, chain: null, to: maker.address, value: 1n };
    const foreign = await destination.chain.client.sendTransaction(stranger);
    await destination.chain.client.waitForTransactionReceipt({ hash: foreign });

    await harness.start({ clock: createFastClock(5) });
    const halted = await waitUntil(async () => {
      const key = { chainId: destination.chain.id, address: maker.address };
      return (await readSender(harness.database(), key))?.haltedReason;
    });
    expect(halted).toMatch(/nonce \d+ of the maker on Southshore was used by a transaction that this database lacks/);
    expect(await harness.payments(destination, user.address)).toEqual([]);
  });

  test('that a recipient refuses are held for a person after a while, and nothing is spent on them', async () => {
    const { destination, maker } = harness.bridge;
    let aheadMs = 0;
    const clock = { now: () => new Date(Date.now() + aheadMs) };
    harness.keepMining();
    const service = await harness.start({ clock });
    const user = await harness.createUser();
    const nonce = await destination.chain.client.getTransactionCount({ address: maker.address });
    // A contract that takes no coins.
    const target = destination.token('FAKE');
    const hash = await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('1'), target });
    await waitForWords(service, hash, /the payment would fail on Southshore \(NativeTransferFailed\)/);
    aheadMs = 620_000;
    const held = await waitForWords(service, hash, /on hold, because/);
    expect(held.status.code).toBe(908);
    expect(await destination.chain.client.getTransactionCount({ address: maker.address })).toBe(nonce);
  });

  test('of many deposits at once are all made, each exactly once, by two services on one database', async () => {
    const { destination } = harness.bridge;
    harness.keepMining();
    const [service] = await Promise.all([harness.start(), harness.start()]);
    const users = await Promise.all(Array.from({ length: 8 }, () => harness.bridge.origin.chain.createAccount()));
    const hashes = await Promise.all(
      users.map((user) => harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('0.1') })),
    );
    const receipts = await Promise.all(hashes.map((hash) => service.waitForReceipt(hash, [0])));
    for (const [index, { data }] of receipts.entries()) {
      const user = users[index];
      const paid = user ? await harness.payments(destination, user.address) : [];
      expect(paid).toEqual([{ hash: data.to_chain_hash, amount: BigInt(data.user_receive_value.raw_value) }]);
    }
  });
});
