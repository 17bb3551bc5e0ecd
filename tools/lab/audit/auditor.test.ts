import { encodeFunctionData, erc20Abi } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuditedBridge, MadeDeposit, MadePayment } from './auditedBridge.ts';
import {
  ETHER_OUT,
  GAS_DROP,
  MAX_GAS_DROP,
  newAddress,
  startAuditedBridge,
  USDC_IN,
  USDC_OUT,
  USDC_OUT_WITH_GAS,
} from './auditedBridge.ts';
import { startHistory } from './auditedHistory.ts';
import type { Auditor } from './auditor.ts';
import { createAuditor } from './auditor.ts';
import { compareFunds, createBridgeAuditor, listAuditedChains } from './createBridgeAuditor.ts';
import type { ViolationKind } from './violations.ts';

let audited: AuditedBridge;
let auditor: Auditor;

beforeAll(async () => {
  audited = await startAuditedBridge(59_000);
});
beforeEach(async () => {
  auditor = createBridgeAuditor(audited.bridge, audited.terms);
  return audited.snapshot();
});
afterAll(() => audited?.bridge.stop());

async function findKinds(): Promise<ViolationKind[]> {
  return (await auditor.audit()).violations.map(({ kind }) => kind);
}

test('reports no violation when every deposit has its expected payment', async () => {
  const [tokens, native, refunded] = [
    await audited.deposit(),
    await audited.deposit('ETH'),
    await audited.deposit('USDC', 'not an address'),
  ];
  await audited.pay(audited.bridge.destination, { ...tokens, amount: USDC_OUT });
  await audited.pay(audited.bridge.destination, { ...native, token: 'ETH', amount: ETHER_OUT });
  await audited.pay(audited.bridge.origin, { id: refunded.id, to: audited.user.address, amount: USDC_IN - 1n });
  expect(await auditor.audit()).toEqual({
    deposits: 3,
    payouts: 2,
    gasDrops: 0,
    refunds: 1,
    orphaned: 0,
    violations: [],
  });
});

test('reports a deposit without a payment as lost', async () => {
  const { id } = await audited.deposit();
  expect((await auditor.audit()).violations).toEqual([expect.objectContaining({ kind: 'lost', id })]);
});

test('reports a deposit with two payouts', async () => {
  const made = await audited.deposit();
  await audited.pay(audited.bridge.destination, { ...made, amount: USDC_OUT });
  await audited.pay(audited.bridge.destination, { ...made, amount: USDC_OUT });
  expect(await findKinds()).toEqual(['paidTwice']);
});

test('reports a deposit with a payout and a refund', async () => {
  const made = await audited.deposit();
  await audited.pay(audited.bridge.destination, { ...made, amount: USDC_OUT });
  await audited.pay(audited.bridge.origin, { id: made.id, to: audited.user.address, amount: USDC_IN });
  expect(await findKinds()).toEqual(['refundedAndPaid']);
});

test.each([
  [
    'one base unit too much',
    async (made: MadeDeposit) => audited.pay(audited.bridge.destination, { ...made, amount: USDC_OUT + 1n }),
  ],
  [
    'one base unit too little',
    async (made: MadeDeposit) => audited.pay(audited.bridge.destination, { ...made, amount: USDC_OUT - 1n }),
  ],
  [
    'a different recipient',
    async (made: MadeDeposit) =>
      audited.pay(audited.bridge.destination, { ...made, to: newAddress(), amount: USDC_OUT }),
  ],
  ['a different chain', async (made: MadeDeposit) => audited.pay(audited.bridge.origin, { ...made, amount: USDC_OUT })],
  [
    'a different token',
    async (made: MadeDeposit) => audited.pay(audited.bridge.destination, { ...made, token: 'ETH', amount: USDC_OUT }),
  ],
])('reports a wrong payment: %s', async (_difference, payWrongly) => {
  await payWrongly(await audited.deposit());
  expect(await findKinds()).toContain('wrongPayment');
});

