import type { Receipt } from '#client/receipt.ts';
import { isSameAddress } from '#shared/address.ts';
import type { DepositLog } from '#shared/events.ts';
import type { DepositEvidence } from './evidence.ts';

type Deposit = Pick<DepositLog, 'token' | 'amount'>;

/** What the service says about a deposit. `unclear`: no receipt says to which deposit of the transaction it belongs. */
export type DepositReceipt = DepositEvidence['receipt'];

/** Whether a receipt can be that of a deposit. Only the receipt of a delivery names what was deposited. */
function canBe(receipt: Receipt, { token, amount }: Deposit): boolean {
  if (receipt.kind !== 'delivered') return true;
  const { originToken, sent } = receipt.delivery;
  return isSameAddress(originToken, token) && sent.amount === amount;
}

/**
 * The receipt of one deposit.
 * @param deposits all deposits of the transaction, in log order
 * @param receipts the service's receipts of the transaction, in log order
 */
export function receiptFor<D extends Deposit>(
  deposit: D,
  deposits: readonly D[],
  receipts: readonly Receipt[] | 'silent',
): DepositReceipt {
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
