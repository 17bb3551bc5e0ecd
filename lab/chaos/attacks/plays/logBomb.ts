import { limitLogs } from '../../../endpoints/faults.ts';
import type { Attack } from '../attack.ts';
import { nothingToStop } from '../attack.ts';
import { createAttacker } from '../world/attacker.ts';

const MOST_LOGS = 60;
const TRANSACTIONS = 4;
const DEPOSITS = 150;

/** The largest targets that the contract accepts, in blocks with more logs than any provider returns at once. */
export const logBomb: Attack = {
  name: 'log-bomb',
  title: 'Log bomb: blocks with more logs than any provider returns in one answer',
  prepare: async (world) => {
    const attacker = await createAttacker(world);
    for (const { endpoints } of world.sides) for (const endpoint of endpoints) endpoint.answer(limitLogs(MOST_LOGS));
    return async () => {
      for (let sent = 0; sent < TRANSACTIONS; sent += 1) {
        await attacker.depositTogether(DEPOSITS, { amount: 1n, target: 'x'.repeat(128) });
      }
      return nothingToStop;
    };
  },
  leadMs: 500,
};
