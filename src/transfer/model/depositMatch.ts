import { isSameAddress } from '#shared/address.ts';
import type { DepositLog } from '#shared/events.ts';
import { encodeTarget, splitTarget } from '#shared/gasDrop.ts';
import type { Transfer } from './transfer.ts';
import { depositHash } from './transfer.ts';
import type { TransferTerms } from './transferTerms.ts';

/** Whether a deposit matches the reviewed terms, whatever its transaction hash and sender. */
export function isDepositOf(
  deposit: Omit<DepositLog, 'id' | 'transactionHash' | 'timestamp'>,
  terms: TransferTerms,
): boolean {
  const { recipient, gasDrop } = splitTarget(deposit.target);
  return (
    isSameAddress(deposit.user, terms.account) &&
    isSameAddress(deposit.token, terms.origin.token) &&
    isSameAddress(deposit.maker, terms.maker) &&
    isSameAddress(recipient, terms.recipient) &&
    gasDrop === terms.gasDrop &&
    deposit.amount === terms.send &&
    deposit.destination === BigInt(terms.destination.chainId)
  );
}

/**
 * The deposits of a transaction that can be the transfer's. Several are equal, but a transfer that the app found on a
 * chain has its deposit's id.
 */
export function ownDeposits(deposits: readonly DepositLog[], terms: TransferTerms): readonly DepositLog[] {
  const equal = deposits.filter((deposit) => isDepositOf(deposit, terms));
  const named = equal.filter(({ id }) => id === terms.id);
  return named.length > 0 ? named : equal;
}

/** Whether one deposit can match both transfers' terms. */
function isSameDeposit(one: TransferTerms, other: TransferTerms): boolean {
  const { account: user, origin, maker, send: amount } = one;
  const target = encodeTarget(one);
  const destination = BigInt(one.destination.chainId);
  const deposit = { user, token: origin.token, maker, target, amount, destination };
  return origin.chainId === other.origin.chainId && isDepositOf(deposit, other);
}

/**
 * Whether the deposit was mined after its quote expired. The bridge then charges the fees of that time. A quote that had
 * already expired at the review has no expiry, as in `isQuoteExpired`: otherwise a service that dates its quotes back
 * would promise nothing of what the review shows.
 */
export function isLate(
  { timestamp }: Pick<DepositLog, 'timestamp'>,
  { validUntilMs, createdAt }: Pick<TransferTerms, 'validUntilMs' | 'createdAt'>,
): boolean {
  return validUntilMs !== null && validUntilMs > createdAt && timestamp * 1000n > BigInt(validUntilMs);
}

type Deposit = { readonly hash: string; readonly block: bigint };

/**
 * The first block that can have the deposit of a transfer whose wallet is open or has answered. Null: the app does not
 * look for one.
 */
function soughtFrom(transfer: Transfer): bigint | null {
  return transfer.status === 'signing' || transfer.status === 'sent' ? (transfer.attempt?.fromBlock ?? 0n) : null;
}

/**
 * Whether a deposit belongs to another transfer. Among those with the same terms whose wallet is open or has answered,
 * it belongs to the one whose wallet was opened last before it: that one's hash may not be stored yet.
 */
export function isTaken({ hash, block }: Deposit, transfer: Transfer, all: readonly Transfer[]): boolean {
  const others = all.filter(({ terms }) => terms.id !== transfer.terms.id);
  if (others.some((other) => depositHash(other) === hash)) return true;
  const own = soughtFrom(transfer) ?? -1n;
  return others.some((other) => {
    const from = soughtFrom(other);
    return from !== null && from > own && from <= block && isSameDeposit(other.terms, transfer.terms);
  });
}
