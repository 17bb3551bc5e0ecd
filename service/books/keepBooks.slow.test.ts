import { encodeFunctionData, numberToHex, parseAbi, parseEther } from 'viem';
import { expect, onTestFinished } from 'vitest';
import { encodeTarget } from '#shared/gasDrop.ts';
import { mintTokens } from '../../contracts/deploy.ts';
import type { BridgeSide } from '../../tools/lab/chains/testBridge.ts';
import { startEndpoint } from '../../tools/lab/endpoints/endpoint.ts';
import { missingState } from '../../tools/lab/endpoints/faults.ts';
import { test } from '../../tools/lab/fixtures.ts';
import type { TestInstallation } from '../../tools/lab/installation/testInstallation.ts';
import type { Operator } from '../../tools/lab/installation/testOperator.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';
import { createLogger } from '../boot/log.ts';
import type { ChainClient } from '../chain/chainClient.ts';
import { createChainClient } from '../chain/chainClient.ts';
import type { Database } from '../db/database.ts';
import type { CommandContext } from '../operator/commands/command.ts';
import { reconcileCommand } from '../operator/commands/reconcileCommand.ts';
import { readLastBookedBlock } from './compareBooks.ts';
import { createBookkeeper } from './keepBooks.ts';
import { readLatestReadings } from './readings.ts';

const vaultAbi = parseAbi(['function withdraw(address token, address to, uint256 amount)']);

let worker: Database;

test.beforeAll(async ({ sharedInstallation }) => {
  worker = await sharedInstallation.openDatabaseAs('causeway_worker');
});

function clientOf(operator: Operator, side: BridgeSide): ChainClient {
  const client = operator.context.clients.get(side.chain.id);
  if (!client) throw new Error('the operator has a client for each chain');
  return client;
}

const sides = (installation: TestInstallation) => [installation.bridge.origin, installation.bridge.destination];

/** Runs the worker on each chain, in a process that has run for an hour. */
async function keepBooks(operator: Operator, catalog = operator.context.catalog): Promise<void> {
  let time = Date.now();
  const clock = { now: () => new Date(time) };
  const context = { catalog, database: worker, clock, logger: createLogger('silent') };
  const turns = sides(operator.installation).map((side) => createBookkeeper(context, clientOf(operator, side)));
  time += 3_600_000;
  for (const turn of turns) await turn();
}

async function waitUntilBooked(operator: Operator): Promise<void> {
  for (const side of sides(operator.installation)) {
    const head = await side.chain.client.getBlockNumber();
    const source = { catalog: operator.context.catalog, database: worker, client: clientOf(operator, side) };
    await waitUntil(async () => ((await readLastBookedBlock(source)) ?? 0n) > head, { what: 'final blocks' });
  }
}

/** Makes the last readings older. The rows are append-only for everyone except the schema's owner. */
async function letMinutesPass(installation: TestInstallation, minutes: number): Promise<void> {
  await installation.database().transaction(async (transaction) => {
    await transaction.script(`alter table book_readings disable trigger book_readings_append_only;
      update book_readings set at = at - interval '${minutes} minutes';
      alter table book_readings enable trigger book_readings_append_only`);
  });
}

const letADayPass = (installation: TestInstallation) => letMinutesPass(installation, 1500);

async function withdraw({ chain, deployment, token }: BridgeSide, amount: bigint): Promise<void> {
  const { vault } = deployment;
  const args = [token('USDC'), deployment.depositContract, amount] as const;
  const data = encodeFunctionData({ abi: vaultAbi, functionName: 'withdraw', args });
  // The vault calls itself when its owner executes an action. Here it also pays for gas.
  await chain.client.impersonateAccount({ address: vault });
  const hash = await chain.client.sendTransaction({ account: vault, chain: null, to: vault, data });
  await chain.client.waitForTransactionReceipt({ hash });
  await chain.client.stopImpersonatingAccount({ address: vault });
}

const readIncidents = (installation: TestInstallation) =>
  installation.query<{ detail: string; chainId: number }>(
    "select detail, chain_id from incidents where kind = 'booksDiffer'",
  );

