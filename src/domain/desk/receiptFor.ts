import type { Receipt } from '#client/receipt.ts';
import { isSameAddress } from '#shared/address.ts';
import type { DepositLog } from '#shared/events.ts';
import type { DepositEvidence } from './evidence.ts';

/** Whether a receipt can be that of a deposit. Only the receipt of a delivery names what was deposited. */
function canBe(receipt: Receipt, { token, amount }: DepositLog): boolean {
  if (receipt.kind !== 'delivered') return true;
  const { originToken, sent } = receipt.delivery;
  return isSameAddress(originToken, token) && sent.amount === amount;
}

/**
 * The receipt of one deposit.
 * @param deposits all deposits of the transaction, in log order
 * @param receipts the service's receipts of the transaction, in log order
 */
export function receiptFor(
  deposit: DepositLog,
  deposits: readonly DepositLog[],
  receipts: readonly Receipt[] | 'silent',
): DepositEvidence['receipt'] {
  if (receipts === 'silent') return 'silent';
  const [only] = receipts;
  if (!only) return 'unclear';
  if (receipts.length === 1 && only.kind === 'unknown') return only;
  if (receipts.length === deposits.length) {
    const own = receipts[deposits.indexOf(deposit)];
    return own && canBe(own, deposit) ? own : 'unclear';
  }
  // A service of the specification alone gives one receipt for the whole transaction.
  const isOnlyMatch = only.kind === 'delivered' && deposits.filter((one) => canBe(only, one)).length === 1;
  return receipts.length === 1 && isOnlyMatch && canBe(only, deposit) ? only : 'unclear';
}
