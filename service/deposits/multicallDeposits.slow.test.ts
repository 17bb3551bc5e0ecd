import type { Address, Hash, Hex, PrivateKeyAccount } from 'viem';
import { encodeDeployData, encodeFunctionData, erc20Abi, maxUint256, parseEther, zeroAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { compileContracts } from '../../contracts/artifacts.ts';
import { mintTokens } from '../../contracts/deploy.ts';

import type { TestInstallation } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';

type Call = { readonly to: Address; readonly value: bigint; readonly data: Hex };

let harness: TestInstallation;

beforeAll(async () => {
  harness = await createTestHarness('postgresql', 57_000);
});
afterAll(() => harness?.stop());

function depositCall(target: Address, token: Address, { maker, amount }: { maker: Address; amount: bigint }): Call {
  const { origin, destination } = harness.bridge;
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
async function runTogether(user: PrivateKeyAccount, token: Address, calls: readonly Call[]): Promise<Hash> {
  const { chain, deployment } = harness.bridge.origin;
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

test('the service pays each deposit of one transaction once, and ignores plain transfers and deposits to other makers', async () => {
  const { origin, destination } = harness.bridge;
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
  const service = await harness.start();
  harness.keepMining();
  const user = await harness.createUser();
  const hash = await runTogether(user, token, [
    depositCall(coins, zeroAddress, { maker: vault, amount: parseEther('1') }),
    depositCall(ofStranger, zeroAddress, { maker: stranger, amount: parseEther('1') }),
    // A plain transfer to the vault is not a deposit. This one has the amount of the next deposit.
    { to: token, value: 0n, data: transfer },
    depositCall(tokens, token, { maker: vault, amount: 60_000_000n }),
    depositCall(ofStranger, token, { maker: stranger, amount: 60_000_000n }),
    depositCall(moreCoins, zeroAddress, { maker: vault, amount: parseEther('2') }),
  ]);
  await service.waitForReceipt(hash, 0);
  await vi.waitFor(
    async () => {
      const rows = await harness.database().query<{ state: string }>('select state from transfers');
      expect(rows.map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered']);
    },
    { timeout: 60_000 },
  );
  for (const recipient of [coins, moreCoins, tokens]) {
    expect(await harness.payments(destination, recipient)).toHaveLength(1);
  }
  expect(await harness.payments(destination, ofStranger)).toEqual([]);
  const [first] = await harness.payments(destination, coins);
  const [second] = await harness.payments(destination, moreCoins);
  expect((second?.amount ?? 0n) - (first?.amount ?? 0n)).toBeGreaterThan(parseEther('0.9'));
});
