import { codes } from '../shared/wire/codes.ts';
import type { Answer } from '../shared/wire/envelope.ts';
import { MalformedAnswer } from '../shared/wire/envelope.ts';
import type { Receipt as Delivery, ReceiptRequest } from '../shared/wire/receipt.ts';
import { encodeReceiptRequest, receiptWire } from '../shared/wire/receipt.ts';
import type { HashedAnswer, ReceiptsRequest } from '../shared/wire/receipts.ts';
import { encodeReceiptsRequest, receiptsWire } from '../shared/wire/receipts.ts';
import { limitMessage } from './ask.ts';
import type { Receipt, StatusReport } from './receipt.ts';
import { ServiceUnreachable } from './serviceErrors.ts';

export type HashedReceipt = { readonly depositHash: string; readonly receipt: Receipt };

export type ReceiptsOptions = Partial<Pick<ReceiptsRequest, 'allDeposits'>> & { readonly signal?: AbortSignal };

/** The call of `get_receipt`. */
export function receiptCall(request: ReceiptRequest) {
  return { path: 'get_receipt', body: encodeReceiptRequest(request), data: receiptWire };
}

/** The call of `get_receipts`. */
export function receiptsCall(request: ReceiptsRequest) {
  return { path: 'get_receipts', body: encodeReceiptsRequest(request), data: receiptsWire };
}

/** Hashes in their order. With all deposits, a transaction may have several receipts. */
function sequenceOf(hashes: readonly string[], allDeposits: boolean): string {
  const lower = hashes.map((hash) => hash.toLowerCase());
  return lower.filter((hash, index) => !allDeposits || hash !== lower[index - 1]).join();
}

/** @throws ServiceUnreachable if the service refuses the list, and MalformedAnswer if it answers about other hashes */
export function readReceipts(
  answers: Answer<readonly HashedAnswer[]>,
  { depositHashes, allDeposits }: ReceiptsRequest,
): readonly HashedReceipt[] {
  if (!answers.ok) throw new ServiceUnreachable(answers.message);
  const answered = answers.data.map(({ depositHash }) => depositHash);
  if (sequenceOf(answered, allDeposits) !== sequenceOf(depositHashes, allDeposits)) {
    throw new MalformedAnswer('The receipts are not those of the hashes, in their order');
  }
  return answers.data.map(({ depositHash, answer }) => ({ depositHash, receipt: readReceipt(limitMessage(answer)) }));
}

/** Names the receipt codes of `get_receipt`; every other code becomes `refused`. */
export function readReceipt(answer: Answer<Delivery>): Receipt {
  if (answer.ok) return { kind: 'delivered', delivery: answer.data };
  const { code, message, details } = answer;
  const { confirmations, confirmationsNeeded } = details;
  const report: StatusReport = { step: details.step, reason: details.reason, message };
  switch (code) {
    case codes.receiptInProgress:
      return {
        kind: 'inProgress',
        report,
        ...(answer.hasNewStep && ({ hasNewStep: true } as const)),
        confirmations:
          confirmations === null || confirmationsNeeded === null
            ? null
            : { seen: confirmations, needed: confirmationsNeeded },
      };
    case codes.transferFailed:
      return {
        kind: 'failed',
        report,
        claim: { hash: details.refundHash, amount: details.refund },
      };
    case codes.receiptUnknown:
      return { kind: 'unknown' };
    default:
      return { kind: 'refused', message };
  }
}
