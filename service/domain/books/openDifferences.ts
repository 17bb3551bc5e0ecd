/** A difference that a comparison of the books found, in base units. */
type Difference = { readonly difference: bigint };

/**
 * Whether differences that no operator has explained leave open whose the money is. A later one can offset an earlier one: a payment
 * that two comparisons book on different days. Faults that cancel each other within one comparison have no such reason.
 */
export function leaveOpen(differences: readonly Difference[]): boolean {
  const sum = differences.reduce((total, { difference }) => total + difference, 0n);
  return sum !== 0n || differences.some(({ difference }) => difference === 0n);
}
