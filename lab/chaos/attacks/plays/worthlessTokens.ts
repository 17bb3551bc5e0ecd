import type { Attack } from '../attack.ts';
import { nothingToStop } from '../attack.ts';
import { createAttacker } from '../world/attacker.ts';

const DEPOSITS = 200;

/** The token is in no configuration, so nothing is owed for it. */
export const worthlessTokens: Attack = {
  name: 'worthless-tokens',
  title: 'Worthless tokens: 200 deposits of a token that the attacker made',
  prepare: async (world) => {
    const [side] = world.sides;
    const attacker = await createAttacker(world);
    return async () => {
      await attacker.depositTogether(DEPOSITS, { token: side.token('FAKE'), amount: 1_000_000n });
      return nothingToStop;
    };
  },
};
