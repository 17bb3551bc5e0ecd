import type { Address, Hash, PrivateKeyAccount } from 'viem';
import { encodeFunctionData, parseEther } from 'viem';
import { expect } from 'vitest';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { encodeTarget } from '#shared/gasDrop.ts';
import { compileContracts } from '../../contracts/artifacts.ts';
import { addVault } from '../../tools/lab/chains/deployment.ts';
import type { BridgeSide } from '../../tools/lab/chains/testBridge.ts';
import { test } from '../../tools/lab/fixtures.ts';
import type { TestInstallation } from '../../tools/lab/installation/testInstallation.ts';
import type { Operator } from '../../tools/lab/installation/testOperator.ts';
import { restoreBackup, takeBackup } from '../../tools/lab/postgres/backup.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';
import { openBooks } from '../../tools/lab/service/openBooks.ts';
import { createChainClient } from '../chain/chainClient.ts';
import type { CommandContext } from '../operator/commands/command.ts';
import { reconcileCommand } from '../operator/commands/reconcileCommand.ts';
import { readLastBookedBlock } from './compareBooks.ts';

const AMOUNT = 50_000_000n;
const AUTHOR = ['--why', 'the backup of last night', '--who', 'alice'];

const sides = (installation: TestInstallation) => [installation.bridge.origin, installation.bridge.destination];

/** Commands with a configuration that has retired vaults on Southshore. The books begin with this call. */
async function beginBooks(operator: Operator, retiredVaults: readonly Address[] = []): Promise<CommandContext> {
  const { installation } = operator;
  const { catalog } = installation.bridge.catalog((file) => {
    for (const chain of file.chains) if (chain.name === 'Southshore') chain.retiredVaults = [...retiredVaults];
  });
  const clients = new Map(catalog.chains.map((chain) => [chain.id, createChainClient(chain)]));
  const context = { ...operator.context, catalog, clients };
  await openBooks(installation, context);
  return context;
}

/** Compares the books with every block that the chains have now. */
async function reconcile(installation: TestInstallation, context: CommandContext) {
  for (const { chain } of sides(installation)) {
    const client = context.clients.get(chain.id);
    if (!client) throw new Error('the operator has a client for each chain');
    const head = await chain.client.getBlockNumber();
    const isBooked = async () => ((await readLastBookedBlock({ ...context, client })) ?? 0n) >= head;
    await waitUntil(isBooked, { what: `the books of block ${head}` });
  }
  const run = reconcileCommand.parse({ args: [], options: {}, author: { who: '', why: '' } });
  const { lines, isFailed } = await run(context);
  return { text: lines.join('\n'), isFailed };
}

type HandPayment = { readonly id: Hash; readonly to: Address; readonly amount: bigint; readonly vault?: Address };

/** A payment that the hot wallet's key makes outside the service. */
async function payByHand(
  account: PrivateKeyAccount,
  { chain, deployment, token }: BridgeSide,
  { id, to, amount, vault = deployment.vault }: HandPayment,
): Promise<Hash> {
  const data = encodeFunctionData({ abi: vaultAbi, functionName: 'pay', args: [id, token('USDC'), to, amount] });
  const hash = await chain.client.sendTransaction({ account, chain: null, to: vault, data });
  const { status } = await chain.client.waitForTransactionReceipt({ hash });
  expect(status).toBe('success');
  return hash;
}

const unhalt = (operator: Operator) =>
  waitUntil(() => operator.run('unhalt', 'Southshore', ...AUTHOR).catch(() => null), { what: 'the end of the halt' });

test('payments that a restored database found on the chain are in the books, with their gas', async ({
  installation,
  operator,
}) => {
  installation.keepMining();
  const context = await beginBooks(operator);
  const before = await installation.start();
  const user = await installation.createUser();
  const first = await installation.deposit({ user });
  await first.delivered();
  const backup = await takeBackup(installation.database());
  const lost = await installation.deposit({ user });
  const lostNative = await installation.deposit({ user, token: 'ETH', amount: parseEther('0.5') });
  const target = encodeTarget({ recipient: user.address, gasDrop: parseEther('0.002') });
  const lostWithGas = await installation.deposit({ user, target });
  for (const transfer of [lost, lostNative, lostWithGas]) await transfer.delivered();
  await before.stop();

  await restoreBackup(installation.database(), backup);
  await installation.start();
  await unhalt(operator);
  for (const transfer of [lost, lostNative, lostWithGas]) await transfer.delivered();
  expect((await operator.run('show', lost.hash)).lines.join('\n')).toContain('found on the chain');
  const { text, isFailed } = await reconcile(installation, context);
  expect([text, isFailed]).toEqual([expect.not.stringMatching(/differs|could not/), false]);
  expect(text).toMatch(/Southshore {2}USDC {2}vault: equal \(opening [\d.]+, payouts -14\d\.\d+, closing/);
  expect(text).toMatch(/Southshore {2}ETH {2}vault: equal \(opening [\d.]+, payouts -0\.\d+, closing/);
  expect(text).toMatch(/Southshore {2}ETH {2}hot wallet: equal \(opening [\d.]+, burnt -0\.0\d+, closing/);
});

test('a payment by a stolen key is a difference: without a deposit, above the deposit, or for a deposit that is already paid', async ({
  installation,
  operator,
}) => {
  const { run } = operator;
  const { origin, destination, hotWallet } = installation.bridge;
  installation.keepMining();
  const artifacts = await compileContracts();
  const { chain, deployment } = destination;
  const retired = await addVault(chain, { artifacts, hotWallet, deployment });
  const context = await beginBooks(operator, [retired]);
  const service = await installation.start();
  const paid = await installation.deposit();
  const { amount } = await paid.delivered();
  const transfer = await operator.depositWhilePaused();
  const id = await transfer.id();
  const to = hotWallet.address;
  const above = await payByHand(hotWallet, destination, {
    id,
    to: transfer.user.address,
    amount: AMOUNT + 7_000_000n,
  });
  const without = await payByHand(hotWallet, destination, { id: `0x${'ab'.repeat(32)}`, to, amount: 3_000_000n });
  await run('resume', 'chain', 'Southshore', ...AUTHOR);
  await service.stop();
  await installation.start();
  await unhalt(operator);
  await transfer.delivered();
  const refunded = await payByHand(hotWallet, origin, { id, to, amount: 1_000_000n });

  const { text, isFailed } = await reconcile(installation, context);
  expect(isFailed).toBe(true);
  expect(text).toMatch(/Southshore {2}USDC {2}vault: differs by -10 USDC, unexplained 0 USDC/);
  expect(text).toContain(`    -7 USDC: payment of another amount, ${above}`);
  expect(text).toContain(`    -3 USDC: payment missing in the books, ${without}`);
  expect(text).toContain(`    -1 USDC: payment missing in the books, ${refunded}`);
  expect(text).toMatch(/Southshore {2}ETH {2}hot wallet: differs by -0/);

  const later = await beginBooks(operator, [retired]);
  const twice = await payByHand(hotWallet, destination, { id: await paid.id(), to, amount, vault: retired });
  const next = await reconcile(installation, later);
  expect(next.text).toContain(`USDC: payment missing in the books, ${twice}`);
});
