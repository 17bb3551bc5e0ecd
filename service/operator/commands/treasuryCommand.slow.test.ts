import type { Address } from 'viem';
import { concatHex, keccak256, parseEther, slice, toFunctionSelector, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect } from 'vitest';
import { vaultGuardian, vaultOwner } from '../../../contracts/deploy.ts';
import type { BridgeSide } from '../../../tools/lab/chains/testBridge.ts';
import { test } from '../../../tools/lab/fixtures.ts';
import type { LabInstallation } from '../../../tools/lab/installation/installationFile.ts';
import type { TestInstallation } from '../../../tools/lab/installation/testInstallation.ts';
import { AUTHOR } from '../../../tools/lab/installation/testOperator.ts';
import { createFastClock } from '../../../tools/lab/installation/testService.ts';
import { waitUntil } from '../../../tools/lab/processes/waitUntil.ts';
import type { ComparisonOptions } from '../../../tools/lab/service/storeComparison.ts';
import { storeComparison } from '../../../tools/lab/service/storeComparison.ts';
import { compareBooks, listTokens, readBalances, readLastBookedBlock } from '../../books/compareBooks.ts';
import type { ChainClient } from '../../chain/chainClient.ts';
import { createChainClient, readHead } from '../../chain/chainClient.ts';
import type { CommandContext, CommandInput } from './command.ts';
import type { SweepCall, WaitingWithdrawal } from './sweepPlan.ts';
import { treasuryCommand } from './treasuryCommand.ts';

const TREASURY = privateKeyToAccount(keccak256(toHex('the treasury'))).address;
const USDC = 1_000_000n;
// Northshore's excess over the float after its deposits.
const ABOVE = 100_000_050n * USDC;
// The vaults wait for one day. Many blocks per second make the chains' time run ahead.
const TWO_DAYS_SECONDS = 172_800;

/** The lab's vaults have a thousand million USDC: at first a hundred million more than this float. */
function withFloats(file: LabInstallation): void {
  file.vaults.treasury = TREASURY;
  for (const token of file.tokens) if (token.name === 'USDC') token.float = '900000000';
}

let context: CommandContext;

test.beforeEach(({ installation, operator }) => {
  const { catalog } = installation.bridge.catalog(withFloats);
  const clients = new Map(catalog.chains.map((chain) => [chain.id, createChainClient(chain)]));
  context = { ...operator.context, catalog, clients };
});

type Listed = {
  readonly chain: string;
  readonly problem?: string;
  readonly calls: readonly SweepCall[];
  readonly waiting: readonly WaitingWithdrawal[];
  readonly tokens: readonly { readonly newest: bigint; readonly claims: bigint; readonly scheduled: bigint }[];
};

const compare = (installation: TestInstallation, options: Omit<ComparisonOptions, 'token'> = {}) =>
  storeComparison(installation, context.catalog, { token: 'USDC', ...options });

async function sweep(installation: TestInstallation, on: CommandContext = context) {
  await compare(installation);
  return sweepAsCompared(on);
}

function treasury(options: CommandInput['options'], on: CommandContext = context) {
  return treasuryCommand.parse({ args: [], options, author: { who: '', why: '' } })(on);
}

async function sweepAsCompared(on: CommandContext = context) {
  const { json, lines, isFailed } = await treasury({}, on);
  const [north, south] = (json as { readonly sweeps: [Listed, Listed] }).sweeps;
  return { north, south, text: lines.join('\n'), isFailed };
}

function clientOf(id: number): ChainClient {
  const client = context.clients.get(id);
  if (!client) throw new Error('the context has a client for each chain');
  return client;
}

function sourceOf({ database }: TestInstallation, { chain: { id } }: BridgeSide) {
  return { catalog: context.catalog, database: database(), client: clientOf(id) };
}

const sides = (installation: TestInstallation) => [installation.bridge.origin, installation.bridge.destination];

