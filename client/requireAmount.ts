/** A program in plain JavaScript that forgets its bound would accept any amount. @throws TypeError */
export function requireAmount(amount: bigint): void {
  if (typeof amount !== 'bigint') throw new TypeError(`leastReceive is not a bigint: ${amount}`);
}
