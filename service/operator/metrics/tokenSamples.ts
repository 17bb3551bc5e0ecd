import type { Address } from 'viem';
import { formatUnits } from 'viem';
import type { Catalog, Chain } from '../../domain/catalog.ts';
import type { Sample } from './databaseMetric.ts';

/** Rounds an amount to a float for display. No calculation may use it. */
export function toDisplayNumber(amount: bigint, decimals: number): number {
  return Number(formatUnits(amount, decimals));
}

/** One sample in whole tokens for each token on each of its chains, except where `read` returns null. */
export function perToken({ chains, tokens }: Catalog, read: (chain: Chain, token: Address) => bigint | null) {
  return chains.flatMap((chain) =>
    tokens.flatMap(({ name: token, deployments }): readonly Sample[] => {
      const deployment = deployments.get(chain.name);
      const amount = deployment ? read(chain, deployment.address) : null;
      if (!deployment || amount === null) return [];
      return [{ labels: { chain: chain.name, token }, value: toDisplayNumber(amount, deployment.decimals) }];
    }),
  );
}
