import type { Address, Hash, Hex } from 'viem';
import { encodeDeployData, encodeFunctionData, erc20Abi, maxUint256, parseEther, zeroAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, vi } from 'vitest';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { compileContracts } from '../../contracts/artifacts.ts';
import { mintTokens } from '../../contracts/deploy.ts';
import { test } from '../../tools/lab/fixtures.ts';
import type { TestInstallation } from '../../tools/lab/installation/testInstallation.ts';

type Call = { readonly to: Address; readonly value: bigint; readonly data: Hex };

type Deposit = { readonly target: Address; readonly token: Address; readonly maker: Address; readonly amount: bigint };

function depositCall({ bridge }: TestInstallation, { target, token, maker, amount }: Deposit): Call {
  const { origin, destination } = bridge;
  const destinationId = BigInt(destination.chain.id);
  const data = encodeFunctionData({
    abi: depositAbi,
    functionName: 'deposit',
    args: [target, token, maker, amount, destinationId, 7n],
  });
  return { to: origin.deployment.depositContract, value: token === zeroAddress ? amount : 0n, data };
}

const newAddress = () => privateKeyToAccount(generatePrivateKey()).address;

/** Makes all calls in one transaction, from a contract that has the funds for them. */
async function runTogether({ bridge, createUser }: TestInstallation, calls: readonly Call[]): Promise<Hash> {
  const { chain, deployment, token: tokenOf } = bridge.origin;
  const token = tokenOf('USDC');
  const user = await createUser();
  const { abi, bytecode } = (await compileContracts()).TestBatcher;
  const send = (to: Address | undefined, data: Hex, value = 0n) =>
    chain.client.sendTransaction({ account: user, chain: null, to: to ?? null, data, value });
  const deployed = await send(undefined, encodeDeployData({ abi, bytecode }));
  const { contractAddress: batcher } = await chain.client.waitForTransactionReceipt({ hash: deployed });
  if (!batcher) throw new Error('the batcher was not deployed');
  await mintTokens(chain, [{ token, to: batcher, amount: 500_000_000n }]);
  const approve = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [deployment.depositContract, maxUint256],
  });
  const all = [{ to: token, value: 0n, data: approve }, ...calls];
  const value = all.reduce((sum, call) => sum + call.value, 0n);
  const hash = await send(batcher, encodeFunctionData({ abi, functionName: 'run', args: [all] }), value);
  const { status } = await chain.client.waitForTransactionReceipt({ hash });
  expect(status).toBe('success');
  return hash;
}

test('the service pays each deposit of one transaction once, and ignores plain transfers and deposits to other makers', async ({
  installation,
}) => {
  const { origin, destination } = installation.bridge;
  const { vault } = origin.deployment;
  const token = origin.token('USDC');
  const [coins, moreCoins, tokens, stranger, ofStranger] = Array.from({ length: 5 }, newAddress) as [
    Address,
    Address,
    Address,
    Address,
    Address,
  ];
  const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [vault, 60_000_000n] });
  const service = await installation.start();
  installation.keepMining();
  const hash = await runTogether(installation, [
    depositCall(installation, { target: coins, token: zeroAddress, maker: vault, amount: parseEther('1') }),
    depositCall(installation, { target: ofStranger, token: zeroAddress, maker: stranger, amount: parseEther('1') }),
    // A plain transfer to the vault is not a deposit. This one has the next deposit's amount.
    { to: token, value: 0n, data: transfer },
    depositCall(installation, { target: tokens, token, maker: vault, amount: 60_000_000n }),
    depositCall(installation, { target: ofStranger, token, maker: stranger, amount: 60_000_000n }),
    depositCall(installation, { target: moreCoins, token: zeroAddress, maker: vault, amount: parseEther('2') }),
  ]);
  await service.waitForReceipt(hash, 0);
  await vi.waitFor(
    async () => {
      const rows = await installation.query<{ state: string }>('select state from transfers');
      expect(rows.map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered']);
    },
    { timeout: 60_000 },
  );
  for (const recipient of [coins, moreCoins, tokens]) {
    expect(await installation.payments(destination, recipient)).toHaveLength(1);
  }
  expect(await installation.payments(destination, ofStranger)).toEqual([]);
  const [first] = await installation.payments(destination, coins);
  const [second] = await installation.payments(destination, moreCoins);
  expect((second?.amount ?? 0n) - (first?.amount ?? 0n)).toBeGreaterThan(parseEther('0.9'));
});
