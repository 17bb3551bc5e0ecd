import type { Hash } from 'viem';
import type { ChainClient, Header } from '../chain/chainClient.ts';
import { readHeader } from '../chain/chainClient.ts';
import type { Anchor, Cursor } from '../chain/chains.ts';
import { dropAnchors, readAnchors, storeRewrite } from '../chain/chains.ts';
import { mayHaveDeposit } from '../chain/depositLogs.ts';
import type { BlockRange } from '../chain/model/blockRange.ts';
import { nextRange } from '../chain/model/blockRange.ts';
import type { EngineContext } from '../engineContext.ts';
import type { Deposit } from './model/deposit.ts';

/** Thrown when a chain has lost a block beyond the reorg window. Its deposits and payments may be gone. */
class ChainRewritten extends Error {
  readonly code = 'CHAIN_REWRITTEN';
}

async function stopChain(
  { database, logger }: EngineContext,
  { chain }: ChainClient,
  { version, anchor, found }: { readonly version: bigint; readonly anchor: Anchor; readonly found: string },
): Promise<never> {
  const reason = `block ${anchor.number} of ${chain.name} was ${anchor.hash} and is ${found} now, deeper than reorgWindow (${chain.reorgWindow} blocks); the service has stopped reading, accepting and paying for ${chain.name} until an operator runs "causeway unhalt --from"`;
  if (await storeRewrite(database, { chainId: chain.id, version, reason })) {
    logger.fatal({ chain: chain.name, block: Number(anchor.number) }, reason);
  }
  throw new ChainRewritten(reason);
}

/** How many anchors, from the oldest, the chain still has. After the first replaced block, all are replaced. */
async function countKept(client: ChainClient, anchors: readonly Anchor[]): Promise<number> {
  let [low, high] = [0, anchors.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const anchor = anchors[middle];
    if (!anchor) break;
    const { hash } = await readHeader(client, { blockNumber: anchor.number });
    if (hash === anchor.hash) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Compares the newest block beyond the reorg window with the chain. After a reorg it also removes the newer anchors
 * that were replaced.
 * @throws ChainRewritten after it has stopped the chain
 */
export async function compareAnchors(
  context: EngineContext,
  client: ChainClient,
  { cursor, isReorg }: { readonly cursor: Cursor; readonly isReorg: boolean },
): Promise<void> {
  const { id: chainId, reorgWindow } = client.chain;
  const { scannedTo, version } = cursor;
  if (scannedTo === null) return;
  const anchors = await readAnchors(context.database, chainId);
  const deepest = scannedTo - BigInt(reorgWindow);
  const anchor = anchors.findLast(({ number }) => number <= deepest);
  if (anchor) {
    const { hash } = await readHeader(client, { blockNumber: anchor.number });
    if (hash !== anchor.hash) await stopChain(context, client, { version, anchor, found: hash });
  }
  if (!isReorg) return;
  const kept = anchors[(await countKept(client, anchors)) - 1];
  await dropAnchors(context.database, { chainId, after: kept?.number ?? -1n });
}

// However long the range, two calls read its logs.
const MAX_BLOCKS = 8;
// A chain with a long poll interval must not wait for hours.
const MAX_WAIT_POLLS = 60;
const MAX_WAIT_MS = 60_000;

/**
 * Blocks after the cursor whose bloom filters admit no deposit. The watcher reads their logs later, together. The
 * filter is only a hint, so their logs are always read, and one wrong filter ends the waiting permanently: some nodes
 * report empty ones.
 */
export type QuietBlocks = {
  /** Whether the newest block's logs can wait. Its header must lead to the cursor without a gap. */
  canWait(cursor: Cursor, head: Header): boolean;
  /** These blocks were read, with these deposits. */
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

export type NextRange = {
  readonly range: BlockRange;
  /** The last block that was read before and is still in the chain; null after a reorg. */
  readonly reread: bigint | null;
};

/** Chooses the blocks to read in one turn: the new ones, and the last ones again. */
export async function chooseRange(
  context: EngineContext,
  client: ChainClient,
  { cursor, head }: { readonly cursor: Cursor; readonly head: Header },
): Promise<NextRange | null> {
  const { chain } = client;
  const { scannedTo, scannedToHash } = cursor;
  let overlap = chain.reorgWindow;
  let isReorg = false;
  const isNext = scannedTo !== null && head.number === scannedTo + 1n && head.parentHash === scannedToHash;
  if (scannedTo !== null && head.number >= scannedTo && !isNext) {
    const end = await readHeader(client, { blockNumber: scannedTo });
    if (end.hash !== scannedToHash) {
      isReorg = true;
      context.logger.info({ chain: chain.name, block: Number(scannedTo) }, 'reorg detected');
      await compareAnchors(context, client, { cursor, isReorg });
      overlap = Math.min(chain.reorgWindow * 2, chain.blockRange - 1);
      // Another chain looks like a reorg.
      for (const { record } of client.providers) record.doubtChain();
    }
  }
  const { startBlock, blockRange: maxBlocks } = chain;
  const range = nextRange({ startBlock, scannedTo, head: head.number, overlap, maxBlocks });
  return range && { range, reread: isReorg ? null : scannedTo };
}

/**
 * Puts a range's new blocks first. After a reorg, the cursor must not pass a replaced block that was not read, so the
 * range stays in order.
 */
export function newBlocksFirst(range: BlockRange, reread: NextRange['reread']): readonly BlockRange[] {
  const { from, to } = range;
  if (reread === null || reread < from || reread >= to) return [range];
  return [
    { from: reread + 1n, to },
    { from, to: reread },
  ];
}