test('reports a refund above the deposited amount', async () => {
  const { id } = await audited.deposit('USDC', 'not an address');
  await audited.pay(audited.bridge.origin, { id, to: audited.user.address, amount: USDC_IN + 1n });
  expect(await findKinds()).toEqual(['wrongPayment']);
});

test('reports a payment without a deposit', async () => {
  await audited.pay(audited.bridge.destination, { id: `0x${'ab'.repeat(32)}`, to: newAddress(), amount: 1n });
  expect(await findKinds()).toEqual(['paidWithoutDeposit']);
});

test('reports tokens and native coins that left the vault without a payment', async () => {
  const [tokens, native] = [await audited.deposit(), await audited.deposit('ETH')];
  await audited.pay(audited.bridge.destination, { ...tokens, amount: USDC_OUT });
  await audited.pay(audited.bridge.destination, { ...native, token: 'ETH', amount: ETHER_OUT });
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [tokens.to, 5n] });
  const { chain, deployment } = audited.bridge.destination;
  await chain.client.impersonateAccount({ address: deployment.vault });
  await audited.send(
    audited.bridge.destination,
    { to: audited.bridge.destination.token('USDC'), data },
    deployment.vault,
  );
  await audited.send(audited.bridge.destination, { to: native.to, value: 5n }, deployment.vault);
  expect(await findKinds()).toEqual(['wrongBalance', 'wrongBalance']);
});

test('counts a payment as orphaned, not as a violation, when a reorg permanently removes its deposit', async () => {
  const made = await audited.deposit();
  await auditor.poll();
  await audited.pay(audited.bridge.destination, { ...made, amount: USDC_OUT });
  await audited.bridge.origin.chain.reorganise(1);
  expect(await auditor.audit()).toEqual({
    deposits: 0,
    payouts: 1,
    gasDrops: 0,
    refunds: 0,
    orphaned: 1,
    violations: [],
  });
});

test('reports native tokens that left a vault without an event', async () => {
  const { chain, deployment } = audited.bridge.destination;
  const chains = listAuditedChains(audited.bridge);
  await compareFunds(chains[1], chain, deployment.vault);
  const strict = createAuditor({ chains, history: startHistory(audited.terms) });
  expect((await strict.audit()).violations).toEqual([]);
  const value = (await chain.client.getBalance({ address: deployment.vault })) - 1n;
  await chain.client.setBalance({ address: deployment.vault, value });
  await chain.mine(1);
  expect((await strict.audit()).violations).toEqual([expect.objectContaining({ kind: 'withdrawn' })]);
});

test('accepts a stranger who is refunded or stays unpaid, and reports a payment above the deposit', async () => {
  const chains = listAuditedChains(audited.bridge);
  const strangers = [audited.user.address];
  const lenient = createAuditor({ chains, history: startHistory(audited.terms), strangers });
  const [refunded, robbing] = [await audited.deposit(), await audited.deposit(), await audited.deposit()];
  await audited.pay(audited.bridge.origin, { id: refunded.id, to: audited.user.address, amount: USDC_IN });
  expect((await lenient.audit()).violations).toEqual([]);
  await audited.pay(audited.bridge.origin, { id: robbing.id, to: audited.user.address, amount: USDC_IN + 1n });
  expect((await lenient.audit()).violations).toEqual([expect.objectContaining({ kind: 'wrongPayment' })]);
});

