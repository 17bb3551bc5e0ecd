import { liesAbout } from '../../../rpc/provider.ts';
import type { Attack } from '../attack.ts';
import { nothingToStop } from '../attack.ts';
import { readFreeze } from '../providers/freeze.ts';

export const frozenProvider: Attack = {
  name: 'frozen-provider',
  title: 'Frozen provider: the first provider of each chain stands still and goes on answering',
  prepare: async ({ sides }) => {
    return async () => {
      for (const { chain, providers } of sides) {
        providers[0].behave(liesAbout(await readFreeze(chain.rpcUrl)));
      }
      return nothingToStop;
    };
  },
  leadMs: 2000,
};
