import type { Hash } from 'viem';
import type { ChainClient } from '../../chain/chainClient.ts';
import { mayHaveDeposit } from '../../chain/depositLogs.ts';
import type { Header } from '../../chain/header.ts';
import type { Cursor } from '../../db/chains.ts';
import type { Deposit } from '../../domain/deposit.ts';

// Two calls read the logs of a range of blocks, however long it is.
const MAX_BLOCKS = 8;
// A chain with a long poll interval must not wait for hours.
const MAX_WAIT_POLLS = 60;
const MAX_WAIT_MS = 60_000;

/**
 * The blocks after the cursor whose bloom filters admit no deposit. The watcher reads their logs later, together. The filter is
 * only a hint, so their logs are always read, and one wrong filter ends the waiting for good: some nodes report empty ones.
 */
export type QuietBlocks = {
  /** Whether the logs of the newest block can wait. Its header must lead to the cursor without a gap. */
  canWait(cursor: Cursor, head: Header): boolean;
  /** The blocks have been read with these deposits. */
  noteRead(found: readonly Deposit[]): void;
};

type Block = Pick<Header, 'number' | 'hash'>;

/** @param now monotonic milliseconds */
export function createQuietBlocks(client: ChainClient, now: () => number): QuietBlocks {
  const maxWaitMs = Math.min(client.chain.pollIntervalMs * MAX_WAIT_POLLS, MAX_WAIT_MS);
  const excluded = new Set<Hash>();
  let isTrusted = true;
  let cursorHash: Hash | null = null;
  let last: Block | null = null;
  let since = 0;

  const startAt = ({ scannedTo, scannedToHash }: Cursor) => {
    cursorHash = scannedToHash;
    last = scannedTo === null || scannedToHash === null ? null : { number: scannedTo, hash: scannedToHash };
    since = now();
    excluded.clear();
  };
  return {
    canWait: (cursor, head) => {
      if (!isTrusted) return false;
      if (cursor.scannedToHash !== cursorHash) startAt(cursor);
      if (now() - since >= maxWaitMs) return false;
      if (head.hash === last?.hash) return true;
      const isNext = last !== null && head.number === last.number + 1n && head.parentHash === last.hash;
      const isFull = excluded.size + 1 >= MAX_BLOCKS;
      if (!isNext || isFull || head.logsBloom === null || mayHaveDeposit(client, head)) return false;
      last = head;
      excluded.add(head.hash);
      return true;
    },
    noteRead: (found) => {
      if (found.some(({ blockHash }) => excluded.has(blockHash))) isTrusted = false;
    },
  };
}
