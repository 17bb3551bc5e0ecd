import { limitCalls } from '../../../endpoints/faults.ts';
import type { Attack } from '../attack.ts';
import { nothingToStop } from '../attack.ts';
import { createAttacker } from '../world/attacker.ts';

const CALLS_PER_SECOND = 50;
const DEPOSITS = 300;
// The default of the service. With the ten polls a second of the other attacks, the polls alone would use up what these
// providers allow.
const POLL_MS = 1000;

export const burst: Attack = {
  name: 'burst',
  title: 'Burst: 300 deposits at once behind providers that allow 50 calls a second',
  configure: ({ lab }) => {
    lab.pollIntervalMs = POLL_MS;
  },
  prepare: async (world) => {
    const attacker = await createAttacker(world);
    for (const { endpoints } of world.sides) {
      for (const endpoint of endpoints) endpoint.answer(limitCalls(CALLS_PER_SECOND));
    }
    return async () => {
      await attacker.depositAtOnce(DEPOSITS);
      return nothingToStop;
    };
  },
  afterMs: 30_000,
};
