import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConfigFile } from '../../../service/config/configSchema.ts';
import { percentile } from '../../bench/percentile.ts';
import type { TestBridge } from '../../bridge/testBridge.ts';
import { createTestBridge } from '../../bridge/testBridge.ts';
import type { TestPostgres } from '../../postgres/testPostgres.ts';
import { startTestPostgres } from '../../postgres/testPostgres.ts';
import type { Auditor, Verdict } from '../audit/auditor.ts';
import { auditBridge } from '../audit/createBridgeAuditor.ts';
import type { BookFacts } from '../audit/databaseCounts.ts';
import { readBooks } from '../audit/databaseCounts.ts';
import { readTerms } from '../audit/readRouteTerms.ts';
import { readCommit } from '../report/readCommit.ts';
import type { TroubleCounts } from './faultInjector.ts';
import { startTroubles } from './faultInjector.ts';
import type { FaultyProxy, RpcFault } from './faultyProxy.ts';
import { startFaultyProxy } from './faultyProxy.ts';
import { createRandom } from './random.ts';
import type { Worker } from './workerProcess.ts';
import { startWorker } from './workerProcess.ts';
import { createTraffic } from './workload.ts';

export type CampaignOptions = {
  readonly seed: string;
  readonly transfers: number;
  /** A program made by `bundleProgram`. */
  readonly program: string;
  readonly workers: number;
  /** Mean pauses. */
  readonly everyMs: {
    readonly deposit: number;
    readonly kill: number;
    readonly reorg: number;
    readonly databaseRestart: number;
    readonly feeSpike: number;
  };
  readonly deepShare: number;
  /** After the last deposit, with all troubles going on. */
  readonly troubledMs: number;
  /** After the troubles, until everything must be paid. */
  readonly calmMs: number;
  readonly say: (line: string) => void;
};

export type CampaignResult = {
  readonly seed: string;
  /** Of the sources that ran. */
  readonly commit: string;
  readonly transfers: number;
  readonly workers: number;
  readonly seconds: number;
  readonly troubles: TroubleCounts;
  readonly rpcFaults: Readonly<Partial<Record<RpcFault, number>>>;
  /** Ends of a process that nobody caused. */
  readonly ownEnds: number;
  readonly verdict: Verdict;
  readonly books: BookFacts;
  /** From the deposit's block to the payment's, as the auditor saw them. */
  readonly completionSeconds: { readonly p50: number; readonly p95: number; readonly max: number } | null;
  readonly passed: boolean;
};

const RESULTS = new URL('../../../test-results/', import.meta.url);
const FIRST_CHAIN_ID = 46_000;
const BLOCK_EVERY_MS = 200;
const CONFIRMATIONS = 4;
const PROVIDERS = 2;
const USERS = 24;
const LOOK_EVERY_MS = 1000;
const RESEND_EVERY_MS = 400;

function tune(file: ConfigFile, proxies: readonly FaultyProxy[]): ConfigFile {
  file.chains.forEach((chain, index) => {
    chain.rpcUrls = proxies.slice(index * PROVIDERS, (index + 1) * PROVIDERS).map(({ url }) => url);
    // Every payment needs both providers' word, for one of them lies.
    chain.secondRpcAbove = '0.000001';
    chain.confirmations = CONFIRMATIONS;
    chain.payoutConfirmations = CONFIRMATIONS;
    chain.pollIntervalMs = 150;
    chain.startBlock = 0;
  });
  // Whatever gas costs meanwhile, everybody is paid by what was quoted first.
  file.quoteValiditySeconds = 86_400;
  return file;
}

/** Waits for the time or the condition, whichever comes first. @returns whether the condition held */
async function waitFor(condition: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    if (await condition()) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return false;
}

