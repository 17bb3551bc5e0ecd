import type { Hash } from 'viem';
import { getBlockNumber, getLogs } from 'viem/actions';
import { depositEvent } from '#shared/abi/depositAbi.ts';
import type { ClientOf } from '../../chain/chainClients.ts';
import { isDepositOf } from '../model/depositMatch.ts';
import type { TransferTerms } from '../model/transferTerms.ts';

// Many RPC endpoints refuse larger ranges.
const LOG_RANGE_BLOCKS = 2_000n;
/** Requests per search. The next search continues where it stopped. */
const MAX_RANGES = 50;
/**
 * After a reorganization, or from a node that lags behind, a deposit may appear in a block that was searched before.
 */
const BLOCKS_SEARCHED_AGAIN = 2_000n;
/**
 * After this many searches up to the newest block, the next one starts over at the first block, because a node may lack
 * logs for a while.
 */
const ENDS_BEFORE_ANEW = 10;
/** The nodes of a chain are never this many blocks apart. */
const FAR_APART = 2_000n;

/** The result of a search for a deposit. Only `none` says that no block up to `to` has it. */
export type DepositSearch =
  | { readonly kind: 'found'; readonly hash: Hash }
  | { readonly kind: 'none' | 'incomplete'; readonly to: bigint };

export type SearchRequest = {
  readonly fromBlock: bigint;
  /** Whether a deposit, mined in this block, belongs to another transfer. */
  readonly isClaimed: (hash: Hash, block: bigint) => boolean;
  /** Whether a verdict or a new signature depends on the result. Earlier searches without a result then don't count. */
  readonly isWhole?: boolean;
};

/**
 * The blocks up to which one search, and then a second one, found no deposit. `ends`: how many reached the newest
 * block.
 */
type Searched = { readonly once: bigint; readonly twice: bigint; readonly ends: number };

type SearchEnd = { readonly start: bigint; readonly to: bigint; readonly isComplete: boolean };

const lower = (a: bigint, b: bigint) => (a < b ? a : b);
const higher = (a: bigint, b: bigint) => (a > b ? a : b);

/** Searches the origin chain's logs for one deposit. Throws viem's errors when no node answers. */
export function createDepositSearch(clientOf: ClientOf) {
  const headOf = ({ origin }: TransferTerms): Promise<bigint> =>
    getBlockNumber(clientOf(origin.chainId), { cacheTime: 0 });

  async function findInRange(terms: TransferTerms, range: { fromBlock: bigint; toBlock: bigint }) {
    const logs = await getLogs(clientOf(terms.origin.chainId), {
      address: terms.deposit.to,
      event: depositEvent,
      args: { user: terms.account },
      ...range,
      strict: true,
    });
    return logs.filter((log) => isDepositOf(log.args, terms));
  }

  /** By transfer: deep blocks without a deposit. A Safe's owners may take days to sign. */
  const searchedTo = new Map<string, Searched>();
  /** By transfer: where to continue a whole search that had too many blocks for one run. */
  const wholeTo = new Map<string, bigint>();

  /** One empty answer proves nothing, so a block is searched twice before it is skipped. */
  function remember({ id }: TransferTerms, { start, to, isComplete }: SearchEnd): void {
    const settled = to - BLOCKS_SEARCHED_AGAIN;
    const { once, twice, ends } = searchedTo.get(id) ?? { once: start, twice: start, ends: 0 };
    const known = { once: higher(once, settled), twice: higher(twice, lower(once, settled)) };
    if (isComplete && ends + 1 >= ENDS_BEFORE_ANEW) searchedTo.delete(id);
    else searchedTo.set(id, { ...known, ends: isComplete ? ends + 1 : ends });
  }

  function rememberWhole({ id }: TransferTerms, { start, to, isComplete }: SearchEnd): void {
    const settled = to - BLOCKS_SEARCHED_AGAIN;
    if (isComplete) wholeTo.delete(id);
    else if (settled > start) wholeTo.set(id, settled);
  }

  function startOf({ id }: TransferTerms, { fromBlock, isWhole }: SearchRequest, head: bigint): bigint {
    const known = (isWhole ? wholeTo.get(id) : searchedTo.get(id)?.twice) ?? fromBlock;
    const furthest = isWhole ? known : (searchedTo.get(id)?.once ?? known);
    if (furthest <= head) return known;
    // An earlier search got a wrong head.
    (isWhole ? wholeTo : searchedTo).delete(id);
    return fromBlock;
  }

  return {
    /**
     * The newest block, for the attempt: a search starts there, and an earlier deposit never counts.
     * @throws if two answers are far apart, because one of them is wrong
     */
    agreedHead: async (terms: TransferTerms): Promise<bigint> => {
      const [first, second] = [await headOf(terms), await headOf(terms)];
      const head = lower(first, second);
      if (first + second - 2n * head > FAR_APART) throw new Error(`the newest block is ${first}, and then ${second}`);
      return head;
    },

    /** Whether the chain has roughly reached this block. If not, the head that it came from was wrong. */
    hasReached: async (terms: TransferTerms, block: bigint): Promise<boolean> => {
      const heads = [await headOf(terms), await headOf(terms)];
      return heads.some((head) => head + FAR_APART >= block);
    },

    /**
     * Searches the blocks since `fromBlock` for the first deposit that matches the terms exactly. Reads the head again
     * after each range, and uses the lowest, so that one wrong head neither starts thousands of requests nor counts as
     * searched blocks.
     */
    findDeposit: async (terms: TransferTerms, request: SearchRequest): Promise<DepositSearch> => {
      const { fromBlock, isClaimed, isWhole = false } = request;
      let head = await headOf(terms);
      const start = startOf(terms, request, head);
      let from = start;
      for (let ranges = 0; from <= head && ranges < MAX_RANGES; ranges++) {
        const toBlock = lower(from + LOG_RANGE_BLOCKS - 1n, head);
        const deposits = await findInRange(terms, { fromBlock: from, toBlock });
        const found = deposits.find((one) => !isClaimed(one.transactionHash, one.blockNumber));
        if (found) return { kind: 'found', hash: found.transactionHash };
        from = toBlock + 1n;
        head = lower(head, await headOf(terms));
      }
      const to = lower(from - 1n, head);
      // A head before the first block comes from a node that lags behind.
      const isComplete = to >= head && to >= fromBlock;
      (isWhole ? rememberWhole : remember)(terms, { start, to, isComplete });
      return { kind: isComplete ? 'none' : 'incomplete', to };
    },
  };
}
