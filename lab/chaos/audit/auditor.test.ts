import type { Account, Address, Hash, PrivateKeyAccount } from 'viem';
import { encodeFunctionData, erc20Abi, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { transferId } from '#shared/transferId.ts';
import type { BridgeSide, TestBridge } from '../../bridge/testBridge.ts';
import { createTestBridge } from '../../bridge/testBridge.ts';
import { disableReplayProtection } from '../harness/disableReplayProtection.ts';
import type { Auditor } from './auditor.ts';
import { createAuditor } from './auditor.ts';
import type { RouteTerms } from './expectedPayment.ts';
import type { ViolationKind } from './violations.ts';

// Generous limits: a busy machine must not fail a test.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

// 10 USDC minus 0.1 network fee, minus 0.1 % bridge fee. 1 ETH minus 0.01 network fee, minus 0.1 % bridge fee.
const [USDC_IN, USDC_OUT] = [10_000_000n, 9_890_100n];
const [ETHER_IN, ETHER_OUT] = [parseEther('1'), parseEther('0.98901')];

let bridge: TestBridge;
let user: PrivateKeyAccount;
let auditor: Auditor;
let snapshots: readonly `0x${string}`[];

const newAddress = () => privateKeyToAccount(generatePrivateKey()).address;

function termsOf(name: 'USDC' | 'ETH'): RouteTerms {
  const { origin, destination } = bridge;
  const decimals = name === 'USDC' ? 6 : 18;
  return {
    originId: origin.chain.id,
    destinationId: destination.chain.id,
    originToken: origin.token(name),
    originDecimals: decimals,
    destinationToken: destination.token(name),
    destinationDecimals: decimals,
    min: 1n,
    max: parseEther('100'),
    feeBps: 10n,
    feeFloor: 0n,
    gasFee: name === 'USDC' ? 100_000n : parseEther('0.01'),
  };
}

beforeAll(async () => {
  bridge = await createTestBridge(59_000);
  for (const side of [bridge.origin, bridge.destination]) await disableReplayProtection(side);
  user = await bridge.createUser();
});
beforeEach(async () => {
  const sides = [bridge.origin, bridge.destination];
  snapshots = await Promise.all(sides.map(({ chain }) => chain.client.snapshot()));
  const chains = sides.map(({ chain, deployment }) => ({
    id: chain.id,
    rpcUrl: chain.rpcUrl,
    depositContract: deployment.depositContract,
    vault: deployment.vault,
    tokens: deployment.tokens.map(({ address }) => address),
  }));
  auditor = createAuditor({ chains, routes: [termsOf('USDC'), termsOf('ETH')] });
  return async () => {
    for (const [index, id] of snapshots.entries()) await sides[index]?.chain.client.revert({ id });
  };
});
afterAll(() => bridge?.stop());

type Sent = { to: Address; data?: `0x${string}`; value?: bigint };

async function send({ chain }: BridgeSide, call: Sent, account: Account | Address = bridge.hotWallet): Promise<void> {
  const hash = await chain.client.sendTransaction({ account, chain: null, ...call });
  const { status } = await chain.client.waitForTransactionReceipt({ hash });
  expect(status).toBe('success');
}

type Payment = { readonly id: Hash; readonly to: Address; readonly amount: bigint; readonly token?: 'USDC' | 'ETH' };

function pay(side: BridgeSide, { id, to, amount, token = 'USDC' }: Payment): Promise<void> {
  const address = side.token(token);
  const data = encodeFunctionData({ abi: vaultAbi, functionName: 'pay', args: [id, address, to, amount] });
  return send(side, { to: side.deployment.vault, data });
}

type MadeDeposit = { readonly id: Hash; readonly hash: Hash; readonly to: Address };

async function deposit(token: 'USDC' | 'ETH' = 'USDC', target: string = newAddress()): Promise<MadeDeposit> {
  const amount = token === 'USDC' ? USDC_IN : ETHER_IN;
  const transactionHash = await bridge.deposit(user, { token, amount, target });
  const { chain, deployment } = bridge.origin;
  const id = transferId({ chainId: chain.id, contract: deployment.depositContract, transactionHash, ordinal: 0 });
  return { id, hash: transactionHash, to: target as Address };
}

async function findKinds(): Promise<ViolationKind[]> {
  return (await auditor.audit()).violations.map(({ kind }) => kind);
}

test('reports no violation when every deposit has its expected payment', async () => {
  const [tokens, native, refunded] = [await deposit(), await deposit('ETH'), await deposit('USDC', 'not an address')];
  await pay(bridge.destination, { ...tokens, amount: USDC_OUT });
  await pay(bridge.destination, { ...native, token: 'ETH', amount: ETHER_OUT });
  await pay(bridge.origin, { id: refunded.id, to: user.address, amount: USDC_IN - 1n });
  expect(await auditor.audit()).toEqual({ deposits: 3, payouts: 2, refunds: 1, orphaned: 0, violations: [] });
});

test('reports a deposit without a payment as lost', async () => {
  const { id } = await deposit();
  expect((await auditor.audit()).violations).toEqual([expect.objectContaining({ kind: 'lost', id })]);
});

test('reports a deposit with two payouts', async () => {
  const made = await deposit();
  await pay(bridge.destination, { ...made, amount: USDC_OUT });
  await pay(bridge.destination, { ...made, amount: USDC_OUT });
  expect(await findKinds()).toEqual(['paidTwice']);
});

test('reports a deposit with a payout and a refund', async () => {
  const made = await deposit();
  await pay(bridge.destination, { ...made, amount: USDC_OUT });
  await pay(bridge.origin, { id: made.id, to: user.address, amount: USDC_IN });
  expect(await findKinds()).toEqual(['refundedAndPaid']);
});

test.each([
  ['one base unit too much', async (made: MadeDeposit) => pay(bridge.destination, { ...made, amount: USDC_OUT + 1n })],
  [
    'one base unit too little',
    async (made: MadeDeposit) => pay(bridge.destination, { ...made, amount: USDC_OUT - 1n }),
  ],
  [
    'another recipient',
    async (made: MadeDeposit) => pay(bridge.destination, { ...made, to: newAddress(), amount: USDC_OUT }),
  ],
  ['another chain', async (made: MadeDeposit) => pay(bridge.origin, { ...made, amount: USDC_OUT })],
  ['another token', async (made: MadeDeposit) => pay(bridge.destination, { ...made, token: 'ETH', amount: USDC_OUT })],
])('reports a wrong payment: %s', async (_difference, payWrongly) => {
  await payWrongly(await deposit());
  expect(await findKinds()).toContain('wrongPayment');
});

test('reports a refund above the deposited amount', async () => {
  const { id } = await deposit('USDC', 'not an address');
  await pay(bridge.origin, { id, to: user.address, amount: USDC_IN + 1n });
  expect(await findKinds()).toEqual(['wrongPayment']);
});

test('reports a payment without a deposit', async () => {
  await pay(bridge.destination, { id: `0x${'ab'.repeat(32)}`, to: newAddress(), amount: 1n });
  expect(await findKinds()).toEqual(['paidWithoutDeposit']);
});

test('reports tokens and native coins that left the vault without a payment', async () => {
  const [tokens, native] = [await deposit(), await deposit('ETH')];
  await pay(bridge.destination, { ...tokens, amount: USDC_OUT });
  await pay(bridge.destination, { ...native, token: 'ETH', amount: ETHER_OUT });
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [tokens.to, 5n] });
  const { chain, deployment } = bridge.destination;
  await chain.client.impersonateAccount({ address: deployment.vault });
  await send(bridge.destination, { to: bridge.destination.token('USDC'), data }, deployment.vault);
  await send(bridge.destination, { to: native.to, value: 5n }, deployment.vault);
  expect(await findKinds()).toEqual(['wrongBalance', 'wrongBalance']);
});

test('counts a payment as orphaned, not as a violation, when a reorg removes its deposit for good', async () => {
  const made = await deposit();
  await auditor.poll();
  await pay(bridge.destination, { ...made, amount: USDC_OUT });
  await bridge.origin.chain.reorganise(1);
  expect(await auditor.audit()).toEqual({ deposits: 0, payouts: 1, refunds: 0, orphaned: 1, violations: [] });
});