describe('a deposit with a gas drop', () => {
  const depositWith = (suffix = `+gas:${GAS_DROP}`, token: 'USDC' | 'ETH' = 'USDC') =>
    audited.deposit(token, `${newAddress()}${suffix}`);
  const due = { amount: USDC_OUT_WITH_GAS, gasDrop: GAS_DROP };
  const pay = (payment: MadePayment) => audited.pay(audited.bridge.destination, payment);

  test('is paid with its gas drop, and both leave the vault', async () => {
    const { chain, deployment } = audited.bridge.destination;
    const chains = listAuditedChains(audited.bridge);
    await compareFunds(chains[1], chain, deployment.vault);
    const strict = createAuditor({ chains, history: startHistory(audited.terms) });
    await pay({ ...(await depositWith()), ...due });
    expect(await strict.audit()).toEqual({
      ...{ deposits: 1, payouts: 1, gasDrops: 1, refunds: 0, orphaned: 0, violations: [] },
    });
  });

  test.each([
    ['more than the maximum', `+gas:${MAX_GAS_DROP + 1n}`, 'USDC'],
    ['zero', '+gas:0', 'USDC'],
    ['a leading zero', '+gas:01', 'USDC'],
    ['65 bytes', `+gas:${'1'.repeat(18)}`, 'USDC'],
    ['no number', '+gas:', 'USDC'],
    ['a native token', `+gas:${GAS_DROP}`, 'ETH'],
  ] as const)('is refunded if it asks for %s', async (_what, suffix, token) => {
    const [refunded, paid] = [await depositWith(suffix, token), await depositWith(suffix, token)];
    await audited.pay(audited.bridge.origin, { id: refunded.id, to: audited.user.address, token, amount: 1n });
    await pay({ ...paid, token, amount: token === 'USDC' ? USDC_OUT_WITH_GAS : ETHER_OUT });
    expect((await auditor.audit()).violations).toEqual([
      expect.objectContaining({ kind: 'wrongPayment', id: paid.id }),
    ]);
  });

  test.each<readonly [string, Partial<MadePayment>]>([
    ['the token without its gas drop', { gasDrop: undefined }],
    ['the gas drop without the token', { token: 'ETH', amount: GAS_DROP, gasDrop: undefined }],
    ['a wei too much', { gasDrop: GAS_DROP + 1n }],
    ['a wei too little', { gasDrop: GAS_DROP - 1n }],
    ['a gas drop that was not charged', { amount: USDC_OUT }],
  ])('is wrongly paid: %s', async (_difference, change) => {
    await pay({ ...(await depositWith()), ...due, ...change });
    expect(await findKinds()).toEqual(['wrongPayment']);
  });

  test('is paid twice if its gas drop is, or arrives in a separate transaction', async () => {
    const [twice, apart] = [await depositWith(), await depositWith()];
    await pay({ ...twice, ...due });
    await pay({ ...twice, token: 'ETH', amount: GAS_DROP });
    await pay({ ...apart, amount: USDC_OUT_WITH_GAS });
    await pay({ ...apart, token: 'ETH', amount: GAS_DROP });
    expect(await findKinds()).toEqual(['paidTwice', 'paidTwice']);
  });

  test('must be refunded if its recipient refuses native tokens', async () => {
    const chains = listAuditedChains(audited.bridge);
    const made = await depositWith();
    const strict = createAuditor({ chains, history: startHistory(audited.terms), refusing: [made.to] });
    await audited.pay(audited.bridge.origin, { id: made.id, to: audited.user.address, amount: USDC_IN });
    expect((await strict.audit()).violations).toEqual([]);
    expect(await findKinds()).toEqual(['wrongPayment']);
  });

  test('does not explain native tokens that its recipient got otherwise', async () => {
    const made = await depositWith();
    await pay({ ...made, ...due });
    await audited.send(audited.bridge.destination, { to: made.to, value: 1n });
    expect(await findKinds()).toEqual(['wrongBalance']);
  });
});

test('reports a gas drop that the deposit did not ask for, and one of a refund', async () => {
  const [made, refunded] = [await audited.deposit(), await audited.deposit('USDC', 'not an address')];
  await audited.pay(audited.bridge.destination, { ...made, amount: USDC_OUT, gasDrop: 1n });
  await audited.pay(audited.bridge.origin, { id: refunded.id, to: audited.user.address, amount: 1n, gasDrop: 1n });
  expect(await findKinds()).toEqual(['wrongPayment', 'wrongPayment']);
});
