import type { Deposit } from '../domain/deposit.ts';
import type { PayoutBounds } from '../domain/paymentBounds.ts';
import type { Policy } from './policy.ts';
import { internalAddresses } from './policy.ts';

/**
 * What bounds the payout of a deposit, by the policy alone.
 * @returns the reason when the policy has no route for the deposit
 */
export function payoutBounds(
  { chains, routes, hotWallet }: Policy,
  deposit: Pick<Deposit, 'chainId' | 'token' | 'destination'>,
): PayoutBounds | string {
  const origin = chains.find(({ id }) => id === deposit.chainId);
  const destination = chains.find(({ id }) => BigInt(id) === deposit.destination);
  const originToken = origin?.tokens.find(({ address }) => address === deposit.token);
  const token = destination?.tokens.find(({ name }) => name === originToken?.name);
  const route = routes.find(
    ({ from, to, token: name }) => from === origin?.name && to === destination?.name && name === token?.name,
  );
  if (!destination || !originToken || !token || !route) {
    return `the policy has no route for token ${deposit.token} from chain ${deposit.chainId} to chain ${deposit.destination}`;
  }
  return {
    ...{ destinationId: destination.id, token, originDecimals: originToken.decimals, minFee: route.minFee },
    internal: internalAddresses(destination, hotWallet),
  };
}
