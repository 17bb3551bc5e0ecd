import type { Address } from 'viem';
import { encodeFunctionData, getAddress, parseAbi, parseEther } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { vaultGuardian, vaultOwner } from '../../contracts/deploy.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import type { TestInstallation } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';
import type { TestService } from '../../lab/service/testService.ts';
import { createFastClock } from '../../lab/service/testService.ts';
import { formatVaultCall } from '../chain/vaultActions.ts';

const AMOUNT = 50_000_000n;
// The cap of the vaults that the laboratory deploys.
const LARGEST_CAP = 2n ** 112n - 1n;
const abi = parseAbi([
  'function pause()',
  'function unpause()',
  'function lowerCap(address token, uint112 perPayment, uint112 perWindow)',
  'function addPayer(address payer)',
  'function approve(bytes action)',
  'function removePayer(address payer)',
  'function schedule(bytes action)',
  'function execute(bytes action)',
]);

let harness: TestInstallation;

beforeAll(async () => {
  harness = await createTestHarness('postgresql', 45_500);
});
beforeEach(() => harness.reset());
afterAll(() => harness?.stop());

type Role = typeof vaultOwner;

async function callVault(account: Role, data: `0x${string}`): Promise<void> {
  const { chain, deployment } = harness.bridge.destination;
  await chain.client.setBalance({ address: account.address, value: parseEther('1') });
  const hash = await chain.client.sendTransaction({ account, chain: null, to: deployment.vault, data });
  await chain.client.waitForTransactionReceipt({ hash });
}

const readIncidents = (kind: 'vaultRefused' | 'actionScheduled') =>
  harness
    .database()
    .query<{ detail: string; call: string | null }>('select detail, call from incidents where kind = $1 order by id', [
      kind,
    ]);

function waitForMessage(service: TestService, hash: string, pattern: RegExp) {
  return waitUntil(
    async () => {
      const answer = await service.receipt(hash);
      return pattern.test(answer.status.message) ? answer : null;
    },
    { what: String(pattern) },
  );
}

async function readMax(service: TestService): Promise<bigint> {
  const { data } = await service.ask('get_all_pair_infos', {});
  const pairs: { token_name: string; to_chain_name: string; available: boolean; max_value: { raw_value: string } }[] =
    data.pair_infos;
  const pair = pairs.find(({ token_name: token, to_chain_name: to }) => token === 'USDC' && to === 'Southshore');
  return pair?.available ? BigInt(pair.max_value.raw_value) : 0n;
}

test('a paused vault closes its pairs, and a payment waits with an incident until it is unpaused', async () => {
  harness.keepMining();
  const service = await harness.start({ clock: createFastClock(5) });
  await callVault(vaultGuardian, encodeFunctionData({ abi, functionName: 'pause' }));
  await waitUntil(async () => (await readMax(service)) === 0n, { what: 'closed pairs' });
  const user = await harness.createUser();
  const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
  const { status } = await waitForMessage(service, hash, /until the vault on Southshore is no longer paused/);
  expect(status.code).toBe(908);
  expect(await readIncidents('vaultRefused')).toMatchObject([
    { detail: expect.stringMatching(/paused/), call: 'pause()' },
  ]);
  expect(await harness.database().query('select 1 from attempts')).toEqual([]);
  await callVault(vaultOwner, encodeFunctionData({ abi, functionName: 'unpause' }));
  await service.waitForReceipt(hash, 0);
  expect(await harness.payments(harness.bridge.destination, user.address)).toHaveLength(1);
});

