import { setTimeout as sleep } from 'node:timers/promises';
import type { BridgeSide } from '../../bridge/testBridge.ts';

const BLOCK_EVERY_MS = 100;

/** The pace of a chain, and what gas costs on it. */
export type Blocks = {
  /** No block comes before they are resumed; what is sent waits. */
  pause(): Promise<void>;
  resume(): void;
  /** What the base fee is from now on, in wei; 0 unless told otherwise, so that gas always costs the same. */
  setBaseFee(baseFee: bigint): void;
  stop(): Promise<void>;
};

export function startBlocks({ chain }: BridgeSide): Blocks {
  let baseFee = 0n;
  let isPaused = false;
  let isStopped = false;
  let last: Promise<unknown> = Promise.resolve();
  const mineOne = async () => {
    await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: baseFee });
    await chain.mine(1);
  };
  const run = async () => {
    while (!isStopped) {
      if (!isPaused) {
        // A chain that is being reorganised may refuse one.
        last = mineOne().catch(() => {});
        await last;
      }
      await sleep(BLOCK_EVERY_MS);
    }
  };
  const ended = run();
  return {
    pause: async () => {
      isPaused = true;
      await last;
    },
    resume: () => {
      isPaused = false;
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
