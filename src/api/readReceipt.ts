import { codes } from '#shared/wire/codes.ts';
import type { Answer } from '#shared/wire/envelope.ts';
import type { Receipt as Delivery } from '#shared/wire/receipt.ts';
import type { Receipt } from '../domain/receipt.ts';

/** Names the receipt codes of `get_receipt`; every other code becomes `refused`. */
export function readReceipt(answer: Answer<Delivery>): Receipt {
  if (answer.ok) return { kind: 'delivered', delivery: answer.data };
  const { code, message } = answer;
  switch (code) {
    case codes.receiptInProgress:
      return { kind: 'inProgress', step: message };
    case codes.transferFailed:
      return { kind: 'failed', message };
    case codes.receiptUnknown:
      return { kind: 'unknown' };
    default:
      return { kind: 'refused', message };
  }
}
