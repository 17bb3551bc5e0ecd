import { createAsk } from '#client/ask.ts';
import type { BuildAnswer } from '#client/readBuild.ts';
import type { HashedReceipt, ReceiptsOptions } from '#client/readReceipt.ts';
import type { Receipt } from '#client/receipt.ts';
import { AnswerTooLarge, NotServed, ServiceUnreachable } from '#client/serviceErrors.ts';
import type { BuildRequest } from '#shared/wire/build.ts';
import { MalformedAnswer } from '#shared/wire/envelope.ts';
import type { PairInfo, PairsRequest } from '#shared/wire/pairs.ts';
import { encodePairsRequest, pairListWire, pairsPath } from '#shared/wire/pairs.ts';
import type { ReceiptRequest } from '#shared/wire/receipt.ts';
import { createPace } from './pace.ts';
import { readPairs } from './readPairs.ts';

/** Twenty thousand pairs with prices take 15 MB without compression. */
const MAX_PAIRS_BYTES = 32_000_000;

/** Code that the first paint does without. Where it cannot be fetched, the service cannot be asked either. */
function loadCode<T>(loading: Promise<T>): Promise<T> {
  return loading.catch((cause: unknown) => {
    throw new ServiceUnreachable('the code of the request did not load', { cause });
  });
}

/** A service without the path answers 404, or nothing that a page of another origin may read, or something else than pairs. */
function isNotServed(error: unknown): boolean {
  if (error instanceof MalformedAnswer) return !(error instanceof AnswerTooLarge);
  if (error instanceof NotServed) return true;
  return (
    error instanceof ServiceUnreachable && (error.cause instanceof TypeError || error.cause instanceof SyntaxError)
  );
}

/** The operations. Each throws `ServiceUnreachable` or `MalformedAnswer` when the service gave no usable answer. */
export function createServiceClient(baseUrl: string, fetchFn: typeof fetch) {
  const ask = createAsk(baseUrl, fetchFn);

  /** A service that knows only the specification answers POST alone. It is asked with GET once. */
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
    /** The form is empty without pairs, so a refusal counts as unreachable: the app retries it. */
    getPairs: async (request: PairsRequest, signal?: AbortSignal): Promise<readonly PairInfo[]> => {
      const answer = await askPairs(request, signal);
      if (!answer.ok) throw new ServiceUnreachable(answer.message);
      return readPairs(answer.data, createPace());
    },
    getBuild: async (request: BuildRequest, signal?: AbortSignal): Promise<BuildAnswer> => {
      const { buildCall, readBuild } = await loadCode(import('#client/readBuild.ts'));
      return readBuild(await ask(buildCall(request), signal));
    },
    getReceipt: async (request: ReceiptRequest, signal?: AbortSignal): Promise<Receipt> => {
      const { receiptCall, readReceipt } = await loadCode(import('#client/readReceipt.ts'));
      return readReceipt(await ask(receiptCall(request), signal));
    },
    getReceipts: async (
      depositHashes: readonly string[],
      { allDeposits = false, signal }: ReceiptsOptions = {},
    ): Promise<readonly HashedReceipt[]> => {
      const { receiptsCall, readReceipts } = await loadCode(import('#client/readReceipt.ts'));
      return readReceipts(await ask(receiptsCall({ depositHashes: [...depositHashes], allDeposits }), signal));
    },
  };
}

export type ServiceClient = ReturnType<typeof createServiceClient>;
