import { isSameAddress } from '#shared/address.ts';
import type { Transfer, TransferTerms } from './transfer.ts';
import { depositHash, isOpen } from './transfer.ts';

/** What two transfers have to share to be the same to the person who makes them. */
export type Wanted = Pick<
  TransferTerms,
  'account' | 'recipient' | 'tokenName' | 'typed' | 'send' | 'origin' | 'destination'
>;

function isTwin(a: Wanted, b: Wanted): boolean {
  // The network fee moves what is sent from one quote to the next: what was typed is what counts, where it is known.
  const isSameAmount = a.typed === null || b.typed === null ? a.send === b.send : a.typed === b.typed;
  return (
    isSameAmount &&
    isSameAddress(a.account, b.account) &&
    isSameAddress(a.recipient, b.recipient) &&
    a.origin.chainId === b.origin.chainId &&
    a.destination.chainId === b.destination.chainId &&
    a.tokenName === b.tokenName
  );
}

/** A wallet was opened for it and the chain has not told yet what came of that: it may still land. */
function isUnresolved(transfer: Transfer): boolean {
  return transfer.status === 'signing';
}

export type Twins = {
  /** Of which a signature may still land. */
  readonly unresolved: readonly Transfer[];
  /** On their way. */
  readonly sent: readonly Transfer[];
};

/** The open transfers that are the same as one that is wanted, whatever tab they were begun in. */
export function findTwins(wanted: Wanted, transfers: readonly Transfer[]): Twins {
  const same = transfers.filter((transfer) => isOpen(transfer) && isTwin(transfer.terms, wanted));
  return {
    unresolved: same.filter(isUnresolved),
    sent: same.filter((transfer) => depositHash(transfer) !== null),
  };
}
