import type { BuildFailureCode, HttpFailure, ReceiptFailureCode } from '#shared/wire/codes.ts';
import type { Step } from '#shared/wire/reasons.ts';

export type CodeText = {
  readonly meaning: string;
  /** What a client does. */
  readonly action: string;
};

export const SUCCESS_TEXT: CodeText = {
  meaning: 'Success. `data` is not null.',
  action: 'Read `data`.',
};

export const BUILD_CODES: Readonly<Record<BuildFailureCode, CodeText>> = {
  901: {
    meaning: 'The bridge has no chain with this name.',
    action: 'Take the name from `get_all_pair_infos`. Do not ask again with the same name.',
  },
  902: {
    meaning: 'The bridge does not serve a chain of the request now: it is disabled, paused or unreachable.',
    action: 'Offer another chain. Load the pairs again in a minute: `details.reason` says why.',
  },
  903: {
    meaning: 'The bridge does not offer this token between these chains, or has paused the pair.',
    action: 'Load the pairs again and choose from them.',
  },
  904: {
    meaning: 'The amount is outside the bounds, or the funds of the bridge do not cover it.',
    action:
      'Show `details.min_value` and `details.max_value`. At `details.reason` `funds_short`, a smaller amount or a later request can succeed.',
  },
  905: {
    meaning: 'The bridge has no token with this name.',
    action: 'Take the name from `get_all_pair_infos`. Do not ask again with the same name.',
  },
  906: {
    meaning:
      'The service cannot build for another reason: the amount is not a plain decimal or has too many decimals, an address is not usable, or the service cannot quote a fee or read the allowance now.',
    action: 'Show the message. Correct the field that it names, or ask again in a minute if it names none.',
  },
};

export const RECEIPT_CODES: Readonly<Record<ReceiptFailureCode, CodeText>> = {
  907: {
    meaning: 'The service knows no deposit with this hash: not yet, or it never made a deposit to this bridge.',
    action:
      'Ask again while the transaction is young. If a block has contained it for ten minutes, verify the hash, the chain and the deposit contract. At `details.reason` `hash_invalid`, correct the text.',
  },
  908: {
    meaning: 'The transfer is in progress.',
    action: 'Show `details.step` and ask again.',
  },
  909: {
    meaning: 'The transfer failed. The message says where the money is.',
    action: 'Show the message. Ask again until `details.step` is `refunded` or `closed`.',
  },
};

export const HTTP_ACTIONS: Readonly<Record<HttpFailure, string>> = {
  400: 'Correct the request. The message names the field.',
  404: 'Correct the address.',
  405: 'Use the method in the `Allow` header.',
  413: 'Send less, or ask for fewer receipts at once.',
  415: 'Send `Content-Type: application/json` and no `Content-Encoding`.',
  429: 'Wait for the seconds in `Retry-After`, then ask again.',
  500: 'Ask again later, with growing pauses.',
  503: 'Ask again in a minute, with growing pauses.',
};

export const STEP_TEXTS: Readonly<Record<Step, string>> = {
  seen: 'The service has seen the deposit.',
  confirming: 'The deposit waits for confirmations.',
  waiting_for_funds: 'The deposit is confirmed, and the payout waits for funds of the bridge.',
  signing: 'The bridge signs the payout, or is about to send it.',
  sent: 'The payout is sent. It waits for a block and its confirmations.',
  paused: 'The operator has paused these transfers. The payout follows when the pause ends.',
  held: 'The transfer is on hold. The bridge has the money, and its operator decides.',
  refunding: 'The refund is due (908), or signed and sent (909).',
  refunded: 'The refund is final on the origin chain.',
  closed: 'The operator has closed the transfer.',
};
