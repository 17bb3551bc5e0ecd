import type { Attack } from '../attack.ts';
import { nothingToStop } from '../attack.ts';
import { freeze } from '../providers/freeze.ts';

export const frozenProvider: Attack = {
  name: 'frozen-provider',
  title: 'Frozen provider: the first provider of each chain stands still and goes on answering',
  prepare: async ({ sides }) => {
    return async () => {
      for (const { chain, providers } of sides) {
        await freeze(providers[0], chain.rpcUrl);
      }
      return nothingToStop;
    };
  },
  leadMs: 2000,
};
