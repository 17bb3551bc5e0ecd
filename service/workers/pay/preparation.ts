import type { Funds } from '../../chain/funds.ts';
import type { Transfer } from '../../db/transfers.ts';
import type { Payment, PaymentKind } from '../../domain/payment.ts';
import type { Reason } from '../../domain/reason.ts';

/** A payment that a transfer is due, as it will be signed. */
export type PlannedPayment = {
  readonly transfer: Transfer;
  readonly purpose: PaymentKind;
  readonly payment: Payment;
  /** What the vault and the hot wallet have for it. */
  readonly funds: Funds;
};

/** What follows from the deposit alone, before anything about the funds is known. */
export type Due = Pick<PlannedPayment, 'purpose' | 'payment'>;

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

/** The result of reading the chains for a due payment. */
export type Preparation = { readonly kind: 'ready'; readonly planned: PlannedPayment } | Postponement;
