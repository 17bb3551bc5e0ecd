import { codes } from '#shared/wire/codes.ts';
import { NO_DETAILS } from '#shared/wire/details.ts';
import { encodeFailure, encodeSuccess } from '#shared/wire/envelope.ts';
import { encodeReceipt, receiptRequestWire } from '#shared/wire/receipt.ts';
import type { TransferSummary } from '../db/receipts.ts';
import { readTransferSummary } from '../db/receipts.ts';
import type { Catalog } from '../domain/catalog.ts';
import { neededConfirmations } from '../domain/confirmations.ts';
import type { TransferView } from '../domain/receiptAnswer.ts';
import { answerReceipt, readDepositHash, UNKNOWN_TRANSFER } from '../domain/receiptAnswer.ts';
import type { Operation } from './operation.ts';
import { readRequestBody } from './requestBody.ts';

function toView(catalog: Catalog, summary: TransferSummary): TransferView {
  const chainOf = (id: number | null) => catalog.chains.find((chain) => chain.id === id);
  const { depositDepth, paymentDepth, originToken: token, amount } = summary;
  const origin = chainOf(summary.originChainId);
  return {
    ...summary,
    depositProgress: {
      depth: depositDepth,
      needed: origin ? neededConfirmations(catalog, origin, { token, amount }) : depositDepth,
    },
    paymentProgress:
      paymentDepth === null
        ? null
        : { depth: paymentDepth, needed: chainOf(summary.payingChainId)?.payoutConfirmations ?? paymentDepth },
  };
}

/**
 * Answers from one indexed database read and calls no chain. A transaction can have several deposits: the answer is about the
 * first one in progress, or else about the last one.
 */
export const getReceipt: Operation = async ({ catalog, database }, body) => {
  const { depositHash } = readRequestBody(receiptRequestWire, body);
  const read = readDepositHash(depositHash);
  if (!read.ok) return encodeFailure(codes.receiptUnknown, read.message, { ...NO_DETAILS, reason: 'hash_invalid' });
  const summary = await readTransferSummary(database, read.hash);
  const answer = summary ? answerReceipt(toView(catalog, summary)) : UNKNOWN_TRANSFER;
  return answer.ok
    ? encodeSuccess(encodeReceipt(answer.receipt))
    : encodeFailure(answer.code, answer.message, answer.details);
};
