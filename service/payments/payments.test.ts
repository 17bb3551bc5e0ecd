import { encodeAbiParameters, keccak256, pad, parseEther, toHex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { compileContracts } from '../../contracts/artifacts.ts';
import { addVault } from '../../lab/installation/deployment.ts';
import type { LabInstallation } from '../../lab/installation/installationFile.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import type { TestHarness } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';
import type { TestService } from '../../lab/service/testService.ts';
import { createFastClock } from '../../lab/service/testService.ts';
import { WORKERS } from '../engine.ts';
import { readSender } from './senders.ts';

const AMOUNT = 50_000_000n;

describe('the payment workers', () => {
  let harness: TestHarness;

  beforeAll(async () => {
    harness = await createTestHarness('postgresql', 43_100);
  });
  beforeEach(() => harness.reset());
  afterAll(() => harness?.stop());

  function waitForMessage(service: TestService, hash: string, pattern: RegExp) {
    return waitUntil(
      async () => {
        const answer = await service.receipt(hash);
        return pattern.test(answer.status.message) ? answer : null;
      },
      { what: String(pattern) },
    );
  }

  test('send a stored payment exactly once after a restart', async () => {
    const { destination, hotWallet } = harness.bridge;
    harness.keepMining();
    const first = await harness.start({ workers: WORKERS.filter((worker) => worker !== 'broadcast') });
    const user = await harness.createUser();
    const nonce = await destination.chain.client.getTransactionCount({ address: hotWallet.address });
    const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
    await waitForMessage(first, hash, /payout on Southshore is signed/);
    await first.stop();
    expect(await destination.chain.client.getTransactionCount({ address: hotWallet.address })).toBe(nonce);
    const stored = await harness.database().query('select hash from attempts');
    expect(stored).toHaveLength(1);

    const second = await harness.start();
    const { data } = await second.waitForReceipt(hash, [0]);
    expect(stored).toEqual([{ hash: data.to_chain_hash }]);
    const paid = BigInt(data.user_receive_value.raw_value);
    expect(await harness.payments(destination, user.address)).toEqual([{ hash: data.to_chain_hash, amount: paid }]);
    expect(await destination.chain.balanceOf(destination.token('USDC'), user.address)).toBe(paid);
  });

  test('send a payment again after a reorg, and report delivery only after enough confirmations', async () => {
    const { origin, destination } = harness.bridge;
    // The service sends a payment again after 3 s of this clock.
    const service = await harness.start({ clock: createFastClock(5) });
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
    await origin.chain.mine(2);
    await waitForMessage(service, hash, /in a block of Southshore\. Waiting for confirmations: 1 of 2/);
    await destination.chain.reorganise(1);
    await waitUntil(async () => (await harness.payments(destination, user.address)).length === 0);
    expect((await service.receipt(hash)).status.code).toBe(908);
    harness.keepMining();
    await service.waitForReceipt(hash, [0]);
    expect(await harness.payments(destination, user.address)).toHaveLength(1);
  });

  test("halt payments when the hot wallet's nonce on the chain is higher than the stored nonce", async () => {
    const { destination, hotWallet } = harness.bridge;
    harness.keepMining();
    const first = await harness.start();
    await first.stop();
    const foreign = await destination.chain.client.sendTransaction({
      account: hotWallet,
      chain: null,
      to: hotWallet.address,
      value: 1n,
    });
    await destination.chain.client.waitForTransactionReceipt({ hash: foreign });

    const second = await harness.start();
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
    await waitForMessage(second, hash, /confirmed/);
    const sender = await readSender(harness.database(), { chainId: destination.chain.id, address: hotWallet.address });
    expect(sender?.haltedReason).toMatch(
      /the hot wallet's nonce on Southshore is \d+, but this database has signed only up to/,
    );
    expect((await second.receipt(hash)).status.code).toBe(908);
    expect(await harness.payments(destination, user.address)).toEqual([]);
  });

  test('raise the fees of a payment at the same nonce when the base fee rises, and pay once', async () => {
    const { destination } = harness.bridge;
    const { client } = destination.chain;
    // Fees may be raised at once on this clock. It is still within the allowed clock difference.
    const clock = { now: () => new Date(Date.now() + 25_000) };
    const first = await harness.start({ clock, workers: WORKERS.filter((worker) => worker !== 'broadcast') });
    harness.keepMining();
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
    await waitForMessage(first, hash, /payout on Southshore is signed/);
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

  test('pay at another nonce after a payment reverted, when the vault has the funds again', async () => {
    const { destination } = harness.bridge;
    const { client } = destination.chain;
    const { vault } = destination.deployment;
    const token = destination.token('USDC');
    harness.keepMining();
    const first = await harness.start({ workers: WORKERS.filter((worker) => worker !== 'broadcast') });
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
    await waitForMessage(first, hash, /payout on Southshore is signed/);
    await first.stop();
    // OpenZeppelin's ERC-20 keeps its balances in a mapping at slot 0.
    const slot = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [vault, 0n]));
    const balance = await destination.chain.balanceOf(token, vault);
    await client.setStorageAt({ address: token, index: slot, value: pad('0x') });
    expect(await destination.chain.balanceOf(token, vault)).toBe(0n);

    const clock = createFastClock(20);
    const second = await harness.start({ clock });
    await waitForMessage(second, hash, /until the bridge has enough USDC on Southshore/);
    await client.setStorageAt({ address: token, index: slot, value: pad(toHex(balance)) });
    const { data } = await second.waitForReceipt(hash, [0]);
    const sends = await harness.database().query('select state, mined_hash from sends order by nonce');
    expect(sends).toEqual([
      { state: 'reverted', minedHash: expect.not.stringMatching(data.to_chain_hash) },
      { state: 'succeeded', minedHash: data.to_chain_hash },
    ]);
    expect(await harness.payments(destination, user.address)).toHaveLength(1);
  });

  test('halt payments when an unknown transaction used the nonce of a signed payment', async () => {
    const { destination, hotWallet } = harness.bridge;
    harness.keepMining();
    const first = await harness.start({ workers: WORKERS.filter((worker) => worker !== 'broadcast') });
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
    await waitForMessage(first, hash, /payout on Southshore is signed/);
    await first.stop();
    const unknown = { account: hotWallet, chain: null, to: hotWallet.address, value: 1n };
    const foreign = await destination.chain.client.sendTransaction(unknown);
    await destination.chain.client.waitForTransactionReceipt({ hash: foreign });

    await harness.start({ clock: createFastClock(5) });
    const halted = await waitUntil(async () => {
      const key = { chainId: destination.chain.id, address: hotWallet.address };
      return (await readSender(harness.database(), key))?.haltedReason;
    });
    expect(halted).toMatch(
      /nonce \d+ of the hot wallet on Southshore was used by a transaction that this database lacks/,
    );
    expect(await harness.payments(destination, user.address)).toEqual([]);
  });

  test('hold a transfer whose recipient keeps refusing the payment, and spend nothing on it', async () => {
    const { destination, hotWallet } = harness.bridge;
    let aheadMs = 0;
    const clock = { now: () => new Date(Date.now() + aheadMs) };
    harness.keepMining();
    const service = await harness.start({ clock });
    const user = await harness.createUser();
    const nonce = await destination.chain.client.getTransactionCount({ address: hotWallet.address });
    // This contract refuses native tokens.
    const target = destination.token('FAKE');
    const hash = await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('1'), target });
    await waitForMessage(service, hash, /the payment would fail on Southshore \(NativeTransferFailed\)/);
    aheadMs = 620_000;
    const held = await waitForMessage(service, hash, /on hold, because/);
    expect(held.status.code).toBe(908);
    expect(await destination.chain.client.getTransactionCount({ address: hotWallet.address })).toBe(nonce);
  });

  test('hold a payout whose deposit is in a vault that was closed after its acceptance', async () => {
    const { origin, destination, hotWallet } = harness.bridge;
    harness.keepMining();
    const first = await harness.start({ workers: WORKERS.filter((worker) => worker !== 'sign') });
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
    await waitForMessage(first, hash, /confirmed/);
    await first.stop();
    const { chain, deployment } = origin;
    const vault = await addVault(chain, { artifacts: await compileContracts(), hotWallet, deployment });
    const change = ({ chains: [north] }: LabInstallation) => {
      if (north) Object.assign(north, { vault, retiredVaults: [north.vault], closedVaults: [north.vault] });
    };
    const second = await harness.start({ change });
    const held = await waitForMessage(second, hash, /on hold, because the operator is reviewing it/);
    expect(held.status.code).toBe(908);
    expect(await harness.database().query('select 1 from sends')).toEqual([]);
    expect(await harness.payments(destination, user.address)).toEqual([]);
  });

  test('pay each of many deposits exactly once when two services share a database', async () => {
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
