import type { BuildRequest } from '../shared/wire/build.ts';
import { MalformedAnswer } from '../shared/wire/envelope.ts';
import type { PairInfo, PairsRequest } from '../shared/wire/pairs.ts';
import { encodePairsRequest, pairListWire, pairsPath, readPairInfo } from '../shared/wire/pairs.ts';
import type { ReceiptRequest } from '../shared/wire/receipt.ts';
import { createAsk } from './ask.ts';
import type { BuildAnswer } from './readBuild.ts';
import type { HashedReceipt, ReceiptsOptions } from './readReceipt.ts';
import type { Receipt } from './receipt.ts';
import { AnswerTooLarge, NotServed, ServiceUnreachable } from './serviceErrors.ts';

/** Forty thousand pairs with prices. */
const MAX_PAIRS_BYTES = 32_000_000;

type Defaulted = 'channel' | 'includesGasFee' | 'gasDropText';

/** A request of `get_build_tx`, without what has a default. */
export type BuildOrder = Omit<BuildRequest, Defaulted> & Partial<Pick<BuildRequest, Defaulted>>;

/** The code for builds and receipts. A page loads it on first use. */
type Code = {
  readonly loadBuilds: () => Promise<typeof import('./readBuild.ts')>;
  readonly loadReceipts: () => Promise<typeof import('./readReceipt.ts')>;
};

export type ClientOptions = {
  readonly fetchFn?: typeof fetch;
  /** Called after each pair of a list. A page can yield here to stay responsive; undefined continues at once. */
  readonly yieldWhenDue?: () => Promise<void> | undefined;
};

/** If the code can't be fetched, the service can't be asked either. */
function loadCode<T>(loading: Promise<T>): Promise<T> {
  return loading.catch((cause: unknown) => {
    throw new ServiceUnreachable('the code of the request did not load', { cause });
  });
}

/**
 * A service without the path answers 404, something that a page at another origin can't read, or something other than
 * pairs.
 */
function isNotServed(error: unknown): boolean {
  if (error instanceof MalformedAnswer) return !(error instanceof AnswerTooLarge);
  if (error instanceof NotServed) return true;
  return (
    error instanceof ServiceUnreachable && (error.cause instanceof TypeError || error.cause instanceof SyntaxError)
  );
}

/** A service's operations, as in `createClient`. */
export function createOperations(
  baseUrl: string,
  { fetchFn = fetch, yieldWhenDue = () => undefined, loadBuilds, loadReceipts }: ClientOptions & Code,
) {
  // A browser's fetch refuses to run as a method of another object.
  const ask = createAsk(baseUrl, (input, init) => fetchFn(input, init));

  /** A service that follows only the specification answers only POST. It is asked with GET once. */
  let hasPairsByGet: boolean | null = null;

  async function askPairs(request: PairsRequest, signal?: AbortSignal) {
    const common = { data: pairListWire, maxBytes: MAX_PAIRS_BYTES };
    const byPost = { ...common, path: 'get_all_pair_infos', body: encodePairsRequest(request) };
    if (hasPairsByGet === false) return ask(byPost, signal);
    try {
      const answer = await ask({ ...common, path: pairsPath(request) }, signal);
      if (!answer.ok) throw new NotServed(answer.message);
      hasPairsByGet = true;
      return answer;
    } catch (error) {
      if (hasPairsByGet || !isNotServed(error)) throw error;
      const answer = await ask(byPost, signal);
      hasPairsByGet = false;
      return answer;
    }
  }

  return {
    /**
     * The offered pairs. By default those of all categories, with limits that exclude the network fee. It asks with
     * GET, which needs no preflight and can be answered from a cache.
     */
    getPairs: async (request: Partial<PairsRequest> = {}, signal?: AbortSignal): Promise<readonly PairInfo[]> => {
      const answer = await askPairs({ category: null, includesGasFee: false, ...request }, signal);
      if (!answer.ok) throw new ServiceUnreachable(answer.message);
      const pairs: PairInfo[] = [];
      for (const [index, item] of answer.data.entries()) {
        pairs.push(readPairInfo(item, index));
        const due = yieldWhenDue();
        if (due) await due;
      }
      return pairs;
    },

    /** Builds a transfer. Verify the build with `verifyBuild` before signing anything. */
    getBuild: async (order: BuildOrder, signal?: AbortSignal): Promise<BuildAnswer> => {
      const { buildCall, readBuild } = await loadCode(loadBuilds());
      return readBuild(await ask(buildCall({ channel: 0n, includesGasFee: false, gasDropText: '', ...order }), signal));
    },

    /** The state of a transfer. `waitForReceipt` keeps asking until it has ended. */
    getReceipt: async (request: ReceiptRequest, signal?: AbortSignal): Promise<Receipt> => {
      const { receiptCall, readReceipt } = await loadCode(loadReceipts());
      return readReceipt(await ask(receiptCall(request), signal));
    },

    /** The receipts of 1 to 100 deposits, in order. With `allDeposits`, one for each deposit of a transaction. */
    getReceipts: async (
      depositHashes: readonly string[],
      { allDeposits = false, signal }: ReceiptsOptions = {},
    ): Promise<readonly HashedReceipt[]> => {
      const { receiptsCall, readReceipts } = await loadCode(loadReceipts());
      const request = { depositHashes: [...depositHashes], allDeposits };
      return readReceipts(await ask(receiptsCall(request), signal), request);
    },
  };
}

export type Client = ReturnType<typeof createOperations>;
