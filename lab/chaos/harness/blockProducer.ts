import { setTimeout as sleep } from 'node:timers/promises';
import type { BridgeSide } from '../../bridge/testBridge.ts';
import { waitUntil } from '../../processes/waitUntil.ts';

const BLOCK_EVERY_MS = 100;

/** Mines a chain's blocks and sets its base fee. */
export type BlockProducer = {
  /** Stops mining; transactions stay pending until `resume`. */
  pause(): Promise<void>;
  resume(): void;
  /** Waits for this many more blocks. */
  next(count: number): Promise<void>;
  /** Sets the base fee of the next blocks, in wei. It starts at 0, so network fees stay constant. */
  setBaseFee(baseFee: bigint): void;
  stop(): Promise<void>;
};

export function startBlockProducer({ chain }: BridgeSide): BlockProducer {
  let baseFee = 0n;
  let isPaused = false;
  let isStopped = false;
  let lastBlock: Promise<unknown> = Promise.resolve();
  const mineOne = async () => {
    await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: baseFee });
    await chain.mine(1);
  };
  const run = async () => {
    while (!isStopped) {
      if (!isPaused) {
        // anvil may refuse a block during a reorg.
        lastBlock = mineOne().catch(() => {});
        await lastBlock;
      }
      await sleep(BLOCK_EVERY_MS);
    }
  };
  const ended = run();
  return {
    pause: async () => {
      isPaused = true;
      await lastBlock;
    },
    resume: () => {
      isPaused = false;
    },
    next: async (count) => {
      const last = (await chain.client.getBlockNumber()) + BigInt(count);
      const hasMined = async () => (await chain.client.getBlockNumber()) >= last;
      await waitUntil(hasMined, { everyMs: BLOCK_EVERY_MS / 2, what: `block ${last} of chain ${chain.id}` });
    },
    setBaseFee: (next) => {
      baseFee = next;
    },
    stop: async () => {
      isStopped = true;
      await ended;
    },
  };
}