async function waitUntilBooked(installation: TestInstallation): Promise<void> {
  for (const side of sides(installation)) {
    const head = await side.chain.client.getBlockNumber();
    await waitUntil(async () => ((await readLastBookedBlock(sourceOf(installation, side))) ?? 0n) > head, {
      what: 'final blocks',
    });
  }
}

/** The worker must have read the vaults once. */
async function waitUntilReadable(installation: TestInstallation): Promise<void> {
  await waitUntil(async () => !(await sweep(installation)).isFailed, { what: 'a sweep' });
}

type OwnerCall = { to: Address; data: `0x${string}` };

async function sendAsOwner({ chain }: BridgeSide, { to, data }: OwnerCall, account = vaultOwner): Promise<void> {
  await chain.client.setBalance({ address: account.address, value: parseEther('1') });
  const hash = await chain.client.sendTransaction({ account, chain: null, to, data });
  const { status, blockNumber } = await chain.client.waitForTransactionReceipt({ hash });
  expect(status).toBe('success');
  const client = clientOf(chain.id);
  // These clients live for the whole test, and cache the newest block for a poll interval. A command has new ones.
  await waitUntil(async () => (await readHead(client)).number >= blockNumber, { what: 'the block of the call' });
}

test('a withdrawal that the owner or the guardian cancels is free again, even once the worker has stored both', async ({
  installation,
}) => {
  const { destination } = installation.bridge;
  const service = await installation.start({ change: withFloats, clock: createFastClock(20) });
  installation.keepMining();
  await waitUntilReadable(installation);
  const [call] = (await sweep(installation)).south.calls;
  if (!call) throw new Error('there is something to sweep');
  await sendAsOwner(destination, call);
  // The calls differ only in their function.
  const toOther = (signature: string) => ({
    to: call.to,
    data: concatHex([toFunctionSelector(signature), slice(call.data, 4)]),
  });
  await sendAsOwner(destination, toOther('cancel(bytes)'));
  expect((await sweep(installation)).south.calls).toMatchObject([{ kind: 'schedule', amount: call.amount }]);
  const stored = () =>
    installation.query<{ ended: boolean }>(
      'select ended_block is not null as ended from scheduled_withdrawals order by id',
    );
  const waitUntilStored = (rows: readonly { readonly ended: boolean }[]) =>
    waitUntil(async () => JSON.stringify(await stored()) === JSON.stringify(rows), { what: JSON.stringify(rows) });
  await waitUntilStored([{ ended: true }]);
  expect((await sweep(installation)).south.calls).toMatchObject([{ kind: 'schedule', amount: call.amount }]);

  // What the guardian approves is announced again, and is ready at once.
  await sendAsOwner(destination, call);
  await sendAsOwner(destination, toOther('approve(bytes)'), vaultGuardian);
  const approved = [{ ended: true }, { ended: true }, { ended: false }];
  for (const isStored of [false, true]) {
    if (isStored) await waitUntilStored(approved);
    expect((await sweep(installation)).south.calls).toMatchObject([{ kind: 'execute', amount: call.amount }]);
  }
  await sendAsOwner(destination, { to: call.to, data: toFunctionSelector('cancelAll()') }, vaultGuardian);
  for (const isStored of [false, true]) {
    if (isStored) await waitUntilStored(approved.map(() => ({ ended: true })));
    expect((await sweep(installation)).south.calls).toMatchObject([{ kind: 'schedule', amount: call.amount }]);
  }
  await service.stop();
});

