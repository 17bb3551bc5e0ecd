import type { Address, Hex } from 'viem';
import { encodeFunctionData } from 'viem';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { isSameAddress, NATIVE_TOKEN_ADDRESS } from '#shared/address.ts';
import { formatAmount } from '#shared/amount.ts';
import { maxGasDropOf, vaultsOf } from '../../boot/model/catalog.ts';
import type { Depth } from '../../chain/model/depth.ts';
import type { TransactionToSign } from '../../chain/transactions.ts';
import type { Payment } from '../../payments/model/payment.ts';
import { decodePayments, isBatch, payCall } from '../../payments/model/payment.ts';

/** The caps of one token on one chain, in base units. */
export type TokenPolicy = {
  readonly name: string;
  readonly address: Address;
  readonly decimals: number;
  readonly maxPerPayment: bigint;
};

/** One chain's contracts, providers and caps. The vault has caps too; these hold even if the vault's are higher. */
export type ChainPolicy = {
  readonly name: string;
  readonly id: number;
  /** The signer's own providers. */
  readonly rpcUrls: readonly string[];
  /** How many of them must give the same answer. */
  readonly quorum: number;
  /** How deep a deposit must be before the signer signs its payment. */
  readonly confirmations: Depth;
  /** The depth at which a nonce of the hot wallet counts as used. */
  readonly payoutConfirmations: Depth;
  readonly depositContract: Address;
  readonly vault: Address;
  /** Vaults of earlier installations. They must not have paid a deposit either. */
  readonly retiredVaults: readonly Address[];
  readonly maxGasLimit: bigint;
  /** In wei. */
  readonly maxGasPrice: bigint;
  /** The most native tokens that a payout may bring for gas, in wei; 0 if none. */
  readonly maxGasDrop: bigint;
  readonly tokens: readonly TokenPolicy[];
};

/** A token that may be moved from one chain to another, all by name. */
export type RoutePolicy = {
  readonly token: string;
  readonly from: string;
  readonly to: string;
  /** The least that the bridge keeps of a deposit, in the origin token's base units. */
  readonly minFee: bigint;
  /** The least that it keeps for one native token of a gas drop, in the same units. */
  readonly gasDropFloor: bigint;
};

/** The address for workers on other machines, and the names in their certificates. */
export type RemotePolicy = { readonly listen: string; readonly clients: readonly string[] };

export type Policy = {
  readonly hotWallet: Address;
  /** Former hot wallets. What they have signed must be in the payment log, or they must no longer be payers. */
  readonly formerHotWallets: readonly Address[];
  readonly chains: readonly ChainPolicy[];
  readonly routes: readonly RoutePolicy[];
  /** The workers on other machines that may request a signature; null if there are none. */
  readonly remote: RemotePolicy | null;
};

export type Verdict =
  | {
      readonly ok: true;
      readonly kind: 'pay' | 'payBatch' | 'cancel';
      readonly payments: readonly Payment[];
    }
  | { readonly ok: false; readonly reason: string };

/** The policy forbids a transaction, or a payment differs from what its deposit gives. */
export class Refusal extends Error {}

function refuse(reason: string): never {
  throw new Refusal(reason);
}

function validateFees(chain: ChainPolicy, { gasLimit, fees }: TransactionToSign): void {
  if (gasLimit <= 0n || gasLimit > chain.maxGasLimit) {
    refuse(`the gas limit ${gasLimit} is not between 1 and ${chain.maxGasLimit}`);
  }
  if (fees.maxFee <= 0n || fees.maxFee > chain.maxGasPrice) {
    refuse(`the gas price ${fees.maxFee} wei is not between 1 and ${chain.maxGasPrice}`);
  }
  if (fees.tip < 0n || fees.tip > fees.maxFee)
    refuse(`the tip ${fees.tip} wei is not between 0 and the gas price ${fees.maxFee}`);
  if (fees.isLegacy && fees.tip !== fees.maxFee)
    refuse(`a legacy transaction has one gas price, not ${fees.tip} and ${fees.maxFee} wei`);
}

