import type { Address, Hash, PrivateKeyAccount } from 'viem';
import { encodeFunctionData, erc20Abi, parseEther, zeroAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { payoutAbi } from '#shared/abi/payoutAbi.ts';
import { transferId } from '#shared/transferId.ts';
import type { BridgeSide, TestBridge } from '../../bridge/testBridge.ts';
import { createTestBridge } from '../../bridge/testBridge.ts';
import { makeForgetful } from '../harness/disableReplayProtection.ts';
import type { Auditor, FaultKind } from './auditor.ts';
import { createAuditor } from './auditor.ts';
import type { RouteTerms } from './expectedPayment.ts';

// Other work on the same machine must not fail a test.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

// 10 USDC less 0.1 for gas, less 0.1 % of the rest; an ether less 0.01 and 0.1 %.
const [USDC_IN, USDC_OUT] = [10_000_000n, 9_890_100n];
const [ETHER_IN, ETHER_OUT] = [parseEther('1'), parseEther('0.98901')];

let bridge: TestBridge;
let maker: PrivateKeyAccount;
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
  maker = privateKeyToAccount(bridge.makerKey);
  for (const side of [bridge.origin, bridge.destination]) await makeForgetful(side);
  user = await bridge.createUser();
});
beforeEach(async () => {
  const sides = [bridge.origin, bridge.destination];
  snapshots = await Promise.all(sides.map(({ chain }) => chain.client.snapshot()));
  const chains = sides.map(({ chain, deployment }) => ({
    id: chain.id,
    rpcUrl: chain.rpcUrl,
    depositContract: deployment.depositContract,
    payoutContract: deployment.payoutContract,
    tokens: deployment.tokens.map(({ address }) => address),
  }));
  auditor = createAuditor({ chains, maker: maker.address, routes: [termsOf('USDC'), termsOf('ETH')] });
  return async () => {
    for (const [index, id] of snapshots.entries()) await sides[index]?.chain.client.revert({ id });
  };
});
afterAll(() => bridge?.stop());

async function send({ chain }: BridgeSide, call: { to: Address; data?: `0x${string}`; value?: bigint }): Promise<void> {
  const hash = await chain.client.sendTransaction({ account: maker, chain: null, ...call });
  const { status } = await chain.client.waitForTransactionReceipt({ hash });
  expect(status).toBe('success');
}

type Payment = { readonly id: Hash; readonly to: Address; readonly amount: bigint; readonly token?: 'USDC' | 'ETH' };

function pay(side: BridgeSide, { id, to, amount, token = 'USDC' }: Payment): Promise<void> {
  const address = side.token(token);
  const data = encodeFunctionData({ abi: payoutAbi, functionName: 'pay', args: [id, address, to, amount] });
  return send(side, { to: side.deployment.payoutContract, data, value: address === zeroAddress ? amount : 0n });
}

type Made = { readonly id: Hash; readonly hash: Hash; readonly to: Address };

async function deposit(token: 'USDC' | 'ETH' = 'USDC', target: string = newAddress()): Promise<Made> {
  const amount = token === 'USDC' ? USDC_IN : ETHER_IN;
  const transactionHash = await bridge.deposit(user, { token, amount, target });
  const { chain, deployment } = bridge.origin;
  const id = transferId({ chainId: chain.id, contract: deployment.depositContract, transactionHash, ordinal: 0 });
  return { id, hash: transactionHash, to: target as Address };
}

async function kinds(): Promise<FaultKind[]> {
  return (await auditor.verdict()).faults.map(({ kind }) => kind);
}

test('finds nothing wrong where everybody has what was promised', async () => {
  const [tokens, coins, back] = [await deposit(), await deposit('ETH'), await deposit('USDC', 'nobody')];
  await pay(bridge.destination, { ...tokens, amount: USDC_OUT });
  await pay(bridge.destination, { ...coins, token: 'ETH', amount: ETHER_OUT });
  await pay(bridge.origin, { id: back.id, to: user.address, amount: USDC_IN - 1n });
  expect(await auditor.verdict()).toEqual({ deposits: 3, payouts: 2, refunds: 1, exposed: 0, faults: [] });
});

test('tells of a deposit that nobody paid', async () => {
  const { id } = await deposit();
  expect((await auditor.verdict()).faults).toEqual([expect.objectContaining({ kind: 'lost', id })]);
});

test('tells of a deposit that was paid twice', async () => {
  const made = await deposit();
  await pay(bridge.destination, { ...made, amount: USDC_OUT });
  await pay(bridge.destination, { ...made, amount: USDC_OUT });
  expect(await kinds()).toEqual(['paidTwice']);
});

test('tells of a deposit that was paid and refunded', async () => {
  const made = await deposit();
  await pay(bridge.destination, { ...made, amount: USDC_OUT });
  await pay(bridge.origin, { id: made.id, to: user.address, amount: USDC_IN });
  expect(await kinds()).toEqual(['refundedAndPaid']);
});

test.each([
  ['a unit too much', async (made: Made) => pay(bridge.destination, { ...made, amount: USDC_OUT + 1n })],
  ['a unit too little', async (made: Made) => pay(bridge.destination, { ...made, amount: USDC_OUT - 1n })],
  ['to somebody else', async (made: Made) => pay(bridge.destination, { ...made, to: newAddress(), amount: USDC_OUT })],
  ['on the other chain', async (made: Made) => pay(bridge.origin, { ...made, amount: USDC_OUT })],
  ['in another token', async (made: Made) => pay(bridge.destination, { ...made, token: 'ETH', amount: USDC_OUT })],
])('tells of a payment that is %s', async (_what, payWrongly) => {
  await payWrongly(await deposit());
  expect(await kinds()).toContain('wrongPayment');
});

test('tells of a refund that is more than the deposit', async () => {
  const { id } = await deposit('USDC', 'nobody');
  await pay(bridge.origin, { id, to: user.address, amount: USDC_IN + 1n });
  expect(await kinds()).toEqual(['wrongPayment']);
});

test('tells of a payment that no deposit explains', async () => {
  await pay(bridge.destination, { id: `0x${'ab'.repeat(32)}`, to: newAddress(), amount: 1n });
  expect(await kinds()).toEqual(['invented']);
});

test('tells of tokens and coins that left the wallet round the payout contract', async () => {
  const [tokens, coins] = [await deposit(), await deposit('ETH')];
  await pay(bridge.destination, { ...tokens, amount: USDC_OUT });
  await pay(bridge.destination, { ...coins, token: 'ETH', amount: ETHER_OUT });
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [tokens.to, 5n] });
  await send(bridge.destination, { to: bridge.destination.token('USDC'), data });
  await send(bridge.destination, { to: coins.to, value: 5n });
  expect(await kinds()).toEqual(['wrongBalance', 'wrongBalance']);
});

test('does not call it a fault, but says so, where a reorganisation takes a paid deposit away for good', async () => {
  const made = await deposit();
  await auditor.look();
  await pay(bridge.destination, { ...made, amount: USDC_OUT });
  await bridge.origin.chain.reorganise(1);
  expect(await auditor.verdict()).toEqual({ deposits: 0, payouts: 1, refunds: 0, exposed: 1, faults: [] });
});
