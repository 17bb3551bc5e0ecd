import type { Address } from 'viem';
import type { Catalog, Chain } from './catalog.ts';
import type { TokenAmount } from './liquidity.ts';
import { mostReceived, sumOf } from './liquidity.ts';

/** Unfinished transfers of one token from one chain to another. A refund of one can take `amount`. */
export type OpenTransfers = TokenAmount & {
  readonly originChainId: number;
  readonly destinationId: bigint;
  /** What their payouts take, where it is decided; else null. */
  readonly payout: TokenAmount | null;
};

/** What a transfer without a decision can become on a chain. An operator can still decide on one that acceptance holds. */
function possiblePayment(catalog: Catalog, chain: Chain, open: OpenTransfers): readonly TokenAmount[] {
  const { token, amount, originChainId, destinationId } = open;
  if (originChainId === chain.id) return [{ token, amount }];
  const route = catalog.routes.find(
    ({ origin, originToken, destination }) =>
      origin.id === originChainId &&
      originToken.address === token &&
      destination.id === chain.id &&
      BigInt(destination.id) === destinationId,
  );
  return route ? [{ token: route.destinationToken.address, amount: mostReceived(route, amount) }] : [];
}

/**
 * What unfinished transfers can take from the vault of a chain. One counts on both of its chains, because a payout that fails
 * becomes a refund, and a held transfer becomes either.
 */
export function openClaims(catalog: Catalog, chain: Chain, open: readonly OpenTransfers[]): readonly TokenAmount[] {
  return open.flatMap((one) => {
    const isPayout = one.originChainId !== chain.id && one.destinationId === BigInt(chain.id);
    return isPayout && one.payout ? [one.payout] : possiblePayment(catalog, chain, one);
  });
}

/** What they can take of one token. */
export function claimOn(
  catalog: Catalog,
  { chain, token }: { readonly chain: Chain; readonly token: Address },
  open: readonly OpenTransfers[],
): bigint {
  return sumOf(openClaims(catalog, chain, open), token);
}
