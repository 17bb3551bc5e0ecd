import { isSameAddress } from '#shared/address.ts';
import type { Route } from '../registry.ts';
import type { DepositEvidence } from './evidence.ts';

/** The median of a deposit's route, in seconds; null if the service does not state it. */
export function usualSecondsOf(routes: readonly Route[], { chain, deposit }: DepositEvidence): number | null {
  const route = routes.find(
    ({ origin, destination, originToken }) =>
      origin.id === chain.id &&
      BigInt(destination.id) === deposit.destination &&
      isSameAddress(originToken.address, deposit.token),
  );
  return route?.pair.usualSeconds ?? null;
}
