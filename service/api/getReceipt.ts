import { codes } from '#shared/wire/codes.ts';
import { NO_DETAILS } from '#shared/wire/details.ts';
import type { Envelope } from '#shared/wire/envelope.ts';
import { encodeFailure, encodeSuccess } from '#shared/wire/envelope.ts';
import { encodeReceipt, receiptRequestWire } from '#shared/wire/receipt.ts';
import { encodeReceipts, receiptsRequestWire } from '#shared/wire/receipts.ts';
import type { Catalog } from '../boot/model/catalog.ts';
import { neededConfirmations } from '../chain/model/confirmations.ts';
import type { Database } from '../db/database.ts';
import { RequestRefused } from './answers.ts';
import type { TransferView } from './model/receiptAnswer.ts';
import { answerReceipt, readDepositHash, UNKNOWN_TRANSFER } from './model/receiptAnswer.ts';
import type { Operation } from './operation.ts';
import { readRequestBody } from './operation.ts';
import { createReceiptReads } from './receiptReads.ts';
import type { TransferSummary } from './receipts.ts';
import { readTransferSummaries } from './receipts.ts';

function toView(catalog: Catalog, summary: TransferSummary): TransferView {
  const chainOf = (id: number | null) => catalog.chains.find((chain) => chain.id === id);
  const { depositDepth, paymentDepth, originToken: token, amount } = summary;
  const origin = chainOf(summary.originChainId);
  // Mutates the summary itself, as `toSummary` does.
  return Object.assign(summary, {
    depositProgress: {
      depth: depositDepth,
      needed: origin ? neededConfirmations(catalog, origin, { token, amount }) : depositDepth,
    },
    paymentProgress:
      paymentDepth === null
        ? null
        : { depth: paymentDepth, needed: chainOf(summary.payingChainId)?.payoutConfirmations ?? paymentDepth },
  });
}

/** The answer about a transfer, or that there is none. */
function toReceiptEnvelope(catalog: Catalog, summary: TransferSummary | null): Envelope<unknown> {
  const answer = summary ? answerReceipt(toView(catalog, summary)) : UNKNOWN_TRANSFER;
  return answer.ok
    ? encodeSuccess(encodeReceipt(answer.receipt))
    : encodeFailure(answer.code, answer.message, answer.details);
}

/** A transaction can have hundreds of deposits, and a request can name a hundred of them. */
const MAX_RECEIPTS = 1000;

/** Answers like `get_receipt` for each hash, with one indexed database read. */
export const getReceipts: Operation = async ({ catalog, database }, body, charge) => {
  const { depositHashes, allDeposits } = readRequestBody(receiptsRequestWire, body);
  charge(depositHashes.length - 1);
  const asked = depositHashes.map((text) => ({ text, read: readDepositHash(text) }));
  const hashes = new Set(asked.flatMap(({ read }) => (read.ok ? [read.hash] : [])));
  const query = { depositHashes: [...hashes], allDeposits, limit: MAX_RECEIPTS + 1 };
  const summaries = hashes.size === 0 ? [] : await readTransferSummaries(database, query);
  const matches = asked.map(({ text, read }) => ({
    ...{ text, read },
    found: read.ok ? summaries.filter(({ depositHash }) => depositHash === read.hash) : [],
  }));
  // Checked before the receipts are made, because a request can repeat a hash.
  if (matches.reduce((count, { found }) => count + Math.max(1, found.length), 0) > MAX_RECEIPTS) {
    throw new RequestRefused(
      413,
      `The answer would have more than ${MAX_RECEIPTS} receipts. Ask for fewer hashes at once.`,
    );
  }
  const receipts = matches.flatMap(({ text, read, found }) => {
    const answerWith = (envelope: Envelope<unknown>) => ({ depositHash: text, envelope });
    if (!read.ok) {
      const details = { ...NO_DETAILS, reason: 'hash_invalid' } as const;
      return [answerWith(encodeFailure(codes.receiptUnknown, read.message, details))];
    }
    return (found.length === 0 ? [null] : found).map((summary) => answerWith(toReceiptEnvelope(catalog, summary)));
  });
  return encodeSuccess(encodeReceipts(receipts));
};

/**
 * Creates the operation that answers from one indexed database read without calling a chain. If a transaction has
 * several deposits, the answer is about the first one in progress, else the last one.
 */
export function createGetReceipt(database: Database): Operation {
  const readSummary = createReceiptReads(database);
  return async ({ catalog }, body) => {
    const { depositHash } = readRequestBody(receiptRequestWire, body);
    const read = readDepositHash(depositHash);
    if (!read.ok) return encodeFailure(codes.receiptUnknown, read.message, { ...NO_DETAILS, reason: 'hash_invalid' });
    return toReceiptEnvelope(catalog, await readSummary(read.hash));
  };
}
