import { setTimeout as sleep } from 'node:timers/promises';
import { readDatabaseCounts } from '../../chaos/audit/readDatabaseCounts.ts';
import { createRandom } from '../../chaos/campaign/random.ts';
import { repeat } from '../../chaos/campaign/repeat.ts';
import type { Workload } from '../../chaos/campaign/workload.ts';
import { createWorkload } from '../../chaos/campaign/workload.ts';
import { waitUntil } from '../../processes/waitUntil.ts';
import { summarizeDurations } from '../../report/summarizeDurations.ts';
import type { Programs } from '../../service/programs.ts';
import { post } from '../../service/testService.ts';
import type { DatabaseNode } from '../cluster/databaseNode.ts';
import type { Fault, FaultResult, HaResult, WriteCounts } from './haResult.ts';
import { hasPassed, planFaults, shareTransfers } from './haResult.ts';
import type { HaTestbed } from './haTestbed.ts';
import { withHaTestbed } from './haTestbed.ts';
import type { WriteProbe } from './writeProbe.ts';
import { countLost, startWriteProbe } from './writeProbe.ts';

export type HaCampaignOptions = {
  readonly transfers: number;
  readonly faults: number;
  readonly programs: Programs;
  readonly print: (line: string) => void;
};

const SEED = 'ha';
const USERS_PER_CHAIN = 6;
const DEPOSIT_EVERY_MS = 400;
const POLL_EVERY_MS = 1000;
const FAILOVER_MS = 180_000;
const PAYMENT_MS = 240_000;
const FINAL_CODES = [0, 909];

const BREAK: Readonly<Record<Fault, (node: DatabaseNode) => Promise<void> | void>> = {
  killed: (node) => node.kill(),
  frozen: (node) => node.freeze(),
  partitioned: (node) => node.cut(),
};

const MEND: Readonly<Record<Fault, (node: DatabaseNode) => void>> = {
  killed: (node) => node.start(),
  frozen: (node) => node.thaw(),
  partitioned: (node) => node.heal(),
};

/** What the rounds share. */
type Traffic = {
  readonly testbed: HaTestbed;
  readonly workload: Workload;
  readonly probe: WriteProbe;
  /** The newest count of unpaid deposits that ended, and when it began. */
  readonly lastPoll: () => { readonly startedMs: number; readonly unpaid: number };
  /** Writes to former primaries, one probe for each round. */
  readonly formerProbes: WriteProbe[];
};

async function deposit(workload: Workload, count: number): Promise<void> {
  for (let left = count; left > 0; ) {
    left -= await workload.send(left);
    await sleep(DEPOSIT_EVERY_MS);
  }
}

/** Breaks the primary while deposits arrive, waits for another one, mends the former one, and waits until all is paid. */
async function runRound(
  traffic: Traffic,
  { fault, transfers }: { fault: Fault; transfers: number },
): Promise<FaultResult> {
  const { testbed, workload, probe, lastPoll, formerProbes } = traffic;
  const { cluster } = testbed;
  const former = await cluster.waitUntilHealthy();
  const early = Math.floor(transfers / 2);
  await deposit(workload, early);
  await BREAK[fault](former);
  // Before this moment a part of the server still ran, and could acknowledge a row.
  const brokenMs = Date.now();
  // A client beside a partitioned primary can go on writing to it. Nothing that it acknowledges may be lost.
  formerProbes.push(startWriteProbe(cluster.directUrlOf(former, new URL(testbed.databaseUrl).pathname.slice(1))));
  const deposits = deposit(workload, transfers - early);
  const writable = waitUntil(async () => probe.firstAfter(brokenMs), {
    ...{ timeoutMs: FAILOVER_MS, everyMs: 100, what: `a new primary after the old one was ${fault}` },
  });
  const [writableMs] = await Promise.all([writable, deposits]);
  MEND[fault](former);
  const successor = await cluster.waitUntilHealthy();
  await formerProbes.at(-1)?.stop();
  const mendedMs = Date.now();
  const isPaid = async () => lastPoll().startedMs > mendedMs && lastPoll().unpaid === 0;
  await waitUntil(isPaid, { timeoutMs: PAYMENT_MS, everyMs: 200, what: 'every payment' });
  return {
    ...{ fault, formerPrimary: former.name, newPrimary: successor.name },
    secondsWithoutPrimary: Math.round((writableMs - brokenMs) / 100) / 10,
  };
}

