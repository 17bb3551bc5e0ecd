import type { Funds } from '../../chain/funds.ts';
import type { Transfer } from '../../db/transfers.ts';
import type { Payment, PaymentKind } from '../../domain/payment.ts';
import type { Reason } from '../../domain/reason.ts';

/** A payment that a transfer is due. */
export type Due = { readonly payment: Payment; readonly purpose: PaymentKind };

/** The result of reading the chains for a due payment. */
export type Preparation =
  | {
      readonly kind: 'ready';
      readonly payment: Payment;
      readonly purpose: PaymentKind;
      readonly funds: Funds;
    }
  /** The payment waits. The receipt shows the note. */
  | { readonly kind: 'wait'; readonly note: Reason; readonly isVaultAlert?: boolean }
  /** The payment would fail, although the vault has enough funds. */
  | { readonly kind: 'fails'; readonly note: Reason }
  /** The operator must review the transfer. An incident says what differs. */
  | { readonly kind: 'hold'; readonly reason: Reason; readonly incident?: string }
  /** The chain has made the payment already. */
  | { readonly kind: 'made'; readonly purpose: PaymentKind; readonly hash: `0x${string}`; readonly amount: bigint };

/** Why a payment is not signed now. */
export type Postponement = Exclude<Preparation, { kind: 'ready' }>;

/** A transfer and its prepared payment. */
export type ReadyPayment = {
  readonly transfer: Transfer;
  readonly ready: Extract<Preparation, { kind: 'ready' }>;
};
