import type { Address, Hash, Hex } from 'viem';
import { decodeFunctionData, encodeFunctionData, encodePacked, keccak256, toFunctionSelector } from 'viem';
import { payBatchFunction, vaultAbi } from '#shared/abi/vaultAbi.ts';
import { convertRoundingDown } from '#shared/amount.ts';
import type { Deployment } from '../../boot/model/catalog.ts';
import type { Deposit } from '../../deposits/model/deposit.ts';
import { parseRecipient } from '../../deposits/model/recipient.ts';

export type PaymentKind = 'payout' | 'refund';

/** A hot wallet on a chain. */
export type SenderKey = { readonly chainId: number; readonly address: Address };

/** A nonce of a hot wallet. */
export type SendKey = SenderKey & { readonly nonce: number };

/** One payment out of the vault. */
export type Payment = {
  readonly id: Hash;
  readonly token: Address;
  readonly to: Address;
  readonly amount: bigint;
};

/** The fields of a transaction that all attempts at its nonce share. */
export type Call = { readonly to: Address; readonly data: Hex; readonly value: bigint };

export function payCall(vault: Address, { id, token, to, amount }: Payment): Call {
  const data = encodeFunctionData({ abi: vaultAbi, functionName: 'pay', args: [id, token, to, amount] });
  return { to: vault, data, value: 0n };
}

export const BATCH_SELECTOR = toFunctionSelector(payBatchFunction);

/** Encodes several payments as one call. A failing payment doesn't stop the others. */
export function payBatchCall(vault: Address, payments: readonly Payment[]): Call {
  const data = encodeFunctionData({ abi: vaultAbi, functionName: 'payBatch', args: [payments] });
  return { to: vault, data, value: 0n };
}

export function isBatch({ data }: Pick<Call, 'data'>): boolean {
  return data.startsWith(BATCH_SELECTOR);
}

/** The payments in a call of the vault; null if the data calls another function. */
export function decodePayments(data: Hex): readonly Payment[] | null {
  try {
    const { functionName, args } = decodeFunctionData({ abi: vaultAbi, data });
    if (functionName === 'payBatch') return args[0];
    if (functionName !== 'pay') return null;
    const [id, token, to, amount] = args;
    return [{ id, token, to, amount }];
  } catch {
    return null;
  }
}

/** An empty call to the hot wallet, which only uses up a nonce. */
export function cancelCall(hotWallet: Address): Call {
  return { to: hotWallet, data: '0x', value: 0n };
}

/** Identifies a call, so that the database can refuse an attempt with a different call at the same nonce. */
export function callHash({ to, data, value }: Call): Hash {
  return keccak256(encodePacked(['address', 'uint256', 'bytes'], [to, value, data]));
}

/** What limits a deposit's payout. The worker reads it from its configuration, the signer from its own policy. */
export type PayoutBounds = {
  readonly destinationId: number;
  /** The deposited token on the destination chain. */
  readonly token: Deployment;
  readonly originDecimals: number;
  /** The least that the bridge keeps of a deposit, in the origin token's base units. */
  readonly minFee: bigint;
  /** Addresses on the destination chain that no payout may go to. */
  readonly internal: readonly Address[];
};

/** A payment and the chain that makes it. */
export type PlacedPayment = { readonly chainId: number; readonly payment: Payment };

type Terms = Pick<Deposit, 'id' | 'chainId' | 'funded' | 'depositor' | 'token' | 'target' | 'amount' | 'destination'>;

/** The largest payout for a deposited amount, in the destination token's base units. */
export function largestPayout(
  amount: bigint,
  { minFee, originDecimals, token }: Pick<PayoutBounds, 'minFee' | 'originDecimals' | 'token'>,
): bigint {
  if (amount <= minFee) return 0n;
  return convertRoundingDown({ amount: amount - minFee, decimals: originDecimals }, token.decimals);
}

function findCommonProblem({ id, funded }: Terms, payment: Payment): string | null {
  if (payment.id !== id) return `the payment's id ${payment.id} is not the deposit's id ${id}`;
  if (!funded) return 'the maker did not receive the deposit';
  return payment.amount > 0n ? null : `the amount ${payment.amount} is not positive`;
}

/**
 * Compares a payout with its deposit on the origin chain. The deposit alone decides the chain, token and recipient, and
 * it limits the amount.
 * @returns the difference, or null
 */
export function findPayoutProblem(
  bounds: PayoutBounds,
  deposit: Terms,
  { chainId, payment }: PlacedPayment,
): string | null {
  const common = findCommonProblem(deposit, payment);
  if (common !== null) return common;
  if (deposit.destination !== BigInt(chainId) || bounds.destinationId !== chainId) {
    return `the payout is on chain ${chainId}, but the deposit is for chain ${deposit.destination}`;
  }
  if (payment.token !== bounds.token.address) {
    return `the token ${payment.token} is not the deposited token, ${bounds.token.address} on chain ${chainId}`;
  }
  const target = parseRecipient(deposit.target, bounds.internal);
  if (!target.ok) return `the deposit's recipient ${target.problem}`;
  if (payment.to !== target.recipient) return `the recipient ${payment.to} is not the deposit's, ${target.recipient}`;
  const largest = largestPayout(deposit.amount, bounds);
  return payment.amount <= largest
    ? null
    : `the amount ${payment.amount} exceeds ${largest}, the deposit less the minimum fee`;
}

/**
 * Compares a refund with its deposit on the origin chain.
 * @returns the difference, or null
 */
export function findRefundProblem(deposit: Terms, { chainId, payment }: PlacedPayment): string | null {
  const common = findCommonProblem(deposit, payment);
  if (common !== null) return common;
  if (chainId !== deposit.chainId) {
    return `the refund is on chain ${chainId}, but the deposit is on chain ${deposit.chainId}`;
  }
  if (payment.token !== deposit.token) return `the token ${payment.token} is not the deposited token ${deposit.token}`;
  if (payment.to !== deposit.depositor) return `the recipient ${payment.to} is not the depositor ${deposit.depositor}`;
  return payment.amount <= deposit.amount
    ? null
    : `the amount ${payment.amount} exceeds the deposit of ${deposit.amount}`;
}
