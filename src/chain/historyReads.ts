import type { Address } from 'viem';
import { BaseError, HttpRequestError } from 'viem';
import { getBlock, getBlockNumber, getLogs } from 'viem/actions';
import { depositEvent } from '#shared/abi/depositAbi.ts';
import { isSameAddress } from '#shared/address.ts';
import type { ChainConfig } from '../config/runtimeConfig.ts';
import type { FoundDeposit } from '../domain/history/foundDeposit.ts';
import { momentOf } from '../domain/history/foundDeposit.ts';
import type { ClientOf } from './chainClients.ts';
import { shortReason } from './chainErrors.ts';

const FIRST_SPAN = 10_000n;
const LARGEST_SPAN = 1_000_000n;
/** Endpoints that allow less than this cannot read a history. */
const SMALLEST_SPAN = 10n;
/** Log requests of one run. A person starts the next run, because an endpoint counts requests. */
const MAX_REQUESTS = 24;

/** Where the next run goes on: every block above `next` has been read. */
export type HistoryCursor = {
  readonly next: bigint;
  readonly span: bigint;
  /** The smallest range that the endpoint refused; null while it has refused none. */
  readonly refused: bigint | null;
};

type HistoryRun = {
  /** Null once every block has been read. */
  readonly cursor: HistoryCursor | null;
  /** Why the run stopped early, in the words of the endpoint; null if it did not. */
  readonly problem: string | null;
};

type Search = { readonly chain: ChainConfig; readonly account: Address };

/** No answer at all. A smaller range would not help. */
function isUnreachable(error: unknown): boolean {
  const lost = (e: unknown) => e instanceof HttpRequestError && e.status === undefined;
  return error instanceof BaseError && error.walk(lost) !== null;
}

function afterSuccess({ span, refused }: HistoryCursor, from: bigint): HistoryCursor {
  const doubled = span * 2n > LARGEST_SPAN ? LARGEST_SPAN : span * 2n;
  return { next: from - 1n, span: refused !== null && doubled >= refused ? span : doubled, refused };
}

/** Asks for half of the range next; null if that does not help. */
function afterRefusal({ next }: HistoryCursor, from: bigint, error: unknown): HistoryCursor | null {
  const size = next - from + 1n;
  return isUnreachable(error) || size <= SMALLEST_SPAN ? null : { next, span: size / 2n, refused: size };
}

/** Reads the deposits of an account from the logs of the chains, newest first, without a wallet or an indexer. */
export function createHistoryReads(clientOf: ClientOf) {
  async function readRange({ chain, account }: Search, from: bigint, to: bigint): Promise<readonly FoundDeposit[]> {
    const logs = await getLogs(clientOf(chain.id), {
      address: chain.depositContract,
      event: depositEvent,
      args: { user: account },
      fromBlock: from,
      toBlock: to,
      strict: true,
    });
    const asked = logs.filter(
      ({ address, args, blockNumber }) =>
        // An endpoint can ignore a filter.
        isSameAddress(address, chain.depositContract) &&
        isSameAddress(args.user, account) &&
        blockNumber >= from &&
        blockNumber <= to,
    );
    return asked
      .map(({ args, transactionHash, blockNumber, logIndex }): FoundDeposit => {
        const { user, token, maker, target, amount, destination, timestamp } = args;
        const where = { chainId: chain.id, chainName: chain.name, transactionHash, blockNumber, logIndex };
        return { ...where, user, token, maker, target, amount, destination, depositedAt: momentOf(timestamp) };
      })
      .sort((a, b) => Number(b.blockNumber - a.blockNumber) || b.logIndex - a.logIndex);
  }

  return {
    /** The cursor of a new reading, at the newest block. */
    startCursor: async (chainId: number): Promise<HistoryCursor> => ({
      next: await getBlockNumber(clientOf(chainId), { cacheTime: 0 }),
      span: FIRST_SPAN,
      refused: null,
    }),

    /**
     * Reads downwards from the cursor. Halves a range that the endpoint refuses. Never throws: a run
     * that stops early says why, and its cursor goes on there.
     * @param onPart receives each part as soon as it is read
     */
    readBack: async (
      search: Search,
      start: HistoryCursor,
      onPart: (part: readonly FoundDeposit[], readTo: bigint) => void,
    ): Promise<HistoryRun> => {
      let cursor = start;
      for (let requests = 0; requests < MAX_REQUESTS && cursor.next >= 0n; requests++) {
        const { next, span } = cursor;
        const from = next >= span ? next - span + 1n : 0n;
        try {
          const part = await readRange(search, from, next);
          cursor = afterSuccess(cursor, from);
          onPart(part, from);
        } catch (error) {
          const smaller = afterRefusal(cursor, from, error);
          // A new run starts with a large range again: the endpoint may have been busy.
          if (!smaller) return { cursor: { next, span: FIRST_SPAN, refused: null }, problem: shortReason(error) };
          cursor = smaller;
        }
      }
      return { cursor: cursor.next < 0n ? null : cursor, problem: null };
    },

    /** When a block was made, in milliseconds; null if no node says. */
    momentOfBlock: async (chainId: number, blockNumber: bigint): Promise<number | null> => {
      try {
        return momentOf((await getBlock(clientOf(chainId), { blockNumber })).timestamp);
      } catch {
        return null;
      }
    },
  };
}

export type HistoryReads = ReturnType<typeof createHistoryReads>;