test('an action that the owner schedules is an incident with its call and its time', async () => {
  const payer: Address = `0x${'ab'.repeat(20)}`;
  const action = encodeFunctionData({ abi, functionName: 'addPayer', args: [payer] });
  await callVault(vaultOwner, encodeFunctionData({ abi, functionName: 'schedule', args: [action] }));
  await harness.bridge.destination.chain.mine(2);
  const service = await harness.start({ workers: ['fees', 'liquidity', 'vault'] });
  const [incident] = await waitUntil(async () => {
    const found = await readIncidents('actionScheduled');
    return found.length > 0 ? found : null;
  });
  expect(incident?.detail).toMatch(/the owner of the vault 0x\w{40} on Southshore scheduled addPayer\(0x[aA][bB]/);
  expect(incident?.detail).toMatch(/it can be executed from 20\d\d-/);
  expect(incident?.call).toBe(formatVaultCall({ name: 'addPayer', args: [getAddress(payer)] }));
  await service.stop();
  // Another process reads the same blocks only once.
  await (await harness.start({ workers: ['fees', 'liquidity', 'vault'] })).stop();
  expect(await readIncidents('actionScheduled')).toHaveLength(1);
});

test("a payer that the owner removes is an incident, like the actions that take effect after the vault's delay", async () => {
  const payer: Address = `0x${'cd'.repeat(20)}`;
  const action = encodeFunctionData({ abi, functionName: 'addPayer', args: [payer] });
  // Together, owner and guardian need no delay.
  await callVault(vaultGuardian, encodeFunctionData({ abi, functionName: 'approve', args: [action] }));
  for (const functionName of ['schedule', 'execute'] as const)
    await callVault(vaultOwner, encodeFunctionData({ abi, functionName, args: [action] }));
  await callVault(vaultOwner, encodeFunctionData({ abi, functionName: 'removePayer', args: [payer] }));
  await harness.bridge.destination.chain.mine(2);
  const service = await harness.start({ workers: ['fees', 'liquidity', 'vault'] });
  const found = await waitUntil(
    async () => (await readIncidents('actionScheduled')).find(({ detail }) => detail.includes('removed')),
    { what: 'an incident' },
  );
  expect(found.detail).toMatch(/^the owner of the vault 0x\w{40} on Southshore removed the payer 0x[cC][dD]\w{38}$/);
  expect(found.call).toBe(formatVaultCall({ name: 'removePayer', args: [getAddress(payer)] }));
  await service.stop();
});

// Lowered caps stay lowered, so this test is the last.
test('the quoted maximum follows the cap per payment, and a larger deposit waits with an incident', async () => {
  const { destination } = harness.bridge;
  harness.keepMining();
  const token = destination.token('USDC');
  const { vault: address } = destination.deployment;
  const read = { address, abi: vaultAbi, functionName: 'spendable', args: [token] } as const;
  // The first test has paid in the same window.
  const spent = LARGEST_CAP - (await destination.chain.client.readContract(read));
  const caps = [token, 100_000_000n, spent + 150_000_000n] as const;
  await callVault(vaultOwner, encodeFunctionData({ abi, functionName: 'lowerCap', args: caps }));
  const service = await harness.start({ clock: createFastClock(5) });
  // 100 USDC arrive after the bridge fee of 0.1 percent.
  await waitUntil(async () => (await readMax(service)) === 100_100_101n, { what: 'the cap as maximum' });
  const user = await harness.createUser();
  const large = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT * 10n });
  await waitForMessage(service, large, /until the vault on Southshore allows so large a payment/);
  expect(await readIncidents('vaultRefused')).toHaveLength(1);
  // The window still allows 150 USDC, so two of these payments fit.
  const users = await Promise.all([1, 2, 3, 4].map(() => harness.createUser()));
  const hashes: string[] = [];
  for (const one of users) hashes.push(await harness.bridge.deposit(one, { token: 'USDC', amount: 60_000_000n }));
  const codes = () => Promise.all(hashes.map(async (hash) => (await service.receipt(hash)).status.code));
  await waitUntil(async () => (await codes()).filter((code) => code === 0).length === 2);
  await waitUntil(async () => {
    const messages = await Promise.all(hashes.map(async (hash) => (await service.receipt(hash)).status.message));
    return messages.filter((message) => /window/.test(message)).length === 2;
  });
  expect(await harness.database().query("select 1 from sends where state = 'reverted'")).toEqual([]);
  expect(await harness.payments(destination, user.address)).toEqual([]);
});
