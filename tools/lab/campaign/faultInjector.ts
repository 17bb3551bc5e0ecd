import type { Hex } from 'viem';
import { parseGwei } from 'viem';
import type { BridgeSide } from '../chains/testBridge.ts';
import type { Random } from '../random.ts';
import { fillDisk, freeDisk } from '../service/fullDisk.ts';
import type { ChangeCounts } from './configurationChanges.ts';
import type { RotatingLiar } from './rotatingLiar.ts';
import type { Campaign } from './withCampaign.ts';
import type { Workload } from './workload.ts';

/** How often the injector caused each fault. */
export type InjectedFaults = {
  kills: number;
  reorgs: number;
  deepReorgs: number;
  databaseRestarts: number;
  feeSpikes: number;
  clockJumps: number;
  /** Processes whose file writes failed for a while. */
  fullDisks: number;
  /** How often another provider began to lie, about something else. */
  lies: number;
  /** Deposits by attackers. */
  strangersDeposits: number;
} & ChangeCounts;

/** Mean pauses between two faults of the same kind. */
export type FaultIntervals = {
  readonly kill: number;
  readonly reorg: number;
  readonly databaseRestart: number;
  readonly feeSpike: number;
  readonly clockJump: number;
  readonly fullDisk: number;
  readonly lie: number;
  readonly stranger: number;
  /** Between two configuration changes, from the end of one to the start of the next. */
  readonly configurationChange: number;
};

export type FaultInjectorOptions = {
  readonly campaign: Campaign;
  readonly workload: Workload;
  readonly liar: RotatingLiar;
  readonly random: Random;
  /** The deepest reorg that the service's confirmations cover. */
  readonly coveredDepth: number;
  readonly everyMs: FaultIntervals;
  /** The share of reorgs that are deeper than `coveredDepth`. */
  readonly deepShare: number;
};

export type FaultInjector = {
  readonly counts: InjectedFaults;
  /** Waits for the faults in progress, then stops. @throws the first error that a fault raised */
  stop(): Promise<void>;
};

const SPIKE_STEP_MS = 100;
const LONG_SPIKE_MS = 30_000;
const DAY_MS = 86_400_000;
const JUMP_MS = 4000;
const FULL_MS = 3000;

/** Drops blocks. About half of their deposits return at once in other blocks; the workload resends the rest. */
async function reorganise({ random, workload }: FaultInjectorOptions, side: BridgeSide, depth: number): Promise<void> {
  const { client } = side.chain;
  const head = await client.getBlockNumber();
  const kept: [Hex, number][] = [];
  const senders = new Set<string>();
  for (const { hash, raw } of workload.listRecent(side)) {
    const receipt = await client.getTransactionReceipt({ hash }).catch(() => null);
    // After the reorg, only the sender's first dropped transaction has a usable nonce.
    if (!receipt || receipt.blockNumber <= head - BigInt(depth) || senders.has(receipt.from)) continue;
    senders.add(receipt.from);
    if (random.chance(0.5)) kept.push([raw, random.integer(0, depth - 1)]);
  }
  await side.chain.reorganise(depth, kept);
}

/** Raises the base fee for one block, or for 30 s, which is long enough for signed payments to need a fee bump. */
async function raiseBaseFee(random: Random, { chain: { client } }: BridgeSide): Promise<void> {
  const baseFeePerGas = parseGwei(String(random.integer(5, 400)));
  const endsMs = Date.now() + (random.chance(0.2) ? LONG_SPIKE_MS : 0);
  do {
    // On a busy machine the chain may answer too late. The next step tries again.
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas }).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, SPIKE_STEP_MS));
  } while (Date.now() < endsMs);
}

/** Repeats actions with random pauses. `stop` ends the pauses early and waits for running actions. */
function createSchedule() {
  let isStopped = false;
  const wakeUps = new Set<() => void>();
  const loops: Promise<void>[] = [];
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wakeUps.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  const run = async (meanMs: number, random: Random, act: (random: Random) => Promise<void>) => {
    while (!isStopped) {
      await pause(meanMs * (0.5 + random.next()));
      if (!isStopped) await act(random);
    }
  };
  return {
    repeat: (...activity: Parameters<typeof run>) => {
      const loop = run(...activity);
      // `stop` reports the error.
      loop.catch(() => {});
      loops.push(loop);
    },
    stop: async () => {
      isStopped = true;
      for (const wakeUp of wakeUps) wakeUp();
      await Promise.all(loops);
    },
  };
}

