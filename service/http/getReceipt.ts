import { codes } from '#shared/wire/codes.ts';
import { NO_DETAILS } from '#shared/wire/details.ts';
import { encodeFailure } from '#shared/wire/envelope.ts';
import { receiptRequestWire } from '#shared/wire/receipt.ts';
import type { Database } from '../db/database.ts';
import { readDepositHash } from '../domain/receiptAnswer.ts';
import type { Operation } from './operation.ts';
import { toReceiptEnvelope } from './receiptEnvelope.ts';
import { createReceiptReads } from './receiptReads.ts';
import { readRequestBody } from './requestBody.ts';

/**
 * Creates the operation that answers from one indexed database read and calls no chain. A transaction can have several
 * deposits: the answer is about the first one in progress, or else about the last one.
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
