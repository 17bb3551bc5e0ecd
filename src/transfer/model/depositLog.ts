import { isSameAddress } from '#shared/address.ts';
import type { DepositLog } from '#shared/events.ts';
import type { TransferTerms } from './transferTerms.ts';

/** Whether a deposit matches the reviewed terms, whatever its transaction hash and sender. */
export function isDepositOf(
  deposit: Omit<DepositLog, 'id' | 'transactionHash' | 'timestamp'>,
  terms: TransferTerms,
): boolean {
  return (
    isSameAddress(deposit.user, terms.account) &&
    isSameAddress(deposit.token, terms.origin.token) &&
    isSameAddress(deposit.maker, terms.maker) &&
    isSameAddress(deposit.target, terms.recipient) &&
    deposit.amount === terms.send &&
    deposit.destination === BigInt(terms.destination.chainId)
  );
}

/** Whether one deposit can match the terms of both transfers. */
export function isSameDeposit(one: TransferTerms, other: TransferTerms): boolean {
  const { account: user, origin, maker, recipient: target, send: amount, destination } = one;
  const deposit = { user, token: origin.token, maker, target, amount, destination: BigInt(destination.chainId) };
  return origin.chainId === other.origin.chainId && isDepositOf(deposit, other);
}

/** Whether the deposit was mined after its quote ended. The bridge then charges the fees of that time. */
export function isLate({ timestamp }: Pick<DepositLog, 'timestamp'>, { validUntilMs }: TransferTerms): boolean {
  return validUntilMs !== null && timestamp * 1000n > BigInt(validUntilMs);
}