function repeat(everyMs: number, act: () => Promise<unknown>): () => Promise<void> {
  let isStopped = false;
  const run = async () => {
    while (!isStopped) {
      await act();
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  };
  const ended = run();
  ended.catch(() => {});
  return async () => {
    isStopped = true;
    await ended;
  };
}

type Rig = {
  readonly bridge: TestBridge;
  readonly postgres: TestPostgres;
  readonly databaseUrl: string;
  readonly proxies: readonly FaultyProxy[];
  readonly workers: readonly [Worker, ...Worker[]];
  readonly auditor: Auditor;
};

async function withRig<T>(options: CampaignOptions, work: (rig: Rig) => Promise<T>): Promise<T> {
  const { seed, program, workers: count } = options;
  // Kept, for whoever wants to know what went wrong.
  const logs = fileURLToPath(new URL(`chaos/${seed}/`, RESULTS));
  await rm(logs, { recursive: true, force: true });
  await mkdir(logs, { recursive: true });
  const folder = await mkdtemp(join(tmpdir(), 'causeway-chaos-'));
  const ends: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const bridge = await createTestBridge(FIRST_CHAIN_ID, { blockEveryMs: BLOCK_EVERY_MS });
    ends.push(bridge.stop);
    const postgres = await startTestPostgres();
    ends.push(postgres.stop);
    const databaseUrl = await postgres.createDatabase();
    const sides = [bridge.origin, bridge.destination];
    const proxies = await Promise.all(
      sides.flatMap(({ chain, name }) => [
        startFaultyProxy(chain.rpcUrl, { random: createRandom(`${seed}/rpc/${name}`), lies: false }),
        startFaultyProxy(chain.rpcUrl, { random: createRandom(`${seed}/second/${name}`), lies: true }),
      ]),
    );
    ends.push(...proxies.map(({ stop }) => stop));
    const file = tune(bridge.configFile(), proxies);
    const config = join(folder, 'config.json');
    await writeFile(config, JSON.stringify(file));
    // Before anything goes wrong: what people were promised is what is quoted now.
    const routes = await readTerms(file, { bridge, databaseUrl });
    const environment = {
      CAUSEWAY_CONFIG: config,
      DATABASE_URL: databaseUrl,
      CAUSEWAY_MAKER_KEY: bridge.makerKey,
      CAUSEWAY_ROLE: 'worker',
      LOG_LEVEL: 'warn',
    };
    const start = (index: number) =>
      startWorker({
        program,
        environment: { ...environment, CAUSEWAY_JOURNAL_DIR: join(folder, `journal-${index}`) },
        logFile: join(logs, `worker-${index}.log`),
      });
    const workers: [Worker, ...Worker[]] = [start(0)];
    for (let index = 1; index < count; index += 1) workers.push(start(index));
    ends.push(...workers.map(({ stop }) => stop));
    const auditor = auditBridge(bridge, routes);
    return await work({ bridge, postgres, databaseUrl, proxies, workers, auditor });
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

function quantiles(seconds: readonly number[]) {
  const at = (share: number) => Math.round(percentile(seconds, share) * 10) / 10;
  return seconds.length === 0 ? null : { p50: at(0.5), p95: at(0.95), max: at(1) };
}

function sumFaults(proxies: readonly FaultyProxy[]): CampaignResult['rpcFaults'] {
  const sums: Partial<Record<RpcFault, number>> = {};
  for (const [fault, count] of proxies.flatMap(({ counts }) => [...counts])) sums[fault] = (sums[fault] ?? 0) + count;
  return sums;
}

/** Runs one seed: deposits while everything breaks, then calm, then the auditor's verdict. */
export function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  return withRig(options, async ({ bridge, postgres, databaseUrl, proxies, workers, auditor }) => {
    const { seed, transfers, everyMs, deepShare, say } = options;
    const started = Date.now();
    const random = createRandom(seed);
    const sides = [bridge.origin, bridge.destination] as const;
    const policyDepth = CONFIRMATIONS - 1;
    const traffic = await createTraffic({
      sides,
      maker: bridge.maker.address,
      users: USERS,
      random: random.fork('traffic'),
      finalDepth: BigInt(CONFIRMATIONS + 12),
    });
    say(`seed ${seed}: two chains, PostgreSQL, ${workers.length} workers; ${transfers} transfers`);
    const stopResending = repeat(RESEND_EVERY_MS, traffic.resend);
    let unpaid = 0;
    const stopLooking = repeat(LOOK_EVERY_MS, async () => {
      unpaid = await auditor.look();
    });
    for (const proxy of proxies) proxy.setCalm(false);
    const troubles = startTroubles({ sides, workers, postgres, traffic, random, policyDepth, deepShare, everyMs });
    let sent = 0;
    let told = Date.now();
    while (sent < transfers) {
      sent += await traffic.send(transfers - sent);
      if (Date.now() - told > 20_000) {
        told = Date.now();
        say(`  ${sent} sent, ${unpaid} unpaid, ${JSON.stringify(troubles.counts)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, everyMs.deposit));
    }
    await waitFor(async () => unpaid === 0, options.troubledMs);
    await troubles.stop();
    for (const proxy of proxies) proxy.setCalm(true);
    say(`  calm after ${JSON.stringify(troubles.counts)}, ${unpaid} unpaid`);
    const isFinished = async () => {
      const books = await readBooks(databaseUrl);
      return unpaid === 0 && books.total === transfers && books.unfinished === 0;
    };
    await waitFor(isFinished, options.calmMs);
    await stopResending();
    await stopLooking();
    const [verdict, books] = [await auditor.verdict(), await readBooks(databaseUrl)];
    const isComplete = verdict.deposits + verdict.exposed >= transfers && books.unfinished === 0;
    return {
      seed,
      commit: await readCommit(),
      transfers,
      workers: workers.length,
      seconds: Math.round((Date.now() - started) / 1000),
      troubles: troubles.counts,
      rpcFaults: sumFaults(proxies),
      ownEnds: workers.reduce((sum, { ownEnds }) => sum + ownEnds(), 0),
      verdict,
      books,
      completionSeconds: quantiles(auditor.completions()),
      passed: verdict.faults.length === 0 && isComplete,
    };
  });
}
