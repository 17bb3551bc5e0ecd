import type { Receipt } from '#client/receipt.ts';
import type { FoundDeposit } from './foundDeposit.ts';

/** What the bridge says about a deposit that the app found on a chain. */
export type DepositAnswer =
  /** Not asked yet, or no answer. */
  | { readonly kind: 'unchecked' }
  /** The transaction holds several deposits, and no receipt says to which it belongs. */
  | { readonly kind: 'unclear' }
  | { readonly kind: 'receipt'; readonly receipt: Receipt };

function belongsTo(receipt: Receipt, deposit: FoundDeposit): boolean {
  return receipt.kind !== 'delivered' || receipt.delivery.sent.amount === deposit.amount;
}

/**
 * @param siblings all deposits of the account in the same transaction, in log order
 * @param receipts the receipts of the transaction, in log order; undefined before an answer
 */
export function depositAnswer(
  deposit: FoundDeposit,
  siblings: readonly FoundDeposit[],
  receipts: readonly Receipt[] | undefined,
): DepositAnswer {
  const [first] = receipts ?? [];
  if (!receipts || !first) return { kind: 'unchecked' };
  if (receipts.length === 1 && first.kind === 'unknown') return { kind: 'receipt', receipt: first };
  const receipt = receipts.length === siblings.length ? receipts[siblings.indexOf(deposit)] : undefined;
  return receipt && belongsTo(receipt, deposit) ? { kind: 'receipt', receipt } : { kind: 'unclear' };
}

/** Whether the service may still change its answer. */
export function isOpenReceipt(receipt: Receipt): boolean {
  if (receipt.kind === 'failed') return receipt.report.step === 'refunding' || receipt.report.step === 'held';
  return receipt.kind !== 'delivered';
}
