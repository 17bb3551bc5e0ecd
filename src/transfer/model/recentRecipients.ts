import type { Address } from 'viem';
import { isSameAddress } from '#shared/address.ts';
import { parseHash } from '#shared/hash.ts';
import type { Transfer } from './transfer.ts';
import { depositHash } from './transfer.ts';

/** An imported transfer has its deposit's id. A file from a stranger can name any deposit. */
function isImported({ terms }: Transfer): boolean {
  return parseHash(terms.id) !== null;
}

/** The accounts and recipients of the transfers that this browser signed. */
export function usedAddresses(transfers: readonly Transfer[]): readonly Address[] {
  const signed = transfers.filter((transfer) => !isImported(transfer));
  return signed.flatMap(({ terms }) => [terms.account, terms.recipient]);
}

/**
 * The other accounts that this browser has sent to, newest first. Only transfers that it signed count, because anyone
 * can put an address into a file, or into an account's history on a chain.
 * @param transfers oldest first
 */
export function recentRecipients(transfers: readonly Transfer[], count: number): readonly Address[] {
  const signed = transfers.filter((transfer) => !isImported(transfer));
  const own = signed.map(({ terms }) => terms.account);
  const recents: Address[] = [];
  for (const transfer of signed.reverse()) {
    const { recipient } = transfer.terms;
    const isKnown = [...own, ...recents].some((address) => isSameAddress(address, recipient));
    if (depositHash(transfer) !== null && !isKnown) recents.push(recipient);
    if (recents.length === count) break;
  }
  return recents;
}
