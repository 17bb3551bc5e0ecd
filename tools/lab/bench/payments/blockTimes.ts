import type { TestChain } from '../../chains/testChain.ts';

/** When each block of a chain appeared, in milliseconds. Block timestamps have whole seconds only. */
export type BlockTimes = { timeOf(block: bigint): number; stop(): Promise<void> };

const POLL_EVERY_MS = 10;

export async function recordBlockTimes({ client }: TestChain): Promise<BlockTimes> {
  const times = new Map<bigint, number>();
  let lastSeen = await client.getBlockNumber();
  let isStopped = false;
  const poll = async () => {
    while (!isStopped) {
      const head = await client.getBlockNumber();
      const now = performance.now();
      for (; lastSeen < head; lastSeen += 1n) times.set(lastSeen + 1n, now);
      await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
    }
  };
  const ended = poll();
  ended.catch(() => {});
  return {
    timeOf: (block) => {
      const time = times.get(block);
      if (time === undefined) throw new Error(`block ${block} has no recorded time`);
      return time;
    },
    stop: async () => {
      isStopped = true;
      await ended;
    },
  };
}
