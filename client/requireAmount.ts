/**
 * A plain JavaScript program that forgets its limit would accept any amount.
 * @throws TypeError
 */
export function requireAmount(amount: bigint): void {
  if (typeof amount !== 'bigint') throw new TypeError(`leastReceive is not a bigint: ${amount}`);
}
