import type { Address, Hash, Hex } from 'viem';
import { concatHex, numberToHex, parseEther, size, zeroAddress } from 'viem';
import { describe, expect } from 'vitest';
import { compileContracts } from '../../contracts/artifacts.ts';
import { addVault } from '../../tools/lab/chains/deployment.ts';
import { depositCall } from '../../tools/lab/chains/depositCall.ts';
import type { TestChain } from '../../tools/lab/chains/testChain.ts';
import { test } from '../../tools/lab/fixtures.ts';
import type { LabInstallation } from '../../tools/lab/installation/installationFile.ts';
import { createFastClock } from '../../tools/lab/installation/testService.ts';
import type { TestTransfer } from '../../tools/lab/installation/testTransfer.ts';

async function listStates({ events }: TestTransfer): Promise<readonly string[]> {
  return (await events()).map(({ to }) => to);
}

/** The signed bytes of a transaction, to send it again after a reorg. */
function readRaw({ client }: TestChain, hash: Hash): Promise<Hex> {
  return client.request<{ Method: string; Parameters: [Hex]; ReturnType: Hex }>({
    method: 'eth_getRawTransactionByHash',
    params: [hash],
  });
}

/** The code of a contract that forwards what it receives to another one, always with the same data. */
function forwardingCode(to: Address, data: Hex): Hex {
  const length = numberToHex(size(data), { size: 2 });
  const copyData: Hex = concatHex(['0x61', length, '0x61002c600039']);
  const call: Hex = concatHex(['0x6000600061', length, '0x60003473', to, '0x5af15000']);
  return concatHex([copyData, call, data]);
}

