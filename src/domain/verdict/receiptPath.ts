/** The page that shows a transfer on any device, by the hash and the chain of its deposit. */
export function receiptPath(hash: string, originId: number | null): string {
  return originId === null ? `/receipts/${hash}` : `/receipts/${hash}?origin=${originId}`;
}
