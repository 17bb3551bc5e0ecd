import type { Address } from 'viem';
import type { AuditResult } from '../audit/auditor.ts';
import type { DatabaseCounts } from '../audit/readDatabaseCounts.ts';
import { readCounts } from '../audit/readDatabaseCounts.ts';
import { plunder } from '../drills/plunder.ts';
import { repeat } from '../processes/repeat.ts';
import { createRandom } from '../random.ts';
import type { DurationSummary } from '../report/summarizeDurations.ts';
import { summarizeDurations } from '../report/summarizeDurations.ts';
import type { FaultIntervals, InjectedFaults } from './faultInjector.ts';
import { startFaultInjector } from './faultInjector.ts';
import type { EndpointGroup } from './rotatingLiar.ts';
import { createRotatingLiar } from './rotatingLiar.ts';
import type { Campaign, CampaignSetUp } from './withCampaign.ts';
import { CONFIRMATIONS, withCampaign } from './withCampaign.ts';
import { createWorkload } from './workload.ts';

export type CampaignOptions = CampaignSetUp & {
  readonly transfers: number;
  /** Mean pauses between faults and between deposits. */
  readonly everyMs: FaultIntervals & { readonly deposit: number };
  /** The share of reorgs deeper than the confirmations. */
  readonly deepShare: number;
  /** How long the faults continue after the last deposit. */
  readonly faultsAfterLastDepositMs: number;
  /** How long the service has to finish every transfer once the faults have stopped. */
  readonly recoveryMs: number;
  readonly print: (line: string) => void;
};

export type CampaignResult = {
  readonly seed: string;
  readonly transfers: number;
  readonly workers: number;
  readonly seconds: number;
  readonly injectedFaults: InjectedFaults;
  readonly rpcFaults: Readonly<Record<string, number>>;
  /** How often a worker process ended without being killed by the injector. */
  readonly unexpectedExits: number;
  readonly audit: AuditResult;
  readonly database: DatabaseCounts;
  /** From when the auditor's polls first saw a deposit until they saw its payment. */
  readonly completionSeconds: DurationSummary | null;
  readonly passed: boolean;
};

// An account that no deposit names. The thief tries to get it paid.
const THIEF: Address = `0x${'7'.repeat(40)}`;
const USERS_PER_CHAIN = 24;
const POLL_EVERY_MS = 1000;
const RESEND_EVERY_MS = 400;
const PROGRESS_EVERY_MS = 20_000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until the condition holds or time runs out. */
async function waitFor(condition: () => Promise<boolean>, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    if (await condition()) return;
    await sleep(POLL_EVERY_MS);
  }
}

function sumRpcFaults({ endpoints }: Campaign): CampaignResult['rpcFaults'] {
  const sums: Record<string, number> = {};
  for (const [fault, count] of endpoints.flat().flatMap(({ faults }) => [...faults])) {
    sums[fault] = (sums[fault] ?? 0) + count;
  }
  return sums;
}

function groupEndpoints({ installation, endpoints }: Campaign): readonly EndpointGroup[] {
  return installation.testbed.sides.flatMap(({ chain }, index) => {
    const [first, ...others] = endpoints[index] ?? [];
    return first ? [{ rpcUrl: chain.rpcUrl, endpoints: [first, ...others] as const }] : [];
  });
}

/** Makes deposits during faults, then lets the service recover without faults. @returns the injected faults */
async function injectFaults(campaign: Campaign, options: CampaignOptions): Promise<InjectedFaults> {
  const { installation, endpoints, operator, changes } = campaign;
  const { sides, auditor, strangers } = installation.testbed;
  const { seed, transfers, everyMs, deepShare, print } = options;
  const random = createRandom(seed);
  const vaultChoice = random.fork('vaults');
  const workload = await createWorkload({
    sides,
    users: USERS_PER_CHAIN,
    random: random.fork('traffic'),
    pickVault: (side) => campaign.pickVault(side, vaultChoice),
    finalDepth: BigInt(CONFIRMATIONS + 12),
  });
  const stopResending = repeat(RESEND_EVERY_MS, workload.resend);
  let unpaid = 0;
  const stopPolling = repeat(POLL_EVERY_MS, async () => {
    unpaid = await auditor.poll();
  });
  const coveredDepth = CONFIRMATIONS - 1;
  const liar = createRotatingLiar(groupEndpoints(campaign), random.fork('lies'));
  liar.rest();
  const injector = startFaultInjector({ campaign, workload, random, coveredDepth, deepShare, everyMs, liar });
  let isOver = false;
  const thief = plunder(installation.database.api, THIEF, () => isOver);
  let sent = 0;
  let printedMs = Date.now();
  while (sent < transfers) {
    sent += await workload.send(transfers - sent);
    if (Date.now() - printedMs > PROGRESS_EVERY_MS) {
      printedMs = Date.now();
      print(`  ${sent} deposits sent, ${unpaid} unpaid, faults so far: ${JSON.stringify(injector.counts)}`);
    }
    await sleep(everyMs.deposit);
  }
  await waitFor(async () => unpaid === 0, options.faultsAfterLastDepositMs);
  await injector.stop();
  isOver = true;
  await thief;
  for (const endpoint of endpoints.flat()) endpoint.answer(null);
  print(`  faults stopped, ${unpaid} deposits unpaid; injected: ${JSON.stringify(injector.counts)}`);
  await changes.finish(random.fork('operator'));
  const isFinished = async () => {
    await operator.refundRefused();
    const { total, unfinished } = await readCounts(installation.query, strangers);
    return unpaid === 0 && total === transfers && unfinished === 0;
  };
  await waitFor(isFinished, options.recoveryMs);
  await stopResending();
  await stopPolling();
  return { ...injector.counts, ...changes.counts };
}

/** Runs one seed: deposits during faults, recovery without faults, and then the audit. */
export function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  return withCampaign(options, async (campaign) => {
    const { seed, transfers, print } = options;
    const { testbed, workers, query } = campaign.installation;
    const { auditor, strangers } = testbed;
    print(`seed ${seed}: two chains, PostgreSQL, ${workers.length} workers, ${transfers} transfers`);
    const startedMs = Date.now();
    const injectedFaults = await injectFaults(campaign, options);
    const [audit, database] = [await auditor.audit(), await readCounts(query, strangers)];
    const isComplete = audit.deposits + audit.orphaned >= transfers && database.unfinished === 0;
    return {
      seed,
      transfers,
      workers: workers.length,
      seconds: Math.round((Date.now() - startedMs) / 1000),
      injectedFaults,
      rpcFaults: sumRpcFaults(campaign),
      unexpectedExits: workers.reduce((sum, worker) => sum + worker.unexpectedExits(), 0),
      audit,
      database,
      completionSeconds: summarizeDurations(auditor.completionSeconds()),
      passed: audit.violations.length === 0 && isComplete,
    };
  });
}
