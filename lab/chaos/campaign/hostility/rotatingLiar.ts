import type { Falsify } from '../../../rpc/provider.ts';
import { readFreeze } from '../../attacks/providers/freeze.ts';
import { LIES } from '../../attacks/providers/lies.ts';
import type { FaultyProxy } from '../faultyProxy.ts';
import type { Random } from '../random.ts';

/** The providers of one chain, and the chain's own address. */
export type ProviderGroup = { readonly rpcUrl: string; readonly proxies: readonly [FaultyProxy, ...FaultyProxy[]] };

export type RotatingLiar = {
  /** Another provider of each chain lies from now on, about something else. */
  rotate(): Promise<void>;
  /** Every provider tells the truth again. */
  rest(): void;
  /** How often a provider began to lie, by lie. */
  readonly counts: Readonly<Record<string, number>>;
};

const FROZEN = 'frozen';
const NAMES = [FROZEN, ...Object.keys(LIES)] as [string, ...string[]];

/** At any time one provider of each chain lies. */
export function createRotatingLiar(groups: readonly ProviderGroup[], random: Random): RotatingLiar {
  const counts: Record<string, number> = {};
  const choose = async (rpcUrl: string): Promise<Falsify> => {
    const name = random.pick(NAMES);
    counts[name] = (counts[name] ?? 0) + 1;
    return LIES[name]?.falsify ?? readFreeze(rpcUrl);
  };
  const rest = () => {
    for (const { proxies } of groups) for (const proxy of proxies) proxy.lie(null);
  };
  return {
    counts,
    rest,
    rotate: async () => {
      rest();
      for (const { rpcUrl, proxies } of groups) random.pick(proxies).lie(await choose(rpcUrl));
    },
  };
}
