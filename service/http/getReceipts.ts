import { codes } from '#shared/wire/codes.ts';
import { NO_DETAILS } from '#shared/wire/details.ts';
import type { Envelope } from '#shared/wire/envelope.ts';
import { encodeFailure, encodeSuccess } from '#shared/wire/envelope.ts';
import { encodeReceipts, receiptsRequestWire } from '#shared/wire/receipts.ts';
import { readTransferSummaries } from '../db/receipts.ts';
import { readDepositHash } from '../domain/receiptAnswer.ts';
import { RequestRefused } from './failure.ts';
import type { Operation } from './operation.ts';
import { toReceiptEnvelope } from './receiptEnvelope.ts';
import { readRequestBody } from './requestBody.ts';

/** A transaction can have hundreds of deposits, and a request can name a hundred of them. */
const MAX_RECEIPTS = 1000;

/** Answers as `get_receipt` does for each hash, from one indexed database read. */
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
  // Before the receipts are made: a request can repeat a hash.
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
