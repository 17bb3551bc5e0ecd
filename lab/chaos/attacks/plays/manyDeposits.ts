import { parseEther } from 'viem';
import type { Attack } from '../attack.ts';
import { nothingToStop } from '../attack.ts';
import { createAttacker } from '../world/attacker.ts';

const DEPOSITS = 400;

/** Each deposit is too small for a payout. */
export const manyDeposits: Attack = {
  name: 'many-deposits',
  title: 'Starvation: 400 small deposits in one transaction',
  prepare: async (world) => {
    const attacker = await createAttacker(world);
    return async () => {
      await attacker.depositTogether(DEPOSITS, { amount: parseEther('0.0002') });
      return nothingToStop;
    };
  },
};
