import type { BuildRequest } from '../shared/wire/build.ts';
import type { PairInfo, PairsRequest } from '../shared/wire/pairs.ts';
import { encodePairsRequest, pairsWire } from '../shared/wire/pairs.ts';
import type { ReceiptRequest } from '../shared/wire/receipt.ts';
import { createAsk } from './ask.ts';
import type { BuildAnswer } from './readBuild.ts';
import { buildCall, readBuild } from './readBuild.ts';
import type { HashedReceipt, ReceiptsOptions } from './readReceipt.ts';
import { readReceipt, readReceipts, receiptCall, receiptsCall } from './readReceipt.ts';
import type { Receipt } from './receipt.ts';
import { ServiceUnreachable } from './serviceErrors.ts';

/** Forty thousand pairs with prices. */
const MAX_PAIRS_BYTES = 32_000_000;

/** A request of `get_build_tx`, without what has a default. */
export type BuildOrder = Omit<BuildRequest, 'channel' | 'includesGasFee'> &
  Partial<Pick<BuildRequest, 'channel' | 'includesGasFee'>>;

/**
 * The operations of a transfer service.
 *
 * Each throws `ServiceUnreachable` when the service is down, busy or slow, and `MalformedAnswer` when the answer does not fit the
 * interface. A retry is safe after both.
 * @param baseUrl with the version and without a slash at the end: `https://bridge.example/api/v1`
 */
export function createClient(baseUrl: string, { fetchFn = fetch }: { readonly fetchFn?: typeof fetch } = {}) {
  // A browser's fetch refuses to run as a method of another object.
  const ask = createAsk(baseUrl, (input, init) => fetchFn(input, init));

  return {
    /** The offered pairs. By default those of all categories, with bounds without the network fee. */
    getPairs: async (request: Partial<PairsRequest> = {}, signal?: AbortSignal): Promise<readonly PairInfo[]> => {
      const body = encodePairsRequest({ category: null, includesGasFee: false, ...request });
      const call = { path: 'get_all_pair_infos', body, data: pairsWire, maxBytes: MAX_PAIRS_BYTES };
      const answer = await ask(call, signal);
      if (!answer.ok) throw new ServiceUnreachable(answer.message);
      return answer.data;
    },

    /** Builds a transfer. Verify the build with `verifyBuild` before anything is signed. */
    getBuild: async (order: BuildOrder, signal?: AbortSignal): Promise<BuildAnswer> =>
      readBuild(await ask(buildCall({ channel: 0n, includesGasFee: false, ...order }), signal)),

    /** Where a transfer stands. `waitForReceipt` asks until it has ended. */
    getReceipt: async (request: ReceiptRequest, signal?: AbortSignal): Promise<Receipt> =>
      readReceipt(await ask(receiptCall(request), signal)),

    /** The receipts of 1 to 100 deposits, in their order. With `allDeposits`, one for each deposit of a transaction. */
    getReceipts: async (
      depositHashes: readonly string[],
      { allDeposits = false, signal }: ReceiptsOptions = {},
    ): Promise<readonly HashedReceipt[]> =>
      readReceipts(await ask(receiptsCall({ depositHashes: [...depositHashes], allDeposits }), signal)),
  };
}

export type Client = ReturnType<typeof createClient>;
