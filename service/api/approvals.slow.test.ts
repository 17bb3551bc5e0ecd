import type { PrivateKeyAccount } from 'viem';
import { encodeFunctionData, erc20Abi } from 'viem';
import { describe, expect, vi } from 'vitest';
import type { Build, UnsignedTransaction } from '#shared/wire/build.ts';
import { buildWire } from '#shared/wire/build.ts';
import { readEnvelope } from '#shared/wire/envelope.ts';
import { test } from '../../tools/lab/fixtures.ts';
import type { TestInstallation } from '../../tools/lab/installation/testInstallation.ts';
import type { TestService } from '../../tools/lab/installation/testService.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';

async function build(service: TestService, { address }: PrivateKeyAccount, tokenName: string): Promise<Build> {
  const request = { from_address: address, to_address: address, token_name: tokenName, ui_value: '5' };
  return waitUntil(async () => {
    const read = readEnvelope(buildWire, await service.build(request));
    return read.ok ? read.data : null;
  });
}

async function send(
  installation: TestInstallation,
  user: PrivateKeyAccount,
  { to, data, value }: Omit<UnsignedTransaction, 'from'>,
) {
  const { client } = installation.bridge.origin.chain;
  const hash = await client.sendTransaction({ account: user, chain: null, to, data, value, gas: 300_000n });
  return client.waitForTransactionReceipt({ hash });
}

type Approval = { readonly token: 'USDT' | 'USDC'; readonly amount: bigint };

function approve(installation: TestInstallation, user: PrivateKeyAccount, { token: name, amount }: Approval) {
  const { deployment, token } = installation.bridge.origin;
  const args = [deployment.depositContract, amount] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args });
  return send(installation, user, { to: token(name), data, value: 0n });
}

describe('the approvals of a build', () => {
  test('set the allowance to 0 first for a token that refuses to change one, and the transfer is delivered', async ({
    installation,
  }) => {
    installation.keepMining();
    const service = await installation.start();
    const user = await installation.createUser();
    await approve(installation, user, { token: 'USDT', amount: 1n });
    const { approval, approvalReset, transfer, validUntilMs } = await build(service, user, 'USDT');
    if (!approval || !approvalReset) throw new Error('the build lacks an approval');
    expect((await send(installation, user, approval)).status).toBe('reverted');
    expect((await send(installation, user, approvalReset)).status).toBe('success');
    expect((await send(installation, user, approval)).status).toBe('success');
    const deposit = await send(installation, user, transfer);
    expect(deposit.status).toBe('success');
    expect(Math.abs((validUntilMs ?? 0) - Date.now() - 600_000)).toBeLessThan(30_000);
    const { data } = await service.waitForReceipt(deposit.transactionHash, 0);
    const { client } = installation.bridge.destination.chain;
    const payout = await client.getTransactionReceipt({ hash: data.to_chain_hash });
    const blocks = [
      await installation.bridge.origin.chain.client.getBlock({ blockHash: deposit.blockHash }),
      await client.getBlock({ blockHash: payout.blockHash }),
    ];
    expect([data.deposit_time, data.delivery_time]).toEqual(blocks.map(({ timestamp }) => timestamp.toString()));
    expect(data).toMatchObject({ sender: user.address, recipient: user.address, deposits: 1 });
  });

  test('do not reset an allowance that is 0, or one that the token lets us change', async ({ installation }) => {
    const service = await installation.start();
    const user = await installation.createUser();
    expect(await build(service, user, 'USDT')).toMatchObject({ approval: {}, approvalReset: null });
    await approve(installation, user, { token: 'USDC', amount: 1n });
    expect(await build(service, user, 'USDC')).toMatchObject({ approval: {}, approvalReset: null });
    await approve(installation, user, { token: 'USDC', amount: 10n ** 12n });
    // The service asks for the newest block again after 100 ms. A busy machine needs the rest.
    await vi.waitFor(
      async () => {
        expect(await build(service, user, 'USDC')).toMatchObject({ approval: null, approvalReset: null });
      },
      { timeout: 60_000 },
    );
  });
});
