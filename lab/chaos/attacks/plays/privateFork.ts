import { setTimeout as sleep } from 'node:timers/promises';
import { parseEther } from 'viem';
import { startTestChain } from '../../../anvil/testChain.ts';
import type { Attack } from '../attack.ts';
import { createAttacker } from '../world/attacker.ts';

const DEPOSITS = 40;
const BLOCK_EVERY_MS = 250;

/** The fork has deposits of the attacker that the chain never had: logs, receipts, headers and heads agree with each other. */
export const privateFork: Attack = {
  name: 'private-fork',
  title: 'Lying provider: serves a private fork with 40 deposits of 1.6 ETH that the chain never had',
  prepare: async (world) => {
    const [origin, destination] = world.sides;
    return async () => {
      const fork = await startTestChain(origin.chain.id, { blockEveryMs: BLOCK_EVERY_MS, fork: origin.chain });
      const forked = { ...origin, chain: fork };
      const attacker = await createAttacker({ ...world, sides: [forked, destination] });
      origin.endpoints[0].setChain(fork.rpcUrl);
      await attacker.depositAtOnce(DEPOSITS, { amount: parseEther('1.6') });
      await sleep(1000);
      return { stop: fork.stop };
    };
  },
  afterMs: 20_000,
};