test('nothing is swept if a number cannot be read, or the database and the chain disagree', async ({
  installation,
}) => {
  const { origin } = installation.bridge;
  installation.keepMining();
  const service = await installation.start({ change: withFloats, clock: createFastClock(20) });
  await waitUntilReadable(installation);
  await service.stop();

  const clients = new Map(context.clients);
  const { chain } = sourceOf(installation, origin).client;
  clients.set(chain.id, createChainClient({ ...chain, rpcUrls: ['http://127.0.0.1:9'] }));
  const unread = await sweep(installation, { ...context, clients });
  expect(unread.isFailed).toBe(true);
  expect(unread.north.calls).toBeUndefined();
  expect(unread.text).toMatch(/Northshore {2}sweep nothing there: a number could not be read: /);
  expect(unread.south.problem).toBeUndefined();
  // A share depends on what all vaults hold.
  expect(unread.text).toMatch(/^The vault's funds on Northshore could not be read/);
  const safe = treasury({ safe: 'Northshore' }, { ...context, clients });
  await expect(safe).rejects.toThrow('Sweep nothing on Northshore');

  const change = (sql: string) => installation.query(sql, [chain.id]);
  await change("update senders set halted_reason = 'a foreign transaction' where chain_id = $1");
  expect((await sweep(installation)).north.problem).toMatch(/is halted: a foreign transaction$/);
  await change('update senders set halted_reason = null where chain_id = $1');
  await change('update chains set vault_read_to = null where chain_id = $1');
  expect((await sweep(installation)).north.problem).toBe("the worker has not read the vault's events yet");
  // The last reading was long ago, as if no worker had run. Blocks without their confirmations don't count.
  await change('update chains set vault_read_to = head - 30100 where chain_id = $1');
  expect((await sweep(installation)).north.problem).toMatch(/^the vault event reader is 3\d{4} blocks behind$/);
  await change('update chains set vault_read_to = head where chain_id = $1');
  expect((await sweep(installation)).north.problem).toBeUndefined();
  await compare(installation, { age: '37 hours' });
  expect((await sweepAsCompared()).north.problem).toMatch(/^its books were not compared/);
  await compare(installation, { difference: null });
  expect((await sweepAsCompared()).north.problem).toMatch(/^its books were not compared/);

  // The deposits of Northshore are claims on Southshore.
  const watched = 'update chains set rewritten_reason = null, looked_at = now(), scanned_to = head where chain_id = $1';
  for (const [set, problem] of [
    ["rewritten_reason = 'another fork'", /^Northshore counts as rewritten: another fork$/],
    ["looked_at = now() - interval '11 minutes'", /^the deposits of Northshore were not read in/],
    ['scanned_to = head - 301', /^the deposits of Northshore are not read up to/],
  ] as const) {
    await change(`update chains set ${set} where chain_id = $1`);
    const { north, south } = await sweep(installation);
    expect(north.problem).toMatch(problem);
    expect(south.problem).toMatch(problem);
    await change(watched);
  }
  // The next day's comparison is equal, because it begins with the balance that differed.
  await compare(installation, { difference: 1n });
  expect((await sweepAsCompared()).north.problem).toMatch(/^its books differ from its balances/);
  expect((await sweep(installation)).north.problem).toMatch(/^its books differ from its balances/);
});

// It moves the chains' time, so it is the last test.
test("the owner's calls take the excess over the float, after the delay, and leave what transfers need", async ({
  installation,
  operator: { run },
}) => {
  const { origin, destination } = installation.bridge;
  installation.keepMining();
  const service = await installation.start({ change: withFloats, clock: createFastClock(5) });
  await (await installation.deposit()).delivered();
  await run('pause', 'chain', 'Southshore', ...AUTHOR);
  const waiting = await installation.deposit({ amount: 100n * USDC });
  await waiting.untilReceipt(/waits because Southshore is paused/);
  await run('hold', await waiting.id(), ...AUTHOR);
  await waitUntilBooked(installation);
  await waitUntilReadable(installation);

  // Northshore took 150 USDC, of which it owes 100 if the held transfer is refunded.
  const first = await sweep(installation);
  expect(first.isFailed).toBe(false);
  expect(first.north.calls).toMatchObject([{ kind: 'schedule', amount: ABOVE, treasury: TREASURY }]);
  expect(first.north.tokens).toMatchObject([{ claims: 100n * USDC, scheduled: 0n }]);
  const [fromSouth] = first.south.calls;
  // Southshore paid almost 50 and owes almost 100 if it is paid.
  expect(fromSouth?.amount).toBeGreaterThan(99_999_850n * USDC);
  expect(fromSouth?.amount).toBeLessThan(99_999_851n * USDC);
  expect(first.text).toMatch(/Northshore\s+1000000150 USDC\s+100 USDC\s+0 USDC\s+900000000 USDC\s+100000050 USDC/);
  expect(first.text).toContain(`Northshore: schedule 100000050 USDC to ${TREASURY}`);
  const safe = await treasury({ safe: 'Northshore' });
  const { chainId, transactions } = JSON.parse(safe.lines.join('\n'));
  expect([chainId, transactions.length]).toEqual([String(origin.chain.id), 1]);
  await sendAsOwner(origin, transactions[0]);
  if (fromSouth) await sendAsOwner(destination, fromSouth);

  // At once, from the events that the worker hasn't stored yet: the same money isn't offered twice.
  const second = await sweep(installation);
  expect([...second.north.calls, ...second.south.calls]).toEqual([]);
  expect(second.north.waiting).toMatchObject([{ why: 'notReady', withdrawal: { amount: ABOVE } }]);
  expect(second.north.tokens).toMatchObject([{ scheduled: ABOVE }]);
  expect(second.text).toMatch(/Northshore: a withdrawal of 100000050 USDC is scheduled; can be executed from 20/);

  // A transfer of 5000 USDC comes before Southshore's withdrawal is executed.
  const late = await installation.deposit({ amount: 5000n * USDC });
  await late.untilReceipt(/waits because Southshore is paused/);
  await waitUntilBooked(installation);
  await waitUntil(async () => (await installation.query('select 1 from scheduled_withdrawals')).length === 2, {
    what: 'stored withdrawals',
  });
  await service.stop();
  for (const { chain } of sides(installation)) {
    await chain.client.increaseTime({ seconds: TWO_DAYS_SECONDS });
    await chain.mine(3);
  }
  const third = await sweep(installation);
  expect(third.south.waiting).toMatchObject([{ why: 'owed' }]);
  expect(third.south.calls).toEqual([]);
  expect(third.text).toContain('do not execute it now: transfers or the float need the money');
  const [execute] = third.north.calls;
  if (!execute) throw new Error('the sweep can be executed');
  expect(execute).toMatchObject({ kind: 'execute', amount: ABOVE });
  // A paused vault would refuse the call.
  await sendAsOwner(origin, { to: execute.to, data: toFunctionSelector('pause()') }, vaultGuardian);
  const paused = await sweep(installation);
  expect(paused.north).toMatchObject({ calls: [], waiting: [{ why: 'paused' }] });
  expect(paused.text).toContain('cannot be executed while the vault is paused: let its owner call unpause first');
  await sendAsOwner(origin, { to: execute.to, data: toFunctionSelector('unpause()') });
  expect((await sweep(installation)).north.calls).toEqual([execute]);
  const before = await origin.chain.client.getBlockNumber();
  await sendAsOwner(origin, execute);
  expect(await origin.chain.balanceOf(origin.token('USDC'), TREASURY)).toBe(ABOVE);
  expect((await sweep(installation)).north).toMatchObject({ calls: [], waiting: [], tokens: [{ scheduled: 0n }] });

  // The books know the sweep, and are equal.
  const source = sourceOf(installation, origin);
  const read = (block: bigint) => readBalances(source.client, listTokens(context.catalog, source.client.chain), block);
  const end = await origin.chain.client.getBlockNumber();
  const [opening, closing] = [await read(before), await read(end)];
  const accounts = await compareBooks(source, {
    range: { from: before + 1n, to: end },
    opening: ({ account, token }) => (account === 'vault' ? (opening.vaults.get(token) ?? null) : opening.hotWallet),
    closing,
  });
  expect(accounts.find(({ token }) => token === origin.token('USDC'))?.comparison).toMatchObject({
    ...{ swept: ABOVE, withdrawn: 0n, difference: 0n, mismatches: [] },
  });
});
