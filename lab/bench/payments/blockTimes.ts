import type { TestChain } from '../../anvil/testChain.ts';

/** When each block of a chain was first there, in milliseconds: a block's own time has whole seconds. */
export type BlockClock = { timeOf(block: bigint): number; stop(): Promise<void> };

const LOOK_EVERY_MS = 10;

export async function startBlockClock({ client }: TestChain): Promise<BlockClock> {
  const times = new Map<bigint, number>();
  let seen = await client.getBlockNumber();
  let isStopped = false;
  const look = async () => {
    while (!isStopped) {
      const head = await client.getBlockNumber();
      const now = performance.now();
      for (; seen < head; seen += 1n) times.set(seen + 1n, now);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  };
  const ended = look();
  ended.catch(() => {});
  return {
    timeOf: (block) => {
      const time = times.get(block);
      if (time === undefined) throw new Error(`nobody saw block ${block}`);
      return time;
    },
    stop: async () => {
      isStopped = true;
      await ended;
    },
  };
}
