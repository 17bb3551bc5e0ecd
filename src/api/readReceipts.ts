import { limitMessage } from '#client/ask.ts';
import { readReceipt } from '#client/readReceipt.ts';
import type { Receipt } from '#client/receipt.ts';
import { ServiceUnreachable } from '#client/serviceErrors.ts';
import { encodeReceiptsRequest, MAX_HASHES, receiptsWire } from '#shared/wire/receipts.ts';
import type { ServiceClient } from './serviceClient.ts';

/** The receipts of each deposit hash, in lower case. A transaction with several deposits has several. */
export type Receipts = ReadonlyMap<string, readonly Receipt[]>;

type Service = Pick<ServiceClient, 'getReceipt' | 'post'>;
type Asked = { readonly service: Service; readonly signal: AbortSignal | undefined };

async function readBatch({ service, signal }: Asked, depositHashes: readonly string[]): Promise<Receipts> {
  const body = encodeReceiptsRequest({ depositHashes: [...depositHashes], allDeposits: true });
  const answer = await service.post({ path: 'get_receipts', body, data: receiptsWire }, signal);
  if (!answer.ok) throw new ServiceUnreachable(answer.message);
  const asked = new Set(depositHashes);
  const receipts = new Map<string, readonly Receipt[]>();
  for (const one of answer.data) {
    const hash = one.depositHash.toLowerCase();
    if (asked.has(hash)) receipts.set(hash, [...(receipts.get(hash) ?? []), readReceipt(limitMessage(one.answer))]);
  }
  if (receipts.size === 0) throw new ServiceUnreachable('the answer has no receipt that was asked for');
  return receipts;
}

/** One after the other, so that a long list does not use up the rate limit at once. */
async function readOneByOne({ service, signal }: Asked, depositHashes: readonly string[]): Promise<Receipts> {
  const receipts = new Map<string, readonly Receipt[]>();
  try {
    for (const depositHash of depositHashes) {
      receipts.set(depositHash, [await service.getReceipt({ depositHash }, signal)]);
    }
  } catch (error) {
    if (receipts.size === 0) throw error;
  }
  return receipts;
}

function isBusy(error: unknown): boolean {
  return error instanceof ServiceUnreachable && error.retryAfterMs !== null;
}

/**
 * Reads the receipts of many deposits. `get_receipts` is an addition to the specification: where it does not work and
 * `get_receipt` does, this asks for one receipt at a time from then on.
 * @returns the receipts that the service gave, which can be fewer than asked for
 * @throws ServiceUnreachable or MalformedAnswer if the service gave none
 */
export function createReceiptReader(service: Service) {
  let hasBatches = true;
  return async function readReceipts(depositHashes: readonly string[], signal?: AbortSignal): Promise<Receipts> {
    const asked = { service, signal };
    if (depositHashes.length > MAX_HASHES) throw new Error(`get_receipts takes ${MAX_HASHES} hashes at most`);
    if (depositHashes.length === 0) return new Map();
    if (!hasBatches) return readOneByOne(asked, depositHashes);
    try {
      return await readBatch(asked, depositHashes);
    } catch (error) {
      if (isBusy(error)) throw error;
      const receipts = await readOneByOne(asked, depositHashes);
      hasBatches = false;
      return receipts;
    }
  };
}

export type ReceiptReader = ReturnType<typeof createReceiptReader>;