async function countWrites(databaseUrl: string, probes: readonly WriteProbe[]): Promise<WriteCounts> {
  const sum = (read: (probe: WriteProbe) => number) => probes.reduce((total, probe) => total + read(probe), 0);
  return {
    attempts: sum((probe) => probe.attempts()),
    acknowledged: sum(({ acknowledged }) => acknowledged.size),
    lost: await countLost(databaseUrl, probes),
  };
}

/** Asks the API for the receipt of each deposit transaction. */
async function countReceipts({ apiUrl, bridge }: HaTestbed, workload: Workload): Promise<HaResult['receipts']> {
  const deposits = [bridge.origin, bridge.destination].flatMap((side) => workload.listRecent(side));
  let final = 0;
  for (const { hash } of deposits) {
    const { status } = await post(`${apiUrl}/get_receipt`, { from_chain_hash: hash });
    if (FINAL_CODES.includes(status.code)) final += 1;
  }
  return { asked: deposits.length, final };
}

async function runRounds(testbed: HaTestbed, options: HaCampaignOptions): Promise<HaResult> {
  const { transfers, faults, print } = options;
  const { bridge, auditor, databaseUrl, pooledUrl } = testbed;
  const startedMs = Date.now();
  const sides = [bridge.origin, bridge.destination] as const;
  const workload = await createWorkload({
    ...{ sides, users: USERS_PER_CHAIN, random: createRandom(SEED), finalDepth: 0n },
    pickVault: ({ deployment }) => deployment.vault,
  });
  const probe = startWriteProbe(pooledUrl);
  let lastPoll = { startedMs: 0, unpaid: 0 };
  const stopPolling = repeat(POLL_EVERY_MS, async () => {
    const pollMs = Date.now();
    lastPoll = { startedMs: pollMs, unpaid: await auditor.poll() };
  });
  const traffic: Traffic = { ...{ testbed, workload, probe }, lastPoll: () => lastPoll, formerProbes: [] };
  const shares = shareTransfers(transfers, faults);
  const results: FaultResult[] = [];
  for (const [round, fault] of planFaults(faults).entries()) {
    const result = await runRound(traffic, { fault, transfers: shares[round] ?? 0 });
    results.push(result);
    print(`  ${round + 1} of ${faults}: ${JSON.stringify(result)}`);
  }
  await probe.stop();
  await stopPolling();
  const isFinished = async () => {
    const { total, unfinished } = await readDatabaseCounts(databaseUrl);
    return total === transfers && unfinished === 0;
  };
  // What stays unfinished is in the result.
  await waitUntil(isFinished, { timeoutMs: PAYMENT_MS, everyMs: POLL_EVERY_MS }).catch(() => {});
  const outcome = {
    transfers,
    seconds: Math.round((Date.now() - startedMs) / 1000),
    faults: results,
    writes: await countWrites(databaseUrl, [probe]),
    formerPrimaryWrites: await countWrites(databaseUrl, traffic.formerProbes),
    audit: await auditor.audit(),
    database: await readDatabaseCounts(databaseUrl),
    receipts: await countReceipts(testbed, workload),
    completionSeconds: summarizeDurations(auditor.completionSeconds()),
  };
  return { ...outcome, passed: hasPassed(outcome) };
}

/** Breaks the primary again and again while deposits arrive, then audits every payment from the chains. */
export function runHaCampaign(options: HaCampaignOptions): Promise<HaResult> {
  options.print('starting etcd, three PostgreSQL servers under Patroni, HAProxy and pgbouncer');
  return withHaTestbed(options.programs, (testbed) => {
    options.print(`two chains, two workers, ${options.transfers} transfers, ${options.faults} faults`);
    return runRounds(testbed, options);
  });
}