describe('a deposit', () => {
  test('answers 907 again after a reorg, and is paid once when it is mined again', async ({ installation }) => {
    const { origin } = installation.bridge;
    await installation.start();
    const transfer = await installation.deposit({ token: 'ETH', amount: parseEther('1') });
    const seen = await transfer.untilReceipt(908);
    expect(seen.status.message).toBe('The deposit was seen on Northshore. Waiting for confirmations: 1 of 2.');

    const raw = await readRaw(origin.chain, transfer.hash);
    await origin.chain.reorganise(1);
    await transfer.untilReceipt(907);

    await origin.chain.client.sendRawTransaction({ serializedTransaction: raw });
    await transfer.untilReceipt(908);
    installation.keepMining();
    const payout = await transfer.delivered();
    expect(await listStates(transfer)).toEqual([
      'seen',
      'unseen',
      'seen',
      'confirmed',
      'signed',
      'broadcast',
      'delivered',
    ]);
    expect(await transfer.payouts()).toEqual([payout]);
  });

  test('is held if a reorg moves it to a closed vault', async ({ installation }) => {
    const { origin, destination, hotWallet } = installation.bridge;
    const { chain, deployment } = origin;
    const vault = await addVault(chain, { artifacts: await compileContracts(), hotWallet, deployment });
    const change = ({ chains: [north] }: LabInstallation) => {
      if (north) Object.assign(north, { vault, retiredVaults: [north.vault], closedVaults: [north.vault] });
    };
    const service = await installation.start({ change });
    const user = await installation.createUser();
    const account: Address = '0x00000000000000000000000000000000000acc07';
    const depositTo = (maker: Address) => {
      const order = { target: user.address, token: zeroAddress, amount: parseEther('1') };
      const { data } = depositCall({ ...order, maker, destination: destination.chain.id });
      return chain.client.setCode({ address: account, bytecode: forwardingCode(deployment.depositContract, data) });
    };
    await depositTo(vault);
    await chain.mine(1);
    const call = { to: account, value: parseEther('1'), gas: 200_000n };
    const hash = await chain.client.sendTransaction({ account: user, chain: null, ...call });
    const raw = await readRaw(chain, hash);
    await service.waitForReceipt(hash, 908);
    await chain.reorganise(1);
    await service.waitForReceipt(hash, 907);

    await depositTo(deployment.vault);
    await chain.client.sendRawTransaction({ serializedTransaction: raw });
    installation.keepMining();
    await service.waitForReceipt(hash, /on hold, because the operator is reviewing it/);
    expect(await installation.payments(destination, user.address)).toEqual([]);
  });

  test('waits for the confirmations of its tier without delaying a smaller deposit', async ({ installation }) => {
    const { origin, destination } = installation.bridge;
    await installation.start({
      change: (file) => {
        for (const chain of file.chains) chain.confirmationsAbove = { '10000': 8 };
      },
    });
    const stopMining = destination.chain.keepMining(100);
    try {
      const [user, other] = [await installation.createUser(), await installation.createUser()];
      // One ether has the price 3000.
      const large = await installation.deposit({ user, token: 'ETH', amount: parseEther('4') });
      const small = await installation.deposit({ user: other, token: 'ETH', amount: parseEther('3') });
      await origin.chain.client.mine({ blocks: 1 });
      await small.delivered();
      const { status } = await large.receipt();
      expect(status).toEqual({
        code: 908,
        message: 'The deposit was seen on Northshore. Waiting for confirmations: 3 of 8.',
        details: { step: 'confirming', confirmations: 3, confirmations_needed: 8 },
      });
      await origin.chain.client.mine({ blocks: 4 });
      await large.untilReceipt(/7 of 8/);
      expect(await listStates(large)).toEqual(['seen']);
      await origin.chain.client.mine({ blocks: 1 });
      await large.delivered();
      expect(await large.payouts()).toHaveLength(1);
    } finally {
      stopMining();
    }
  });

  test.for([
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
  ] as const)(
    'with %s is refunded and answers 909 with the refund hash',
    async ([, fields, words, reason], { installation }) => {
      const { origin } = installation.bridge;
      installation.keepMining();
      await installation.start();
      const user = await installation.createUser();
      const before = await origin.chain.balanceOf(origin.token('USDC'), user.address);
      const transfer = await installation.deposit({ user, ...fields });
      const refunded = await transfer.untilReceipt(/is done, in transaction 0x[0-9a-f]{64}/);
      expect(refunded).toMatchObject({ data: null, status: { code: 909, message: expect.stringMatching(words) } });
      const [refund, ...more] = await transfer.refunds();
      expect(more).toEqual([]);
      expect(refunded.status.message).toContain(refund?.hash);
      expect(refunded.status.details).toMatchObject({
        ...{ step: 'refunded', reason, refund_hash: refund?.hash },
        refund_value: { decimals: 6, raw_value: refund?.amount.toString() },
      });
      const after = await origin.chain.balanceOf(origin.token('USDC'), user.address);
      expect(after).toBe(before - 50_000_000n + (refund?.amount ?? 0n));
      expect(refund?.amount).toBeGreaterThan(49_000_000n);
      expect(await transfer.payouts()).toEqual([]);
      expect(await listStates(transfer)).toEqual(['seen', 'rejected', 'refunding', 'refunded']);
    },
  );

  test('is held if it is rejected and a refund keeps costing more than its amount', async ({ installation }) => {
    installation.keepMining();
    await installation.start({
      clock: createFastClock(200),
      change: ({ lab }) => {
        lab.handlingMinimum = '0';
      },
    });
    const transfer = await installation.deposit({ amount: 100_000n });
    const held = await transfer.untilReceipt(/on hold/);
    expect(held.status.code).toBe(908);
    expect(held.status.message).toMatch(
      /0\.1 USDC less the network fee is not between .* a refund costs more than the deposit/,
    );
    expect(await transfer.refunds()).toEqual([]);
  });

  test('is dropped if it is not worth its refund, and answers 907', async ({ installation }) => {
    await installation.start();
    const { client, keepMining } = installation.bridge.origin.chain;
    const user = await installation.createUser();
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: 10_000_000_000n });
    const dust = await installation.deposit({ user, token: 'ETH', amount: 1_000_000_000_000n });
    const own = await installation.deposit({ user, token: 'ETH', amount: 1_000_000_000_000_000_000n });
    const stopMining = [keepMining(100), installation.bridge.destination.chain.keepMining(100)];
    await own.delivered();
    for (const stop of stopMining) stop();
    expect((await dust.receipt()).status.code).toBe(907);
    expect(await installation.query('select * from incidents')).toEqual([]);
    expect(await installation.query('select * from deposits')).toHaveLength(1);
  });

  test('to another maker is not stored and answers 907', async ({ installation }) => {
    installation.keepMining();
    await installation.start();
    const user = await installation.createUser();
    const stranger = await installation.createUser();
    const foreign = await installation.deposit({ user, maker: stranger.address });
    const own = await installation.deposit({ user, amount: 60_000_000n });
    await own.delivered();
    expect((await foreign.receipt()).status.code).toBe(907);
    expect(await installation.query('select * from deposits where tx_hash = $1', [foreign.hash])).toEqual([]);
    expect(await own.payouts()).toHaveLength(1);
  });

  test('of a fake token is held and never paid', async ({ installation }) => {
    installation.keepMining();
    await installation.start();
    const fake = await installation.deposit({ token: 'FAKE' });
    const held = await fake.untilReceipt(/on hold/);
    expect(held.status).toEqual({
      code: 908,
      message: expect.stringMatching(/does not support the deposited token/),
      details: { step: 'held', reason: 'token_not_supported' },
    });
    expect(await fake.payouts()).toEqual([]);
    expect(await fake.refunds()).toEqual([]);
  });
});
