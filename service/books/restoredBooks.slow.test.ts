import type { Address, Hash } from 'viem';
import { encodeFunctionData, parseEther } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { compileContracts } from '../../contracts/artifacts.ts';
import type { BridgeSide } from '../../lab/bridge/testBridge.ts';
import { addVault } from '../../lab/installation/deployment.ts';
import { restoreBackup, takeBackup } from '../../lab/postgres/backup.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import { openBooks } from '../../lab/service/openBooks.ts';
import type { OperatorHarness } from '../../lab/service/operatorHarness.ts';
import { createOperatorHarness, depositWhilePaused } from '../../lab/service/operatorHarness.ts';
import { createChainClient } from '../chain/chainClient.ts';
import type { CommandContext } from '../operator/commands/command.ts';
import { reconcileCommand } from '../operator/commands/reconcileCommand.ts';
import { readLastBookedBlock } from './compareBooks.ts';

const AMOUNT = 50_000_000n;
const AUTHOR = ['--why', 'the backup of last night', '--who', 'alice'];

let operator: OperatorHarness;

beforeAll(async () => {
  operator = await createOperatorHarness(48_300);
});
beforeEach(() => operator.harness.reset());
afterAll(() => operator?.stop());

const sides = () => [operator.harness.bridge.origin, operator.harness.bridge.destination];

/** The commands of a configuration with retired vaults on Southshore. The books begin with this call. */
async function beginBooks(retiredVaults: readonly Address[] = []): Promise<CommandContext> {
  const { harness } = operator;
  const { catalog } = harness.bridge.catalog((file) => {
    for (const chain of file.chains) if (chain.name === 'Southshore') chain.retiredVaults = [...retiredVaults];
  });
  const clients = new Map(catalog.chains.map((chain) => [chain.id, createChainClient(chain)]));
  const context = { ...operator.context, catalog, clients };
  await openBooks(harness, context);
  return context;
}

/** Compares the books with every block that the chains have now. */
async function reconcile(context: CommandContext) {
  for (const { chain } of sides()) {
    const client = context.clients.get(chain.id);
    if (!client) throw new Error('the harness has a client for each chain');
    const head = await chain.client.getBlockNumber();
    const isBooked = async () => ((await readLastBookedBlock({ ...context, client })) ?? 0n) >= head;
    await waitUntil(isBooked, { what: `the books of block ${head}` });
  }
  const run = reconcileCommand.parse({ args: [], options: {}, author: { who: '', why: '' } });
  const { lines, isFailed } = await run(context);
  return { text: lines.join('\n'), isFailed };
}

type HandPayment = { readonly id: Hash; readonly to: Address; readonly amount: bigint };

/** A payment that the hot wallet's key makes outside the service. */
async function payByHand(
  { chain, deployment, token }: BridgeSide,
  { id, to, amount }: HandPayment,
  vault = deployment.vault,
): Promise<Hash> {
  const data = encodeFunctionData({ abi: vaultAbi, functionName: 'pay', args: [id, token('USDC'), to, amount] });
  const account = operator.harness.bridge.hotWallet;
  const hash = await chain.client.sendTransaction({ account, chain: null, to: vault, data });
  const { status } = await chain.client.waitForTransactionReceipt({ hash });
  expect(status).toBe('success');
  return hash;
}

const unhalt = () =>
  waitUntil(() => operator.run('unhalt', 'Southshore', ...AUTHOR).catch(() => null), { what: 'the end of the halt' });

test('payments that a restored database found on the chain are in the books, with their gas', async () => {
  const { harness } = operator;
  harness.keepMining();
  const context = await beginBooks();
  const before = await harness.start();
  const user = await harness.createUser();
  const first = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
  await before.waitForReceipt(first, 0);
  const backup = await takeBackup(harness.database());
  const lost = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
  const lostNative = await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('0.5') });
  for (const hash of [lost, lostNative]) await before.waitForReceipt(hash, 0);
  await before.stop();

  await restoreBackup(harness.database(), backup);
  const after = await harness.start();
  await unhalt();
  for (const hash of [lost, lostNative]) await after.waitForReceipt(hash, 0);
  expect((await operator.run('show', lost)).lines.join('\n')).toContain('found on the chain');
  const { text, isFailed } = await reconcile(context);
  expect([text, isFailed]).toEqual([expect.not.stringMatching(/differs|could not/), false]);
  expect(text).toMatch(/Southshore {2}USDC {2}vault: equal \(opening [\d.]+, payouts -9\d\.\d+, closing/);
  expect(text).toMatch(/Southshore {2}ETH {2}hot wallet: equal \(opening [\d.]+, burnt -0\.0\d+, closing/);
});

test('a payment of a stolen key is a difference: without a deposit, above the deposit, and of a deposit that is paid', async () => {
  const { harness, run, findId } = operator;
  const { origin, destination, hotWallet } = harness.bridge;
  harness.keepMining();
  const artifacts = await compileContracts();
  const { chain, deployment } = destination;
  const retired = await addVault(chain, { artifacts, hotWallet, deployment });
  const context = await beginBooks([retired]);
  const service = await harness.start();
  const paid = await harness.bridge.deposit(await harness.createUser(), { token: 'USDC', amount: AMOUNT });
  const { data } = await service.waitForReceipt(paid, 0);
  const { user, hash, id } = await depositWhilePaused(operator, service, AUTHOR);
  const to = hotWallet.address;
  const above = await payByHand(destination, { id, to: user.address, amount: AMOUNT + 7_000_000n });
  const without = await payByHand(destination, { id: `0x${'ab'.repeat(32)}`, to, amount: 3_000_000n });
  await run('resume', 'chain', 'Southshore', ...AUTHOR);
  await service.stop();
  const again = await harness.start();
  await unhalt();
  await again.waitForReceipt(hash, 0);
  const refunded = await payByHand(origin, { id, to, amount: 1_000_000n });

  const { text, isFailed } = await reconcile(context);
  expect(isFailed).toBe(true);
  expect(text).toMatch(/Southshore {2}USDC {2}vault: differs by -10 USDC, unexplained 0 USDC/);
  expect(text).toContain(`    -7 USDC: payment of another amount, ${above}`);
  expect(text).toContain(`    -3 USDC: payment missing in the books, ${without}`);
  expect(text).toContain(`    -1 USDC: payment missing in the books, ${refunded}`);
  expect(text).toMatch(/Southshore {2}ETH {2}hot wallet: differs by -0/);

  const later = await beginBooks([retired]);
  const amount = BigInt(data.user_receive_value.raw_value);
  const twice = await payByHand(destination, { id: await findId(paid), to, amount }, retired);
  const next = await reconcile(later);
  expect(next.text).toContain(`USDC: payment missing in the books, ${twice}`);
});
