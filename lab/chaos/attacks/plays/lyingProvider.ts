import { LIES } from '../../../endpoints/faults.ts';
import type { Attack } from '../attack.ts';
import { nothingToStop } from '../attack.ts';

/** One of the three providers of each chain lies about one thing. It is the first, which a service would believe most. */
export const lyingProviders: readonly Attack[] = Object.entries(LIES).map(([name, { title, begin }]) => ({
  name: `lie-${name}`,
  title: `Lying provider: ${title}`,
  prepare: async ({ sides }) => {
    return async () => {
      for (const { chain, endpoints } of sides) endpoints[0].answer(await begin(chain.rpcUrl));
      return nothingToStop;
    };
  },
  leadMs: 2000,
}));
