import type { Funds } from '../../chain/funds.ts';
import type { Transfer } from '../../db/transfers.ts';
import type { Payment, PaymentKind } from '../../domain/payment.ts';
import type { Reason } from '../../domain/reason.ts';

/** A payment that a transfer is due, as it will be signed. It follows from the deposit alone. */
export type PlannedPayment = {
  readonly kind: 'planned';
  readonly transfer: Transfer;
  readonly purpose: PaymentKind;
  readonly payment: Payment;
};

/** A planned payment that the chains have been asked about, and what the vault and the hot wallet have for it. */
export type FundedPayment = PlannedPayment & { readonly funds: Funds };

/** Why a payment is not signed now. */
export type Postponement =
  /** The payment waits. The receipt shows the note. */
  | { readonly kind: 'wait'; readonly note: Reason; readonly isVaultAlert?: boolean }
  /** The payment would fail, although the vault has enough funds. */
  | { readonly kind: 'fails'; readonly note: Reason }
  /** The operator must review the transfer. An incident says what differs. */
  | { readonly kind: 'hold'; readonly reason: Reason; readonly incident?: string }
  /** The chain has made the payment already. */
  | { readonly kind: 'made'; readonly purpose: PaymentKind; readonly hash: `0x${string}`; readonly amount: bigint };
