import { liesAbout } from '../../../rpc/provider.ts';
import type { Attack } from '../attack.ts';
import { nothingToStop } from '../attack.ts';
import { LIES } from '../providers/lies.ts';

/** One of the three providers of each chain lies about one thing. It is the first, which a service would believe most. */
export const lyingProviders: readonly Attack[] = Object.entries(LIES).map(([name, { title, falsify }]) => ({
  name: `lie-${name}`,
  title: `Lying provider: ${title}`,
  prepare: async ({ sides }) => {
    return async () => {
      for (const { providers } of sides) providers[0].behave(liesAbout(falsify));
      return nothingToStop;
    };
  },
  leadMs: 1000,
}));
