/** How far a chain has been read. */
export type ChainReading = {
  readonly chainId: number;
  readonly chainName: string;
  readonly status: 'reading' | 'paused' | 'complete' | 'stopped';
  /** The oldest block that has been read, and its time if a node says it. */
  readonly readTo: bigint | null;
  readonly readToMs: number | null;
  /** Why the reading stopped, in the words of the endpoint. */
  readonly problem: string | null;
};
