import type { Address } from 'viem';

const HEAD_LENGTH = 2 + 4;
const TAIL_LENGTH = 4;

/**
 * Finds a known address with the same first and last digits. In address poisoning, attackers generate such an address
 * within minutes and send dust from it, hoping that people copy it from their history.
 */
export function findLookAlike(address: Address, known: readonly Address[]): Address | null {
  const ends = (text: string) => `${text.slice(0, HEAD_LENGTH)}${text.slice(-TAIL_LENGTH)}`.toLowerCase();
  const found = known.find((other) => other.toLowerCase() !== address.toLowerCase() && ends(other) === ends(address));
  return found ?? null;
}
