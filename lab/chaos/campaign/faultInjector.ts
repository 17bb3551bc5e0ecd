import type { Hex } from 'viem';
import { parseGwei } from 'viem';
import type { BridgeSide } from '../../bridge/testBridge.ts';
import type { TestPostgres } from '../../postgres/testPostgres.ts';
import type { Random } from './random.ts';
import type { Worker } from './workerProcess.ts';
import type { Traffic } from './workload.ts';

export type TroubleCounts = {
  kills: number;
  reorgs: number;
  deepReorgs: number;
  databaseRestarts: number;
  feeSpikes: number;
};

export type TroubleOptions = {
  readonly sides: readonly [BridgeSide, BridgeSide];
  readonly workers: readonly [Worker, ...Worker[]];
  readonly postgres: TestPostgres;
  readonly traffic: Traffic;
  readonly random: Random;
  /** How deep a reorganisation may go without breaking what the service relies on. */
  readonly policyDepth: number;
  readonly everyMs: {
    readonly kill: number;
    readonly reorg: number;
    readonly databaseRestart: number;
    readonly feeSpike: number;
  };
  /** The share of reorganisations that go deeper than the policy. */
  readonly deepShare: number;
};

export type Troubles = {
  readonly counts: TroubleCounts;
  /** Ends them after those that are going on. @throws what went wrong in one of them */
  stop(): Promise<void>;
};

const SPIKE_STEP_MS = 100;

/** Drops blocks. Some of the deposits in them come back at once, in other blocks than before; wallets send the others again. */
async function reorganise({ random, traffic }: TroubleOptions, side: BridgeSide, depth: number): Promise<void> {
  const { client } = side.chain;
  const head = await client.getBlockNumber();
  const kept: [Hex, number][] = [];
  const senders = new Set<string>();
  for (const { hash, raw } of traffic.listRecent(side)) {
    const receipt = await client.getTransactionReceipt({ hash }).catch(() => null);
    // Only the first of a sender's that was dropped has the nonce that comes next.
    if (!receipt || receipt.blockNumber <= head - BigInt(depth) || senders.has(receipt.from)) continue;
    senders.add(receipt.from);
    if (random.chance(0.5)) kept.push([raw, random.integer(0, depth - 1)]);
  }
  await side.chain.reorganise(depth, kept);
}

/** Gas costs many times as much, for a moment or for so long that what was signed before is left behind. */
async function spike({ random }: TroubleOptions, { chain: { client } }: BridgeSide): Promise<void> {
  const baseFeePerGas = parseGwei(String(random.integer(5, 400)));
  const steps = random.chance(0.2) ? 300 : 1;
  for (let step = 0; step < steps; step += 1) {
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas });
    await new Promise((resolve) => setTimeout(resolve, SPIKE_STEP_MS));
  }
}

/** Kills processes, reorganises chains, crashes the database and makes gas dear, each at its own pace, until it is stopped. */
export function startTroubles(options: TroubleOptions): Troubles {
  const { sides, workers, postgres, random, everyMs, policyDepth, deepShare } = options;
  const counts: TroubleCounts = { kills: 0, reorgs: 0, deepReorgs: 0, databaseRestarts: 0, feeSpikes: 0 };
  let isStopped = false;
  const wakes = new Set<() => void>();

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wakes.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  const repeat = async (meanMs: number, chance: Random, act: (chance: Random) => Promise<void>) => {
    while (!isStopped) {
      await pause(meanMs * (0.5 + chance.next()));
      if (!isStopped) await act(chance);
    }
  };

  const ended = Promise.all([
    repeat(everyMs.kill, random.fork('kill'), async (chance) => {
      await chance.pick(workers).killAndRestart();
      counts.kills += 1;
    }),
    repeat(everyMs.reorg, random.fork('reorg'), async (chance) => {
      const isDeep = chance.chance(deepShare);
      const depth = isDeep ? chance.integer(policyDepth + 1, policyDepth + 5) : chance.integer(1, policyDepth);
      const side = chance.pick(sides);
      // A block in between would make what is kept invalid.
      await side.chain.whileStill(() => reorganise({ ...options, random: chance }, side, depth));
      counts[isDeep ? 'deepReorgs' : 'reorgs'] += 1;
    }),
    repeat(everyMs.databaseRestart, random.fork('database'), async () => {
      await postgres.crash();
      counts.databaseRestarts += 1;
    }),
    repeat(everyMs.feeSpike, random.fork('fees'), async (chance) => {
      await spike({ ...options, random: chance }, chance.pick(sides));
      counts.feeSpikes += 1;
    }),
  ]);
  ended.catch(() => {});
  return {
    counts,
    stop: async () => {
      isStopped = true;
      for (const wake of wakes) wake();
      await ended;
    },
  };
}
