import type { Address } from 'viem';
import { convertRoundingDown } from '#shared/amount.ts';
import type { Chain, Route } from './catalog.ts';

/** The payout of the largest transfer that the routes to a chain allow of a token, in base units there; 0 without a route. */
export function largestPayout(routes: readonly Route[], chain: Chain, token: Address): bigint {
  return routes
    .filter(({ destination, destinationToken }) => destination.id === chain.id && destinationToken.address === token)
    .map(({ max, originToken, destinationToken }) =>
      convertRoundingDown({ amount: max, decimals: originToken.decimals }, destinationToken.decimals),
    )
    .reduce((most, amount) => (amount > most ? amount : most), 0n);
}
