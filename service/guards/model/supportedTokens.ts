import type { Address } from 'viem';
import type { Catalog } from '../../boot/model/catalog.ts';

/** A configured token on a chain, as the rules for orders need it. */
export type SupportedToken = {
  readonly chainId: number;
  readonly token: Address;
  readonly name: string;
  readonly decimals: number;
  /** The largest amount that one operator may move alone, in base units; null without the two-operator rule. */
  readonly oneOperatorMax: bigint | null;
};

/** The configured tokens of every chain. The limits follow the current prices, rounded down. */
export function supportedTokens({ approval, chains, tokens }: Catalog): readonly SupportedToken[] {
  return chains.flatMap(({ id: chainId, name: chainName }) =>
    tokens.flatMap(({ name, price, deployments }): readonly SupportedToken[] => {
      const deployment = deployments.get(chainName);
      if (!deployment) return [];
      const { address: token, decimals } = deployment;
      const oneOperatorMax = approval && (approval.above * 10n ** BigInt(decimals)) / price;
      return [{ chainId, token, name, decimals, oneOperatorMax }];
    }),
  );
}
