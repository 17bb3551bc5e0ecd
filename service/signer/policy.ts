import type { Address, Hex } from 'viem';
import { decodeFunctionData, encodeFunctionData } from 'viem';
import { payoutAbi } from '#shared/abi/payoutAbi.ts';
import { isNativeToken, isSameAddress, NATIVE_TOKEN_ADDRESS } from '#shared/address.ts';
import { formatAmount } from '#shared/amount.ts';
import type { TransactionToSign } from '../chain/signer.ts';
import type { Payment } from '../domain/payment.ts';

/** What may leave in one token on one chain, in its base units. */
export type TokenPolicy = {
  readonly name: string;
  readonly address: Address;
  readonly decimals: number;
  readonly maxPerPayment: bigint;
  readonly maxPerHour: bigint;
};

/** What may be signed for one chain. */
export type ChainPolicy = {
  readonly name: string;
  readonly id: number;
  readonly depositContract: Address;
  readonly payoutContract: Address;
  readonly maxGasLimit: bigint;
  /** In wei. */
  readonly maxGasPrice: bigint;
  /** The most that all gas limits of an hour may cost together, in wei. */
  readonly maxGasCostPerHour: bigint;
  readonly tokens: readonly TokenPolicy[];
};

export type Policy = { readonly maker: Address; readonly chains: readonly ChainPolicy[] };

/** What a transaction can spend at most of one thing that is limited by the hour: a token, or gas. */
export type Spending = { readonly of: Address | 'gas'; readonly amount: bigint; readonly maxPerHour: bigint };

export type Verdict =
  | { readonly ok: true; readonly kind: 'pay' | 'payBatch' | 'cancel'; readonly spendings: readonly Spending[] }
  | { readonly ok: false; readonly reason: string };

class Refusal extends Error {}

function refuse(reason: string): never {
  throw new Refusal(reason);
}

function checkFees(chain: ChainPolicy, { gasLimit, fees }: TransactionToSign): void {
  if (gasLimit <= 0n || gasLimit > chain.maxGasLimit) {
    refuse(`its gas limit ${gasLimit} is not from 1 to ${chain.maxGasLimit}`);
  }
  if (fees.maxFee <= 0n || fees.maxFee > chain.maxGasPrice) {
    refuse(`its gas price of up to ${fees.maxFee} wei is not from 1 to ${chain.maxGasPrice}`);
  }
  if (fees.tip < 0n || fees.tip > fees.maxFee) refuse('its tip is more than its gas price');
}

type Decoded = { readonly kind: 'pay' | 'payBatch'; readonly payments: readonly Payment[] };

function decode(data: Hex): Decoded {
  try {
    const { functionName, args } = decodeFunctionData({ abi: payoutAbi, data });
    if (functionName === 'pay') {
      const [id, token, to, amount] = args;
      return { kind: 'pay', payments: [{ id, token, to, amount }] };
    }
    if (functionName === 'payBatch') return { kind: 'payBatch', payments: args[0] };
  } catch {
    // Whatever it is, it is no payment.
  }
  return refuse('it calls something else than pay or payBatch');
}

function encode({ kind, payments }: Decoded): Hex {
  const [first] = payments;
  if (kind === 'payBatch') return encodeFunctionData({ abi: payoutAbi, functionName: kind, args: [payments] });
  if (!first) return refuse('it pays nobody');
  return encodeFunctionData({
    abi: payoutAbi,
    functionName: kind,
    args: [first.id, first.token, first.to, first.amount],
  });
}

function checkRecipient({ maker }: Policy, chain: ChainPolicy, to: Address): void {
  const tokens = chain.tokens.map(({ address }) => address);
  const internal = [NATIVE_TOKEN_ADDRESS, maker, chain.depositContract, chain.payoutContract, ...tokens];
  if (internal.some((address) => isSameAddress(address, to))) {
    refuse(`it pays ${to}, which is the zero address, the maker or a contract of the bridge`);
  }
}

function findToken(chain: ChainPolicy, address: Address): TokenPolicy {
  const token = chain.tokens.find((candidate) => isSameAddress(candidate.address, address));
  return token ?? refuse(`it pays in ${address}, which is not among the tokens of ${chain.name}`);
}

function checkPayment(policy: Policy, chain: ChainPolicy, { token: address, to, amount }: Payment): void {
  const { name, decimals, maxPerPayment } = findToken(chain, address);
  checkRecipient(policy, chain, to);
  if (amount === 0n) refuse('it pays nothing');
  if (amount > maxPerPayment) {
    const [asked, most] = [amount, maxPerPayment].map((value) => formatAmount({ amount: value, decimals }));
    refuse(`it pays ${asked} ${name} on ${chain.name}, and ${most} is the most for one payment`);
  }
}

function sumByToken(chain: ChainPolicy, payments: readonly Payment[]): readonly Spending[] {
  const sumOf = (address: Address) =>
    payments.reduce((sum, payment) => (isSameAddress(payment.token, address) ? sum + payment.amount : sum), 0n);
  return chain.tokens
    .map(({ address, maxPerHour }) => ({ of: address, amount: sumOf(address), maxPerHour }))
    .filter(({ amount }) => amount > 0n);
}

function judgeCall(policy: Policy, chain: ChainPolicy, { call }: TransactionToSign) {
  if (isSameAddress(call.to, policy.maker)) {
    if (call.value !== 0n || call.data !== '0x') refuse('it goes to the maker itself and is not empty');
    return { kind: 'cancel' as const, spendings: [] };
  }
  if (!isSameAddress(call.to, chain.payoutContract)) {
    refuse(`it goes to ${call.to}, which is not the payout contract of ${chain.name}`);
  }
  const decoded = decode(call.data);
  const { kind, payments } = decoded;
  // Decoding ignores what stands behind the arguments and between them; encoding it again does not.
  if (encode(decoded) !== call.data.toLowerCase()) refuse('its data is not exactly that of its payments');
  if (payments.length === 0) refuse('it pays nobody');
  for (const payment of payments) checkPayment(policy, chain, payment);
  const native = payments.reduce((sum, { token, amount }) => (isNativeToken(token) ? sum + amount : sum), 0n);
  if (call.value !== native) refuse(`it sends ${call.value} wei along, and its payments need ${native}`);
  return { kind, spendings: sumByToken(chain, payments) };
}

/**
 * Decides from a transaction alone whether the maker may sign it, whoever asks. What is limited by the hour comes back for
 * the caller to count.
 */
export function judge(policy: Policy, transaction: TransactionToSign): Verdict {
  const chain = policy.chains.find(({ id }) => id === transaction.chainId);
  if (!chain) return { ok: false, reason: `chain ${transaction.chainId} is not in the policy` };
  try {
    checkFees(chain, transaction);
    const { kind, spendings } = judgeCall(policy, chain, transaction);
    const cost = transaction.gasLimit * transaction.fees.maxFee;
    const gas: Spending = { of: 'gas', amount: cost, maxPerHour: chain.maxGasCostPerHour };
    return { ok: true, kind, spendings: [...spendings, gas] };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.message };
    throw error;
  }
}