type Decoded = { readonly kind: 'pay' | 'payBatch'; readonly payments: readonly Payment[] };

function decode(data: Hex): Decoded {
  const payments = decodePayments(data);
  if (!payments) return refuse('the call is none of pay, payWithGas and payBatch');
  return { kind: isBatch({ data }) ? 'payBatch' : 'pay', payments };
}

function encode({ kind, payments }: Decoded, vault: Address): Hex {
  const [first] = payments;
  if (kind === 'payBatch') return encodeFunctionData({ abi: vaultAbi, functionName: kind, args: [payments] });
  if (!first) return refuse('the batch has no payments');
  return payCall(vault, first).data;
}

/** The addresses on a chain to which no payment may go. */
export function internalAddresses(chain: ChainPolicy, hotWallet: Address): readonly Address[] {
  const tokens = chain.tokens.map(({ address }) => address);
  return [NATIVE_TOKEN_ADDRESS, hotWallet, chain.depositContract, ...vaultsOf(chain), ...tokens];
}

function validateRecipient({ hotWallet }: Policy, chain: ChainPolicy, to: Address): void {
  if (internalAddresses(chain, hotWallet).some((address) => isSameAddress(address, to))) {
    refuse(`the recipient ${to} is the zero address, the hot wallet, a bridge contract or a token`);
  }
}

function findToken(chain: ChainPolicy, address: Address): TokenPolicy {
  const token = chain.tokens.find((candidate) => isSameAddress(candidate.address, address));
  return token ?? refuse(`the token ${address} is not in the policy of ${chain.name}`);
}

function validatePayment(policy: Policy, chain: ChainPolicy, { token: address, to, amount, gasDrop }: Payment): void {
  const { name, decimals, maxPerPayment } = findToken(chain, address);
  validateRecipient(policy, chain, to);
  if (amount === 0n) refuse('the amount is 0');
  if (amount > maxPerPayment) {
    const [asked, most] = [amount, maxPerPayment].map((value) => formatAmount({ amount: value, decimals }));
    refuse(`the payment of ${asked} ${name} on ${chain.name} exceeds the cap of ${most} for one payment`);
  }
  if (gasDrop > maxGasDropOf(chain, address)) {
    refuse(`the gas drop of ${gasDrop} wei on ${chain.name} exceeds the most of ${maxGasDropOf(chain, address)} wei`);
  }
}

function evaluateCall(policy: Policy, chain: ChainPolicy, { call }: TransactionToSign) {
  if (isSameAddress(call.to, policy.hotWallet)) {
    if (call.value !== 0n || call.data !== '0x') refuse('a cancel transaction must have no value and no data');
    return { kind: 'cancel' as const, payments: [] };
  }
  if (!isSameAddress(call.to, chain.vault)) refuse(`the destination ${call.to} is not the vault of ${chain.name}`);
  if (call.value !== 0n) refuse(`the value is ${call.value} wei, but the vault pays from its own funds`);
  const decoded = decode(call.data);
  const { payments } = decoded;
  // Decoding ignores surplus bytes. Comparing with a fresh encoding rejects them.
  if (encode(decoded, chain.vault) !== call.data.toLowerCase())
    refuse('the data has bytes that do not belong to its payments');
  if (payments.length === 0) refuse('the batch has no payments');
  for (const payment of payments) validatePayment(policy, chain, payment);
  return decoded;
}

/** Decides from the transaction alone whether the policy allows it. */
export function evaluate(policy: Policy, transaction: TransactionToSign): Verdict {
  const chain = policy.chains.find(({ id }) => id === transaction.chainId);
  if (!chain) return { ok: false, reason: `chain ${transaction.chainId} is not in the policy` };
  try {
    validateFees(chain, transaction);
    return { ok: true, ...evaluateCall(policy, chain, transaction) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.message };
    throw error;
  }
}
