import type { Address } from 'viem';

const HEAD = 2 + 4;
const TAIL = 4;

/**
 * Finds a known address with the same first and last characters. Attackers generate such addresses within minutes and
 * send dust from them, hoping that people copy them from their history.
 */
export function findLookAlike(address: Address, known: readonly Address[]): Address | null {
  const ends = (text: string) => `${text.slice(0, HEAD)}${text.slice(-TAIL)}`.toLowerCase();
  const found = known.find((other) => other.toLowerCase() !== address.toLowerCase() && ends(other) === ends(address));
  return found ?? null;
}