test('a day of transfers, funding and withdrawals balances, and a changed book is a difference with its transaction', async ({
  installation,
  operator,
}) => {
  const { run, process } = operator;
  const { origin, destination } = installation.bridge;
  installation.keepMining();
  await installation.start();
  await waitUntilBooked(operator);
  expect((await run('reconcile')).lines.join('\n')).toContain(
    'could not be compared: no balance is stored to begin with',
  );
  await keepBooks(operator);
  const first = await readLatestReadings(worker);
  expect(first.map(({ difference, fromBlock }) => [difference, fromBlock])).toEqual(first.map(() => [null, null]));
  // It reads nothing for the rest of the day.
  await keepBooks(operator);
  expect(await readLatestReadings(worker)).toEqual(
    first.map((reading) => ({ ...reading, ageSeconds: expect.anything() })),
  );

  const user = await installation.createUser();
  const transfer = await installation.deposit({ user });
  await transfer.delivered();
  const native = await installation.deposit({ user, token: 'ETH', amount: parseEther('0.5') });
  await native.delivered();
  const gasDrop = parseEther('0.002');
  const withGas = await installation.deposit({ user, target: encodeTarget({ recipient: user.address, gasDrop }) });
  await withGas.delivered();
  // Dust isn't stored, but the vault has it.
  await installation.deposit({ user, amount: 1n });
  await installation.deposit({ user, token: 'ETH', amount: 1_000_000n });
  const { vault } = destination.deployment;
  await mintTokens(destination.chain, [{ token: destination.token('USDC'), to: vault, amount: 7_000_000n }]);
  await withdraw(destination, 3_000_000n);
  const [funder] = await destination.chain.client.getAddresses();
  if (!funder) throw new Error('anvil has accounts');
  const funding = { account: funder, chain: null, to: vault, value: parseEther('2') } as const;
  await destination.chain.client.waitForTransactionReceipt({
    hash: await destination.chain.client.sendTransaction(funding),
  });
  await waitUntilBooked(operator);

  const { lines, isFailed, json } = await run('reconcile');
  expect([lines.join('\n'), isFailed]).toEqual([expect.not.stringMatching(/differs|could not/), false]);
  const text = lines.join('\n');
  expect(text).toMatch(
    /Northshore {2}USDC {2}vault: equal \(opening [\d.]+, deposits 100, dust 0.000001, closing [\d.]+\)/,
  );
  expect(text).toMatch(/Northshore {2}ETH {2}vault: equal \(.*deposits 0\.5, dust 0\.000000000001, /);
  expect(text).toMatch(
    /Southshore {2}USDC {2}vault: equal \(opening [\d.]+, payouts -9\d\.\d+, withdrawn -3, received 7, closing/,
  );
  expect(text).toMatch(
    /Southshore {2}ETH {2}vault: equal \(opening [\d.]+, payouts -0\.(4\d+|50[01]\d+), received 1\.999\d+, closing/,
  );
  expect(text).toMatch(/Southshore {2}ETH {2}hot wallet: equal \(opening [\d.]+, burnt -0\.0\d+, closing/);
  expect(JSON.stringify(json, (_, part) => (typeof part === 'bigint' ? String(part) : part))).toContain(
    '"withdrawn":"3000000"',
  );

  await letADayPass(installation);
  await keepBooks(operator);
  const second = await readLatestReadings(worker);
  expect(second.map(({ difference }) => difference)).toEqual(second.map(() => 0n));
  expect(second.map(({ fromBlock }) => fromBlock)).toEqual(first.map(({ toBlock }) => toBlock));
  expect(await readIncidents(installation)).toEqual([]);

  // The books now have 5 USDC more than the chain.
  const more = await installation.deposit({ user });
  await more.delivered();
  await installation.query('update deposits set amount = amount + 5000000 where tx_hash = $1', [more.hash]);
  await waitUntilBooked(operator);
  const found = await process.run('reconcile');
  expect(found.code).toBe(1);
  expect(found.stdout).toContain('Northshore  USDC  vault: differs by -5 USDC, unexplained 0 USDC');
  expect(found.stdout).toContain(`    -5 USDC: deposit missing on the chain, ${more.hash}`);
  await letADayPass(installation);
  await keepBooks(operator);
  expect(await readIncidents(installation)).toEqual([
    {
      chainId: origin.chain.id,
      detail: expect.stringMatching(/^the vaults on Northshore have -5000000 base units of 0x/),
    },
  ]);
});

const reconcileWith = (context: CommandContext) =>
  reconcileCommand.parse({ args: [], options: {}, author: { who: '', why: '' } })(context);

test('compares the first day: at once since the first block, and in the worker an hour after the first reading', async ({
  installation,
  operator,
}) => {
  installation.keepMining();
  const heads = await Promise.all(sides(installation).map(({ chain }) => chain.client.getBlockNumber()));
  const { catalog } = installation.bridge.catalog((file) => {
    file.chains.forEach((chain, index) => {
      chain.startBlock = Number(heads[index] ?? 0) + 1;
    });
  });
  const clients = new Map(catalog.chains.map((chain) => [chain.id, createChainClient(chain)]));
  await installation.start();
  await (await installation.deposit()).delivered();
  await waitUntilBooked(operator);
  const { lines, isFailed } = await reconcileWith({ ...operator.context, catalog, clients });
  expect([lines.join('\n'), isFailed]).toEqual([
    expect.stringMatching(/Northshore {2}USDC {2}vault: equal \(opening [\d.]+, deposits 50, closing [\d.]+\)/),
    false,
  ]);

  await keepBooks(operator);
  await letMinutesPass(installation, 59);
  await waitUntilBooked(operator);
  await keepBooks(operator);
  expect((await readLatestReadings(worker)).every(({ fromBlock }) => fromBlock === null)).toBe(true);
  await letMinutesPass(installation, 2);
  await keepBooks(operator);
  const compared = await readLatestReadings(worker);
  expect(compared.map(({ difference }) => difference)).toEqual(compared.map(() => 0n));
  // Once a day from then on.
  await letMinutesPass(installation, 61);
  await waitUntilBooked(operator);
  await keepBooks(operator);
  expect((await readLatestReadings(worker)).map(({ toBlock }) => toBlock)).toEqual(
    compared.map(({ toBlock }) => toBlock),
  );
});

test('a new token is compared from the previous reading on, or named if its balance was unknown then', async ({
  installation,
  operator,
}) => {
  const { context } = operator;
  const { catalog } = context;
  installation.keepMining();
  await installation.start();
  await waitUntilBooked(operator);
  await keepBooks(operator, { ...catalog, tokens: catalog.tokens.filter(({ name }) => name !== 'WBTC') });
  await waitUntilBooked(operator);
  const { lines, isFailed } = await reconcileWith(context);
  expect([lines.join('\n'), isFailed]).toEqual([expect.stringMatching(/Northshore {2}WBTC {2}vault: equal/), false]);

  // An endpoint that no longer has the state of the previous reading.
  const start = new Map(
    (await readLatestReadings(worker)).map(({ chainId, toBlock }) => [chainId, numberToHex(toBlock)]),
  );
  const clients = new Map(context.clients);
  for (const side of sides(installation)) {
    const { chain } = clientOf(operator, side);
    const pruned = await startEndpoint(side.chain.rpcUrl);
    onTestFinished(() => pruned.stop());
    pruned.answer(({ params }) => (params[1] === start.get(chain.id) ? missingState : undefined));
    clients.set(chain.id, createChainClient({ ...chain, rpcUrls: [pruned.url] }));
  }
  const dropped = await reconcileWith({ ...context, clients });
  expect(dropped.isFailed).toBe(true);
  const text = dropped.lines.join('\n');
  expect(text).toMatch(/Northshore {2}WBTC {2}vault: not compared yet: the token or a vault is new since block \d+/);
  expect(text).toMatch(/Northshore {2}USDC {2}vault: equal/);
});

test('a comparison that could not run does not count as equal', async ({ installation, operator }) => {
  installation.keepMining();
  await installation.start();
  await waitUntilBooked(operator);
  await keepBooks(operator);
  await waitUntilBooked(operator);
  const clients = new Map(
    [...operator.context.clients].map(([id, { chain }]) => [
      id,
      id === installation.bridge.origin.chain.id
        ? createChainClient({ ...chain, rpcUrls: ['http://127.0.0.1:9'] })
        : createChainClient(chain),
    ]),
  );
  const run = reconcileCommand.parse({ args: [], options: {}, author: { who: '', why: '' } });
  const { lines, isFailed } = await run({ ...operator.context, clients });
  expect(isFailed).toBe(true);
  expect(lines.join('\n')).toMatch(/Northshore {2}could not be compared: /);
  expect(lines.join('\n')).toMatch(/Southshore {2}USDC {2}vault: equal/);
  // Every account is listed: tokens, native token and hot wallet.
  expect(lines.filter((line) => line.startsWith('Southshore  ETH')).length).toBeGreaterThanOrEqual(2);
});

test('compares a period by its block times, and says so when the endpoints have dropped their state', async ({
  installation,
  operator,
}) => {
  const { run } = operator;
  const { origin } = installation.bridge;
  await installation.start();
  const [began] = await Promise.all(
    sides(installation).map(async ({ chain }) => {
      await chain.mine(20);
      return (await chain.client.getBlock()).timestamp;
    }),
  );
  const transfer = await installation.deposit();
  const mineUntilDelivered = async () => {
    for (const { chain } of sides(installation)) await chain.mine(1);
    return (await transfer.receipt()).status.code === 0;
  };
  await waitUntil(mineUntilDelivered, { everyMs: 500 });
  for (const { chain } of sides(installation)) await chain.mine(20);
  await waitUntil(async () => {
    const source = { catalog: operator.context.catalog, database: worker, client: clientOf(operator, origin) };
    return ((await readLastBookedBlock(source)) ?? 0n) + 20n > (await origin.chain.client.getBlockNumber());
  });
  const since = (seconds: bigint | undefined) => `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}Z`;
  const { lines, isFailed } = await run('reconcile', '--from', since(began), '--to', '2100-01-01');
  expect([lines.join('\n'), isFailed]).toEqual([
    expect.stringMatching(/Northshore {2}USDC {2}vault: equal \(opening [\d.]+, deposits 50, closing [\d.]+\)/),
    false,
  ]);
  // The lab's chains keep the state of recent blocks only.
  const old = await run('reconcile', '--from', '2020-01-01', '--to', '2100-01-01');
  expect(old).toMatchObject({ isFailed: true });
  expect(old.lines.join('\n')).toMatch(/Northshore {2}could not be compared: .*Many endpoints keep no old state/);
});
