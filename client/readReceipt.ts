import { codes } from '../shared/wire/codes.ts';
import type { Answer } from '../shared/wire/envelope.ts';
import type { Receipt as Delivery, ReceiptRequest } from '../shared/wire/receipt.ts';
import { encodeReceiptRequest, receiptWire } from '../shared/wire/receipt.ts';
import type { Receipt, StatusReport } from './receipt.ts';

/** The call of `get_receipt`. */
export function receiptCall(request: ReceiptRequest) {
  return { path: 'get_receipt', body: encodeReceiptRequest(request), data: receiptWire };
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
