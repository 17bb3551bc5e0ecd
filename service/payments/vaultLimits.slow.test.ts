import type { Address } from 'viem';
import { encodeFunctionData, getAddress, parseAbi, parseEther } from 'viem';
import { expect } from 'vitest';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { vaultGuardian, vaultOwner } from '../../contracts/deploy.ts';
import { LARGEST_CAP } from '../../tools/lab/chains/setVaultCap.ts';
import { test } from '../../tools/lab/fixtures.ts';
import type { TestInstallation } from '../../tools/lab/installation/testInstallation.ts';
import type { TestService } from '../../tools/lab/installation/testService.ts';
import { createFastClock } from '../../tools/lab/installation/testService.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';
import { formatVaultCall } from '../chain/vaultActions.ts';

const AMOUNT = 50_000_000n;
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

type Role = typeof vaultOwner;

async function callVault(installation: TestInstallation, account: Role, data: `0x${string}`): Promise<void> {
  const { chain, deployment } = installation.bridge.destination;
  await chain.client.setBalance({ address: account.address, value: parseEther('1') });
  const hash = await chain.client.sendTransaction({ account, chain: null, to: deployment.vault, data });
  await chain.client.waitForTransactionReceipt({ hash });
}

const readIncidents = (installation: TestInstallation, kind: 'vaultRefused' | 'actionScheduled') =>
  installation.query<{ detail: string; call: string | null }>(
    'select detail, call from incidents where kind = $1 order by id',
    [kind],
  );

async function readMax(service: TestService): Promise<bigint> {
  const { data } = await service.ask('get_all_pair_infos', {});
  const pairs: { token_name: string; to_chain_name: string; available: boolean; max_value: { raw_value: string } }[] =
    data.pair_infos;
  const pair = pairs.find(({ token_name: token, to_chain_name: to }) => token === 'USDC' && to === 'Southshore');
  return pair?.available ? BigInt(pair.max_value.raw_value) : 0n;
}

test('a paused vault closes its pairs, and a payment waits with an incident until it is unpaused', async ({
  installation,
}) => {
  installation.keepMining();
  const service = await installation.start({ clock: createFastClock(5) });
  await callVault(installation, vaultGuardian, encodeFunctionData({ abi, functionName: 'pause' }));
  await waitUntil(async () => (await readMax(service)) === 0n, { what: 'closed pairs' });
  const transfer = await installation.deposit();
  const { status } = await transfer.untilReceipt(/until the vault on Southshore is no longer paused/);
  expect(status.code).toBe(908);
  expect(await readIncidents(installation, 'vaultRefused')).toMatchObject([
    { detail: expect.stringMatching(/paused/), call: 'pause()' },
  ]);
  expect(await installation.query('select 1 from attempts')).toEqual([]);
  await callVault(installation, vaultOwner, encodeFunctionData({ abi, functionName: 'unpause' }));
  await transfer.delivered();
  expect(await transfer.payouts()).toHaveLength(1);
});

test('an action that the owner schedules is an incident with its call and its time', async ({ installation }) => {
  const payer: Address = `0x${'ab'.repeat(20)}`;
  const action = encodeFunctionData({ abi, functionName: 'addPayer', args: [payer] });
  await callVault(installation, vaultOwner, encodeFunctionData({ abi, functionName: 'schedule', args: [action] }));
  await installation.bridge.destination.chain.mine(2);
  const service = await installation.start({ workers: ['fees', 'liquidity', 'vault'] });
  const incident = await waitUntil(async () => (await readIncidents(installation, 'actionScheduled'))[0]);
  expect(incident.detail).toMatch(/the owner of the vault 0x\w{40} on Southshore scheduled addPayer\(0x[aA][bB]/);
  expect(incident.detail).toMatch(/it can be executed from 20\d\d-/);
  expect(incident.call).toBe(formatVaultCall({ name: 'addPayer', args: [getAddress(payer)] }));
  await service.stop();
  // Another process reads the same blocks only once.
  await (await installation.start({ workers: ['fees', 'liquidity', 'vault'] })).stop();
  expect(await readIncidents(installation, 'actionScheduled')).toHaveLength(1);
});

test("a payer that the owner removes is an incident, like the actions that take effect after the vault's delay", async ({
  installation,
}) => {
  const payer: Address = `0x${'cd'.repeat(20)}`;
  const action = encodeFunctionData({ abi, functionName: 'addPayer', args: [payer] });
  // Together, owner and guardian need no delay.
  await callVault(installation, vaultGuardian, encodeFunctionData({ abi, functionName: 'approve', args: [action] }));
  for (const functionName of ['schedule', 'execute'] as const)
    await callVault(installation, vaultOwner, encodeFunctionData({ abi, functionName, args: [action] }));
  await callVault(installation, vaultOwner, encodeFunctionData({ abi, functionName: 'removePayer', args: [payer] }));
  await installation.bridge.destination.chain.mine(2);
  const service = await installation.start({ workers: ['fees', 'liquidity', 'vault'] });
  const found = await waitUntil(
    async () => (await readIncidents(installation, 'actionScheduled')).find(({ detail }) => detail.includes('removed')),
    { what: 'an incident' },
  );
  expect(found.detail).toMatch(/^the owner of the vault 0x\w{40} on Southshore removed the payer 0x[cC][dD]\w{38}$/);
  expect(found.call).toBe(formatVaultCall({ name: 'removePayer', args: [getAddress(payer)] }));
  await service.stop();
});

// Lowered caps stay lowered, so this is the last test.
test('the quoted maximum follows the cap per payment, and a larger deposit waits with an incident', async ({
  installation,
}) => {
  const { destination } = installation.bridge;
  installation.keepMining();
  const token = destination.token('USDC');
  const { vault: address } = destination.deployment;
  const read = { address, abi: vaultAbi, functionName: 'spendable', args: [token] } as const;
  // The first test paid in the same window.
  const spent = LARGEST_CAP - (await destination.chain.client.readContract(read));
  const caps = [token, 100_000_000n, spent + 150_000_000n] as const;
  await callVault(installation, vaultOwner, encodeFunctionData({ abi, functionName: 'lowerCap', args: caps }));
  const service = await installation.start({ clock: createFastClock(5) });
  // After the bridge fee of 0.1 percent, 100 USDC arrive.
  await waitUntil(async () => (await readMax(service)) === 100_100_101n, { what: 'the cap as maximum' });
  const large = await installation.deposit({ amount: AMOUNT * 10n });
  await large.untilReceipt(/until the vault on Southshore allows so large a payment/);
  expect(await readIncidents(installation, 'vaultRefused')).toHaveLength(1);
  // The window still allows 150 USDC, so two of these payments fit.
  const transfers = await Promise.all([1, 2, 3, 4].map(() => installation.deposit({ amount: 60_000_000n })));
  const readReceipts = () => Promise.all(transfers.map(({ receipt }) => receipt()));
  await waitUntil(async () => (await readReceipts()).filter(({ status }) => status.code === 0).length === 2);
  await waitUntil(
    async () => (await readReceipts()).filter(({ status }) => /window/.test(status.message)).length === 2,
  );
  expect(await installation.query("select 1 from sends where state = 'reverted'")).toEqual([]);
  expect(await large.payouts()).toEqual([]);
});
