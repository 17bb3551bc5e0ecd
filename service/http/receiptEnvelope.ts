import type { Envelope } from '#shared/wire/envelope.ts';
import { encodeFailure, encodeSuccess } from '#shared/wire/envelope.ts';
import { encodeReceipt } from '#shared/wire/receipt.ts';
import type { TransferSummary } from '../db/receipts.ts';
import type { Catalog } from '../domain/catalog.ts';
import { neededConfirmations } from '../domain/confirmations.ts';
import type { TransferView } from '../domain/receiptAnswer.ts';
import { answerReceipt, UNKNOWN_TRANSFER } from '../domain/receiptAnswer.ts';

function toView(catalog: Catalog, summary: TransferSummary): TransferView {
  const chainOf = (id: number | null) => catalog.chains.find((chain) => chain.id === id);
  const { depositDepth, paymentDepth, originToken: token, amount } = summary;
  const origin = chainOf(summary.originChainId);
  // Into the summary itself, as in `toSummary`.
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

/** The answer about a transfer; without one, that there is none. */
export function toReceiptEnvelope(catalog: Catalog, summary: TransferSummary | null): Envelope<unknown> {
  const answer = summary ? answerReceipt(toView(catalog, summary)) : UNKNOWN_TRANSFER;
  return answer.ok
    ? encodeSuccess(encodeReceipt(answer.receipt))
    : encodeFailure(answer.code, answer.message, answer.details);
}
