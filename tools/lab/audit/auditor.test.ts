import { encodeFunctionData, erc20Abi } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AuditedBridge, MadeDeposit } from './auditedBridge.ts';
import { ETHER_OUT, newAddress, startAuditedBridge, USDC_IN, USDC_OUT } from './auditedBridge.ts';
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
  expect(await auditor.audit()).toEqual({ deposits: 3, payouts: 2, refunds: 1, orphaned: 0, violations: [] });
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
  expect(await auditor.audit()).toEqual({ deposits: 0, payouts: 1, refunds: 0, orphaned: 1, violations: [] });
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
