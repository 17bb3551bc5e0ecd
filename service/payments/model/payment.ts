import type { Address, Hash, Hex } from 'viem';
import { decodeFunctionData, encodeFunctionData, encodePacked, keccak256, toFunctionSelector } from 'viem';
import { payBatchFunction, vaultAbi } from '#shared/abi/vaultAbi.ts';
import { NATIVE_TOKEN_ADDRESS } from '#shared/address.ts';
import { convertRoundingDown } from '#shared/amount.ts';
import type { Deployment } from '../../boot/model/catalog.ts';
import type { Deposit } from '../../deposits/model/deposit.ts';
import type { TargetBounds } from '../../deposits/model/recipient.ts';
import { parseTarget } from '../../deposits/model/recipient.ts';
import { gasDropPrice } from '../../quotes/model/quote.ts';

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
  /** The native tokens that the recipient gets in the same transaction, in wei; 0 for most payments. */
  readonly gasDrop: bigint;
};

/** What a payment takes of each token: a gas drop is of the native one, and has its own `Paid` event. */
export function amountsOf({ token, amount, gasDrop }: Pick<Payment, 'token' | 'amount' | 'gasDrop'>) {
  const own = { token, amount };
  return gasDrop === 0n ? [own] : [own, { token: NATIVE_TOKEN_ADDRESS, amount: gasDrop }];
}

/** The fields of a transaction that all attempts at its nonce share. */
export type Call = { readonly to: Address; readonly data: Hex; readonly value: bigint };

/** The vault's function that makes a single payment, and its arguments. */
export function payFunction({ id, token, to, amount, gasDrop }: Payment) {
  return gasDrop === 0n
    ? ({ functionName: 'pay', args: [id, token, to, amount] } as const)
    : ({ functionName: 'payWithGas', args: [id, token, to, amount, gasDrop] } as const);
}

export function payCall(vault: Address, payment: Payment): Call {
  const data = encodeFunctionData({ abi: vaultAbi, ...payFunction(payment) });
  return { to: vault, data, value: 0n };
}

export const BATCH_SELECTOR = toFunctionSelector(payBatchFunction);

/** Encodes several payments without gas drops as one call. A failing payment doesn't stop the others. */
export function payBatchCall(vault: Address, payments: readonly Omit<Payment, 'gasDrop'>[]): Call {
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
    if (functionName === 'payBatch') return args[0].map((payment) => ({ ...payment, gasDrop: 0n }));
    if (functionName !== 'pay' && functionName !== 'payWithGas') return null;
    const [id, token, to, amount, gasDrop = 0n] = args;
    return [{ id, token, to, amount, gasDrop }];
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
  /** The least that it keeps for one native token of a gas drop, in the same units. */
  readonly gasDropFloor: bigint;
} & TargetBounds;

/** A payment and the chain that makes it. */
export type PlacedPayment = { readonly chainId: number; readonly payment: Payment };

type Terms = Pick<Deposit, 'id' | 'chainId' | 'funded' | 'depositor' | 'token' | 'target' | 'amount' | 'destination'>;

/** The largest payout for a deposited amount and a gas drop, in the destination token's base units. */
export function largestPayout(
  { amount, gasDrop }: { readonly amount: bigint; readonly gasDrop: bigint },
  { minFee, gasDropFloor, originDecimals, token }: Omit<PayoutBounds, 'destinationId' | keyof TargetBounds>,
): bigint {
  const kept = minFee + gasDropPrice(gasDrop, gasDropFloor);
  if (amount <= kept) return 0n;
  return convertRoundingDown({ amount: amount - kept, decimals: originDecimals }, token.decimals);
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
  const target = parseTarget(deposit.target, bounds);
  if (!target.ok) return `the deposit's recipient ${target.problem}`;
  if (payment.to !== target.recipient) return `the recipient ${payment.to} is not the deposit's, ${target.recipient}`;
  if (payment.gasDrop !== target.gasDrop) {
    return `the gas drop of ${payment.gasDrop} wei is not the deposit's, ${target.gasDrop} wei`;
  }
  const largest = largestPayout({ amount: deposit.amount, gasDrop: target.gasDrop }, bounds);
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
  if (payment.gasDrop !== 0n) return `a refund has no gas drop, but this one has ${payment.gasDrop} wei`;
  return payment.amount <= deposit.amount
    ? null
    : `the amount ${payment.amount} exceeds the deposit of ${deposit.amount}`;
}
