import { setTimeout } from 'node:timers/promises';
import { parseEther } from 'viem';
import { readCommandLine, readCount } from '../../commandLine.ts';
import type { MeteredRpc, RpcCounts } from '../../rpc/meteredRpc.ts';
import { startMeteredRpc } from '../../rpc/meteredRpc.ts';
import type { TestHarness } from '../../service/testHarness.ts';
import { createTestHarness } from '../../service/testHarness.ts';
import type { TestService } from '../../service/testService.ts';

const HELP = `Usage: npm run bench -- calls [--seconds 30] [--deposits 20] [--poll-ms 1000] [--providers 1]

Counts the RPC calls of one service with two chains and a block every second.

  --seconds   how long to count without deposits (default 30)
  --deposits  how many deposits to make, half of them at once (default 20)
  --poll-ms   pollIntervalMs of both chains (default 1000)
  --providers the providers of each chain, of which more than half must agree (default 1)`;

const { values } = readCommandLine({ help: HELP, options: ['seconds', 'deposits', 'poll-ms', 'providers'] });
const SECONDS = readCount('--seconds', values.seconds ?? '30');
const DEPOSITS = readCount('--deposits', values.deposits ?? '20');
const POLL_MS = readCount('--poll-ms', values['poll-ms'] ?? '1000');
const PROVIDERS = readCount('--providers', values.providers ?? '1');
const BLOCK_MS = 1000;
const WARM_UP_MS = 5000;
const FIRST_CHAIN_ID = 58_300;

type Measured = {
  readonly calls: ReadonlyMap<string, number>;
  readonly httpRequests: number;
  readonly seconds: number;
};

function sum(counts: readonly RpcCounts[], seconds: number): Measured {
  const calls = new Map<string, number>();
  for (const [method, count] of counts.flatMap((each) => [...each.calls])) {
    calls.set(method, (calls.get(method) ?? 0) + count);
  }
  return { calls, httpRequests: counts.reduce((total, each) => total + each.httpRequests, 0), seconds };
}

async function measure(rpcs: readonly MeteredRpc[], work: () => Promise<unknown>): Promise<Measured> {
  for (const rpc of rpcs) rpc.clear();
  const startedAt = performance.now();
  await work();
  return sum(
    rpcs.map((rpc) => rpc.counts()),
    (performance.now() - startedAt) / 1000,
  );
}

async function deliver({ bridge, createUser }: TestHarness, service: TestService): Promise<void> {
  const hash = await bridge.deposit(await createUser(), { token: 'ETH', amount: parseEther('1') });
  await service.waitForReceipt(hash, [0]);
}

function total({ calls }: Measured): number {
  return [...calls.values()].reduce((all, count) => all + count, 0);
}

function report(idle: Measured, busy: Measured): void {
  const idleRate = total(idle) / idle.seconds;
  const perDeposit = (total(busy) - idleRate * busy.seconds) / DEPOSITS;
  console.log(`poll interval ${POLL_MS} ms, ${BLOCK_MS} ms blocks, two chains, providers of each: ${PROVIDERS}\n`);
  console.log(`calls per second without deposits: ${idleRate.toFixed(1)}`);
  console.log(`HTTP requests per second without deposits: ${(idle.httpRequests / idle.seconds).toFixed(1)}`);
  console.log(`further calls per deposit: ${perDeposit.toFixed(1)}\n`);
  const methods = [...new Set([...idle.calls.keys(), ...busy.calls.keys()])].sort();
  for (const method of methods) {
    const rate = (idle.calls.get(method) ?? 0) / idle.seconds;
    const more = ((busy.calls.get(method) ?? 0) - rate * busy.seconds) / DEPOSITS;
    console.log(`${method.padEnd(32)} ${rate.toFixed(2).padStart(6)}/s  ${more.toFixed(1).padStart(6)} per deposit`);
  }
}

const harness = await createTestHarness('postgresql', FIRST_CHAIN_ID);
const sides = [harness.bridge.origin, harness.bridge.destination];
const rpcsOfSides = await Promise.all(
  sides.map(({ chain }) => Promise.all(Array.from({ length: PROVIDERS }, () => startMeteredRpc(chain.rpcUrl)))),
);
const rpcs = rpcsOfSides.flat();
const stopMining = sides.map(({ chain }) => chain.keepMining(BLOCK_MS));
try {
  await harness.reset();
  const service = await harness.start({
    change: ({ chains }) => {
      for (const [index, chain] of chains.entries()) {
        chain.rpcUrls = (rpcsOfSides[index] ?? []).map(({ url }) => url);
        chain.pollIntervalMs = POLL_MS;
        chain.rescanIntervalMs = 5000;
      }
    },
  });
  await deliver(harness, service);
  await setTimeout(WARM_UP_MS);
  const idle = await measure(rpcs, () => setTimeout(SECONDS * 1000));
  const busy = await measure(rpcs, async () => {
    const half = Math.floor(DEPOSITS / 2);
    for (let count = half; count < DEPOSITS; count += 1) await deliver(harness, service);
    await Promise.all(Array.from({ length: half }, () => deliver(harness, service)));
  });
  report(idle, busy);
} finally {
  for (const stop of stopMining) stop();
  await harness.stop();
  await Promise.all(rpcs.map((rpc) => rpc.stop()));
}
