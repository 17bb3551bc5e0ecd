/** A transaction in a block this deep counts as final: no reorg removes it any more. Its own block counts as the first. */
export const FINAL_DEPTH_BLOCKS = 5;

/** Whether a transaction with these confirmations is final. Null (no endpoint says): it is not. */
export function isFinal(confirmations: number | null): boolean {
  return confirmations !== null && confirmations >= FINAL_DEPTH_BLOCKS;
}
