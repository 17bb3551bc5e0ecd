import type { Address } from 'viem';
import { isSameAddress } from '#shared/address.ts';
import type { Transfer } from './transfer.ts';
import { depositHash } from './transfer.ts';

/**
 * The other accounts that this browser has sent to, newest first. Only its own transfers count: anyone can put an address
 * into the history of an account on a chain.
 * @param transfers oldest first
 */
export function recentRecipients(transfers: readonly Transfer[], count: number): readonly Address[] {
  const own = transfers.map(({ terms }) => terms.account);
  const recents: Address[] = [];
  for (const transfer of [...transfers].reverse()) {
    const { recipient } = transfer.terms;
    const isKnown = [...own, ...recents].some((address) => isSameAddress(address, recipient));
    if (depositHash(transfer) !== null && !isKnown) recents.push(recipient);
    if (recents.length === count) break;
  }
  return recents;
}
