import type { Address } from 'viem';
import { encodeFunctionData, erc20Abi } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { compileContracts } from '../../../contracts/artifacts.ts';
import { mintTokens } from '../../../contracts/deploy.ts';
import { addVault } from '../chains/deployment.ts';
import type { AuditedBridge } from './auditedBridge.ts';
import { newAddress, startAuditedBridge, USDC_OUT } from './auditedBridge.ts';
import type { AuditedHistory } from './auditedHistory.ts';
import { startHistory } from './auditedHistory.ts';
import type { Auditor } from './auditor.ts';
import { createAuditor } from './auditor.ts';
import { listAuditedChains } from './createBridgeAuditor.ts';

// 10 USDC minus 0.1 network fee, minus 0.2 % bridge fee.
const USDC_OUT_RAISED = 9_880_200n;

let audited: AuditedBridge;
let newVault: Address;
let history: AuditedHistory;
let auditor: Auditor;

beforeAll(async () => {
  audited = await startAuditedBridge(59_010);
  const { destination, hotWallet } = audited.bridge;
  const artifacts = await compileContracts();
  newVault = await addVault(destination.chain, { artifacts, hotWallet, deployment: destination.deployment });
});
beforeEach(async () => {
  history = startHistory(audited.terms);
  const chains = listAuditedChains(audited.bridge).map((chain) => ({ ...chain, vaults: [...chain.vaults, newVault] }));
  auditor = createAuditor({ chains, history });
  return audited.snapshot();
});
afterAll(() => audited?.bridge.stop());

/** Changes the fees from now on. By default they are quoted at once. */
async function changeFees(feeBps: bigint, quotedMs = Date.now()): Promise<void> {
  const routes = audited.terms.map((terms) => ({ ...terms, feeBps }));
  history.terms.push({ routes, startedMs: Date.now(), quotedMs });
  // Deposits that the auditor sees later were made after this observation.
  await auditor.poll();
}

function beginWithFees(feeBps: bigint): void {
  history.terms.splice(0, 1, ...startHistory(audited.terms.map((terms) => ({ ...terms, feeBps }))).terms);
}

async function findKinds(): Promise<readonly string[]> {
  return (await auditor.audit()).violations.map(({ kind }) => kind);
}

test('reports a deposit that two vaults paid', async () => {
  const { destination } = audited.bridge;
  const made = await audited.deposit();
  await audited.pay(destination, { ...made, amount: USDC_OUT });
  await audited.pay(destination, { ...made, amount: USDC_OUT, vault: newVault });
  expect(await findKinds()).toEqual(['paidTwice']);
});

test('accepts a payment from the new vault, and one from the retired vault for an earlier deposit', async () => {
  const { destination } = audited.bridge;
  const [before, other] = [await audited.deposit(), await audited.deposit()];
  await auditor.poll();
  history.retirements.set(destination.deployment.vault, Date.now());
  await audited.pay(destination, { ...before, amount: USDC_OUT });
  await audited.pay(destination, { ...other, amount: USDC_OUT, vault: newVault });
  expect(await findKinds()).toEqual([]);
});

test('reports a payment from a vault that was retired before the deposit', async () => {
  const { destination } = audited.bridge;
  history.retirements.set(destination.deployment.vault, Date.now() - 1);
  await auditor.poll();
  const made = await audited.deposit();
  await audited.pay(destination, { ...made, amount: USDC_OUT });
  expect(await findKinds()).toEqual(['retiredVault']);
});

test('reports a payment from the new vault to a wrong recipient', async () => {
  const made = await audited.deposit();
  await audited.pay(audited.bridge.destination, { ...made, to: newAddress(), amount: USDC_OUT, vault: newVault });
  expect(await findKinds()).toEqual(['wrongPayment']);
});

test('reports an underpayment by a fee that is not yet in force', async () => {
  const made = await audited.deposit();
  await audited.pay(audited.bridge.destination, { ...made, amount: USDC_OUT_RAISED });
  expect(await findKinds()).toEqual(['wrongPayment']);
});

test('reports an underpayment by a higher fee that replaced the quoted one', async () => {
  const made = await audited.deposit();
  await auditor.poll();
  await changeFees(20n);
  await audited.pay(audited.bridge.destination, { ...made, amount: USDC_OUT_RAISED });
  expect(await findKinds()).toEqual(['wrongPayment']);
});

test('reports an underpayment by the old fee after a lower one was quoted, and accepts the lower one', async () => {
  beginWithFees(20n);
  await changeFees(10n);
  const [underpaid, paid] = [await audited.deposit(), await audited.deposit()];
  await audited.pay(audited.bridge.destination, { ...underpaid, amount: USDC_OUT_RAISED });
  await audited.pay(audited.bridge.destination, { ...paid, amount: USDC_OUT });
  expect((await auditor.audit()).violations).toEqual([
    expect.objectContaining({ kind: 'wrongPayment', id: underpaid.id }),
  ]);
});

test('accepts either fee until the lower one is quoted', async () => {
  beginWithFees(20n);
  await changeFees(10n, Number.POSITIVE_INFINITY);
  const [first, second] = [await audited.deposit(), await audited.deposit()];
  await audited.pay(audited.bridge.destination, { ...first, amount: USDC_OUT_RAISED });
  await audited.pay(audited.bridge.destination, { ...second, amount: USDC_OUT });
  expect(await findKinds()).toEqual([]);
});

test('reports a refund after the route is removed, because its quotes stay valid', async () => {
  history.terms.push({ routes: [], startedMs: Date.now(), quotedMs: Date.now() });
  await auditor.poll();
  const { id } = await audited.deposit();
  await audited.pay(audited.bridge.origin, { id, to: audited.user.address, amount: 1n });
  expect(await findKinds()).toEqual(['wrongPayment']);
});

test('reports tokens that left a hot wallet', async () => {
  const { origin, hotWallet } = audited.bridge;
  const token = origin.token('USDC');
  await mintTokens(origin.chain, [{ token, to: hotWallet.address, amount: 5n }]);
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [newAddress(), 5n] });
  await audited.send(origin, { to: token, data });
  expect(await findKinds()).toEqual(['wrongBalance']);
});