/** Shifts a worker's clock by up to a day in either direction, for a few seconds. */
async function jumpClock({ campaign }: FaultInjectorOptions, random: Random): Promise<void> {
  const { workers } = campaign.installation;
  const worker = workers[random.integer(0, workers.length - 1)];
  await worker?.setClock(random.integer(-DAY_MS, DAY_MS));
  await new Promise((resolve) => setTimeout(resolve, JUMP_MS));
  await worker?.setClock(0);
}

/** Fills the disk of the signer's payment log for a few seconds. */
async function fillSignerDisk({ campaign }: FaultInjectorOptions): Promise<void> {
  const pid = campaign.installation.signer.pid();
  // The process may already be dead, or be killed meanwhile.
  await fillDisk(pid).catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, FULL_MS));
  await freeDisk(pid).catch(() => {});
}

type Activities = { readonly counts: InjectedFaults; readonly repeat: ReturnType<typeof createSchedule>['repeat'] };

/** What attackers, lying endpoints and clocks do during the campaign. */
function repeatHostility(options: FaultInjectorOptions, { counts, repeat }: Activities): void {
  const { liar, random, everyMs } = options;
  const { strangers } = options.campaign;
  repeat(everyMs.clockJump, random.fork('clock'), async (forked) => {
    await jumpClock(options, forked);
    counts.clockJumps += 1;
  });
  repeat(everyMs.fullDisk, random.fork('disk'), async () => {
    await fillSignerDisk(options);
    counts.fullDisks += 1;
  });
  repeat(everyMs.lie, random.fork('liar'), async () => {
    await liar.rotate();
    counts.lies += 1;
  });
  for (const [index, stranger] of strangers.entries()) {
    repeat(everyMs.stranger, random.fork(`stranger ${index}`), async () => {
      counts.strangersDeposits += await stranger.attack();
    });
  }
}

/** Kills processes, reorgs chains, crashes PostgreSQL and raises base fees until `stop`. */
export function startFaultInjector(options: FaultInjectorOptions): FaultInjector {
  const { random, everyMs, coveredDepth, deepShare } = options;
  const { installation, postgres, changes } = options.campaign;
  const { signer, testbed } = installation;
  const [worker, ...workers] = installation.workers;
  if (!worker) throw new Error('the campaign has no worker');
  const counts: InjectedFaults = {
    ...{ kills: 0, reorgs: 0, deepReorgs: 0, databaseRestarts: 0, feeSpikes: 0 },
    ...{ clockJumps: 0, fullDisks: 0, lies: 0, strangersDeposits: 0 },
    ...changes.counts,
  };
  const { repeat, stop } = createSchedule();
  repeat(everyMs.kill, random.fork('kill'), async (forked) => {
    await forked.pick([worker, ...workers, signer]).killAndRestart();
    counts.kills += 1;
  });
  repeat(everyMs.reorg, random.fork('reorg'), async (forked) => {
    const isDeep = forked.chance(deepShare);
    const depth = isDeep ? forked.integer(coveredDepth + 1, coveredDepth + 5) : forked.integer(1, coveredDepth);
    const side = forked.pick(testbed.sides);
    // A new block during the reorg would invalidate the transactions that are kept.
    await side.chain.withoutMining(() => reorganise({ ...options, random: forked }, side, depth));
    counts[isDeep ? 'deepReorgs' : 'reorgs'] += 1;
  });
  repeat(everyMs.databaseRestart, random.fork('database'), async () => {
    await postgres.crash();
    counts.databaseRestarts += 1;
  });
  repeat(everyMs.feeSpike, random.fork('fees'), async (forked) => {
    await raiseBaseFee(forked, forked.pick(testbed.sides));
    counts.feeSpikes += 1;
  });
  repeatHostility(options, { counts, repeat });
  repeat(everyMs.configurationChange, random.fork('configuration'), async (forked) => {
    await changes.next(forked);
    Object.assign(counts, changes.counts);
  });
  return { counts, stop };
}
