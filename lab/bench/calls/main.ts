import { setTimeout } from 'node:timers/promises';
import { parseEther } from 'viem';
import { cloneTokens } from '../../bridge/cloneTokens.ts';
import { readCommandLine, readCount } from '../../commandLine.ts';
import type { LabInstallation } from '../../installation/installationFile.ts';
import type { MeteredRpc } from '../../rpc/meteredRpc.ts';
import { startMeteredRpc } from '../../rpc/meteredRpc.ts';
import type { TestHarness } from '../../service/testHarness.ts';
import { createTestHarness } from '../../service/testHarness.ts';
import type { TestService } from '../../service/testService.ts';
import { startBareWatcher } from './bareWatcher.ts';
import { describeCalls, describeMethods } from './describeCalls.ts';

const HELP = `Usage: npm run bench -- calls [--seconds 60] [--deposits 20] [--poll-ms 1000] [--block-ms 1000]
                               [--providers 1]

Counts the RPC calls of services that watch two chains at the same time, and of a bare watcher beside them. One service has
the tokens of the installation, one has 100 more. Then counts the further calls of deposits.

  --seconds   how long to count without deposits (default 60)
  --deposits  how many deposits to make, half of them at once (default 20)
  --poll-ms   pollIntervalMs of both chains (default 1000)
  --block-ms  the time between two blocks (default 1000)
  --providers the providers of each chain, of which more than half must agree (default 1)`;

const { values } = readCommandLine({
  help: HELP,
  options: ['seconds', 'deposits', 'poll-ms', 'block-ms', 'providers'],
});
const SECONDS = readCount('--seconds', values.seconds ?? '60');
const DEPOSITS = readCount('--deposits', values.deposits ?? '20');
const POLL_MS = readCount('--poll-ms', values['poll-ms'] ?? '1000');
const BLOCK_MS = readCount('--block-ms', values['block-ms'] ?? '1000');
const PROVIDERS = readCount('--providers', values.providers ?? '1');
const MORE_TOKENS = 100;
const WARM_UP_MS = 15_000;
const FIRST_CHAIN_ID = 58_300;
const DEPOSIT_TIMEOUT_MS = 120_000;

/** A program that watches the chains, and what it asks them. */
type Program = {
  readonly name: string;
  /** Those of each chain. */
  readonly meters: readonly (readonly MeteredRpc[])[];
};

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

function readIdle({ name, meters }: Program) {
  const counts = meters.flat().map((meter) => meter.counts());
  const methods = new Map<string, number>();
  for (const [method, count] of counts.flatMap(({ calls }) => [...calls])) {
    methods.set(method, (methods.get(method) ?? 0) + count);
  }
  const [calls, heads] = [sumOf([...methods.values()]), sumOf(counts.map((count) => count.heads))];
  return { name, calls, heads, methods };
}

async function deliver({ bridge, createUser }: TestHarness, service: TestService): Promise<void> {
  const hash = await bridge.deposit(await createUser(), { token: 'ETH', amount: parseEther('1') });
  const until = performance.now() + DEPOSIT_TIMEOUT_MS;
  while ((await service.receipt(hash)).status.code !== 0) {
    if (performance.now() > until) throw new Error(`the deposit ${hash} was not delivered`);
    await setTimeout(POLL_MS / 4);
  }
}

const harness = await createTestHarness('postgresql', FIRST_CHAIN_ID);
const chains = [harness.bridge.origin, harness.bridge.destination].map(({ chain }) => chain);
const addTokens = await cloneTokens(harness.bridge, MORE_TOKENS);
const createProgram = async (name: string): Promise<Program> => ({
  name,
  meters: await Promise.all(
    chains.map(({ rpcUrl }) => Promise.all(Array.from({ length: PROVIDERS }, () => startMeteredRpc(rpcUrl)))),
  ),
});
const [bare, few, many] = await Promise.all(
  ['a bare watcher', 'Causeway with 4 tokens', `Causeway with ${4 + MORE_TOKENS} tokens`].map(createProgram),
);
if (!bare || !few || !many) throw new Error('there are three programs');
const stopMining: (() => void)[] = [];
const watchers = bare.meters.flatMap(([first]) => (first ? [startBareWatcher(first.url, POLL_MS)] : []));

async function start({ meters }: Program, options: { readonly isFirst: boolean }): Promise<TestService> {
  const change = (file: LabInstallation) => {
    for (const [index, chain] of file.chains.entries()) {
      chain.rpcUrls = (meters[index] ?? []).map(({ url }) => url);
    }
    Object.assign(file.lab, { pollIntervalMs: POLL_MS, rescanIntervalMs: 5000 });
    if (!options.isFirst) addTokens(file);
  };
  return harness.start({ change, ...(!options.isFirst && { database: await harness.openDatabase() }) });
}

try {
  await harness.reset();
  for (const chain of chains) stopMining.push(chain.keepMining(BLOCK_MS));
  const service = await start(few, { isFirst: true });
  const other = await start(many, { isFirst: false });
  await setTimeout(WARM_UP_MS);
  for (const meter of [bare, few, many].flatMap(({ meters }) => meters.flat())) meter.clear();
  const heads = () => Promise.all(chains.map(({ client }) => client.getBlockNumber()));
  const [before, startedAt] = [await heads(), performance.now()];
  await setTimeout(SECONDS * 1000);
  const [after, seconds] = [await heads(), (performance.now() - startedAt) / 1000];
  const idle = [bare, few, many].map(readIdle);
  const blocks = sumOf(after.map((head, index) => Number(head - (before[index] ?? head))));
  await other.stop();

  for (const meter of few.meters.flat()) meter.clear();
  const busyAt = performance.now();
  const half = Math.floor(DEPOSITS / 2);
  for (let count = half; count < DEPOSITS; count += 1) await deliver(harness, service);
  await Promise.all(Array.from({ length: half }, () => deliver(harness, service)));
  const idleRate = (idle[1]?.calls ?? 0) / seconds;
  const further = readIdle(few).calls - (idleRate * (performance.now() - busyAt)) / 1000;

  const table = `${describeCalls(idle, { seconds, chains: chains.length, blocks })}\n\n${describeMethods(idle, blocks)}`;
  const deposits = `A deposit costs ${(further / DEPOSITS).toFixed(1)} further calls, when half of ${DEPOSITS} come one by one and half at once.`;
  const options = `Options: --seconds ${SECONDS} --deposits ${DEPOSITS} --poll-ms ${POLL_MS} --block-ms ${BLOCK_MS} --providers ${PROVIDERS}.`;
  console.log(`${table}\n\n${deposits}\n\n${options}`);
} finally {
  for (const watcher of watchers) await watcher.stop().catch(() => {});
  for (const stop of stopMining) stop();
  await harness.stop();
  await Promise.all([bare, few, many].flatMap(({ meters }) => meters.flat()).map((meter) => meter.stop()));
}
