import type { PrivateKeyAccount } from 'viem';
import { encodeFunctionData, erc20Abi } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Build, UnsignedTransaction } from '#shared/wire/build.ts';
import { buildWire } from '#shared/wire/build.ts';
import { readEnvelope } from '#shared/wire/envelope.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import type { TestInstallation } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';
import type { TestService } from '../../lab/service/testService.ts';

let harness: TestInstallation;

beforeAll(async () => {
  harness = await createTestHarness('postgresql', 31_900);
});

beforeEach(() => harness.reset());

afterAll(() => harness?.stop());

async function build(service: TestService, user: PrivateKeyAccount, tokenName: string): Promise<Build> {
  const { origin, destination } = harness.bridge;
  const request = {
    ...{ from_address: user.address, to_address: user.address, token_name: tokenName, ui_value: '5' },
    ...{ from_chain_name: origin.name, to_chain_name: destination.name },
  };
  return waitUntil(async () => {
    const read = readEnvelope(buildWire, await service.ask('get_build_tx', request));
    return read.ok ? read.data : null;
  });
}

async function send(user: PrivateKeyAccount, { to, data, value }: Omit<UnsignedTransaction, 'from'>) {
  const { client } = harness.bridge.origin.chain;
  const hash = await client.sendTransaction({ account: user, chain: null, to, data, value, gas: 300_000n });
  return client.waitForTransactionReceipt({ hash });
}

function approve(user: PrivateKeyAccount, tokenName: 'USDT' | 'USDC', amount: bigint) {
  const { deployment, token } = harness.bridge.origin;
  const args = [deployment.depositContract, amount] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args });
  return send(user, { to: token(tokenName), data, value: 0n });
}

describe('the approvals of a build', () => {
  test('set the allowance to 0 first for a token that refuses to change one, and the transfer is delivered', async () => {
    harness.keepMining();
    const service = await harness.start();
    const user = await harness.createUser();
    await approve(user, 'USDT', 1n);
    const { approval, approvalReset, transfer, validUntilMs } = await build(service, user, 'USDT');
    if (!approval || !approvalReset) throw new Error('the build lacks an approval');
    expect((await send(user, approval)).status).toBe('reverted');
    expect((await send(user, approvalReset)).status).toBe('success');
    expect((await send(user, approval)).status).toBe('success');
    const deposit = await send(user, transfer);
    expect(deposit.status).toBe('success');
    expect(Math.abs((validUntilMs ?? 0) - Date.now() - 600_000)).toBeLessThan(30_000);
    const { data } = await service.waitForReceipt(deposit.transactionHash, 0);
    const { client } = harness.bridge.destination.chain;
    const payout = await client.getTransactionReceipt({ hash: data.to_chain_hash });
    const blocks = [
      await harness.bridge.origin.chain.client.getBlock({ blockHash: deposit.blockHash }),
      await client.getBlock({ blockHash: payout.blockHash }),
    ];
    expect([data.deposit_time, data.delivery_time]).toEqual(blocks.map(({ timestamp }) => timestamp.toString()));
    expect(data).toMatchObject({ sender: user.address, recipient: user.address, deposits: 1 });
  });

  test('have no reset without an allowance, and none for a token that lets it change', async () => {
    const service = await harness.start();
    const user = await harness.createUser();
    expect(await build(service, user, 'USDT')).toMatchObject({ approval: {}, approvalReset: null });
    await approve(user, 'USDC', 1n);
    expect(await build(service, user, 'USDC')).toMatchObject({ approval: {}, approvalReset: null });
    await approve(user, 'USDC', 10n ** 12n);
    // The service asks for the newest block again after 100 ms. A busy machine needs the rest.
    await vi.waitFor(
      async () => {
        expect(await build(service, user, 'USDC')).toMatchObject({ approval: null, approvalReset: null });
      },
      { timeout: 5000 },
    );
  });
});
