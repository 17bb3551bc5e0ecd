import { setTimeout } from 'node:timers/promises';
import { createPublicClient, http } from 'viem';
import { depositEvent } from '#shared/abi/depositAbi.ts';

/** A watcher that only polls for the newest block and reads the logs of new ones. It verifies and stores nothing. */
export function startBareWatcher(rpcUrl: string, pollMs: number): { stop(): Promise<void> } {
  const client = createPublicClient({ transport: http(rpcUrl), cacheTime: 0 });
  let isStopped = false;
  const run = async () => {
    let last: bigint | null = null;
    while (!isStopped) {
      const { number } = await client.getBlock();
      if (last !== null && number > last) {
        await client.getLogs({ event: depositEvent, fromBlock: last + 1n, toBlock: number });
      }
      last = number;
      await setTimeout(pollMs);
    }
  };
  const ended = run();
  return {
    stop: async () => {
      isStopped = true;
      await ended;
    },
  };
}
