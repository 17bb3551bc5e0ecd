import type { Address } from 'viem';

const HEAD = 2 + 4;
const TAIL = 4;

/**
 * The known address that this one could be taken for: the same at both ends, where people look, and another in the
 * middle. Made to order such addresses cost minutes, and are sent to people so that they copy them later.
 */
export function findLookAlike(address: Address, known: readonly Address[]): Address | null {
  const ends = (text: string) => `${text.slice(0, HEAD)}${text.slice(-TAIL)}`.toLowerCase();
  const found = known.find((other) => other.toLowerCase() !== address.toLowerCase() && ends(other) === ends(address));
  return found ?? null;
}
