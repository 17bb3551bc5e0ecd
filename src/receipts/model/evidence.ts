import type { Address, Hash } from 'viem';
import type { Receipt } from '#client/receipt.ts';
import type { ChainConfig } from '#shared/config/runtimeConfig.ts';
import type { DepositLog, PaymentLog } from '#shared/events.ts';
import type { ProofGap, Shortfall } from '#shared/payment.ts';
import type { MovedFunds } from '../../transfer/verdict/verdict.ts';

/**
 * How one RPC endpoint's answer compares with the chain's accepted answer. `behind`: it does not know a transaction that
 * another endpoint shows. `host` has no path, because a URL can hold a key.
 */
export type EndpointAnswer = {
  readonly host: string;
  readonly answer: 'agrees' | 'behind' | 'differs' | 'silent';
  /** The endpoint's newest block is shortly before the transaction's block. */
  readonly isLagging?: boolean;
};

/** Why a transaction failed. The reason is null if no endpoint could replay it. */
export type Failure =
  | { readonly kind: 'reverted'; readonly reason: string | null }
  | { readonly kind: 'outOfGas'; readonly gasLimit: bigint };

/** A chain, and what its endpoints answered. */
export type Answered = { readonly chain: ChainConfig; readonly endpoints: readonly EndpointAnswer[] };

/** The nonce is null if it was not read. */
type SentBy = { readonly from: Address; readonly to: Address | null; readonly nonce: number | null };

type MinedEvidence = SentBy & {
  readonly kind: 'mined';
  /** Null for a successful transaction. */
  readonly failure: Failure | null;
  readonly blockNumber: bigint;
  readonly blockHash: Hash;
  /** By the chain's clock; null if no endpoint says. */
  readonly minedAtMs: number | null;
  /** Its own block counts as 1. Null if no endpoint says. */
  readonly confirmations: number | null;
  /** In the native currency. */
  readonly networkFee: bigint;
  /** The deposits into the pinned contract, in log order. */
  readonly deposits: readonly DepositLog[];
  readonly payments: readonly PaymentLog[];
  /** Null if it was not read, or if only accounts other than the sender and the called contract moved tokens. */
  readonly moved: readonly MovedFunds[] | null;
  /** Whether the receiver in a transaction without a deposit has code; null if no endpoint says. */
  readonly receiverHasCode: boolean | null;
  /** Contracts that are not pinned and emitted a Deposit event. */
  readonly strangers: readonly Address[];
};

/** What one chain shows of a hash. */
export type ChainEvidence = Answered &
  (
    | { readonly kind: 'silent'; readonly reason: string }
    | { readonly kind: 'unknown' }
    | ({ readonly kind: 'pending' } & SentBy)
    | MinedEvidence
  );

export type ChainEvidenceOf<K extends ChainEvidence['kind']> = Extract<ChainEvidence, { readonly kind: K }>;

/** What the chain of a payout or refund shows. `none`: its vaults say that they have not paid the deposit. */
export type PaymentEvidence = { readonly chain: ChainConfig | null; readonly endpoints: readonly EndpointAnswer[] } & (
  | { readonly kind: 'none' }
  /** Not asked for, because the deposit has another proven payment. */
  | { readonly kind: 'unread' }
  /** `isPaid`: a vault or a transaction shows a payment. */
  | { readonly kind: 'unproven'; readonly hash: Hash | null; readonly isPaid: boolean; readonly gap: ProofGap }
  | { readonly kind: 'mismatch'; readonly hash: Hash; readonly shortfalls: readonly Shortfall[] }
  | {
      readonly kind: 'proven';
      readonly hash: Hash;
      readonly amount: bigint;
      /** The native tokens that arrived with it, in wei. */
      readonly gasReceived: bigint;
      readonly blockNumber: bigint;
      readonly paidAtMs: number | null;
      /** Its own block counts as 1. Null if no endpoint says. */
      readonly confirmations: number | null;
    }
);

/** Everything read about one deposit. */
export type DepositEvidence = Answered & {
  readonly deposit: DepositLog;
  readonly blockNumber: bigint;
  readonly networkFee: bigint | null;
  readonly confirmations: number | null;
  /** `unclear`: the service gave receipts, but none is certainly this deposit's. */
  readonly receipt: Receipt | 'silent' | 'unclear';
  readonly payout: PaymentEvidence;
  readonly refund: PaymentEvidence;
};

/** How a hash leads to its deposits. */
export type Trace =
  /** The transaction itself has the deposits, or the hash leads nowhere. */
  | { readonly kind: 'direct' }
  /** A pinned vault's payments lead to their deposits. `isComplete`: the search has found all of them. */
  | ({
      readonly kind: 'payment';
      readonly payments: readonly PaymentLog[];
      readonly isComplete: boolean;
    } & Answered)
  /** A failed call of a vault. */
  | ({ readonly kind: 'failedPayment' } & Answered)
  /** The hash that the owners of a Safe sign. `transaction` is null until the Safe executes it. */
  | ({ readonly kind: 'safe'; readonly safe: Address; readonly transaction: Hash | null } & Answered)
  /** Another transaction of the sender used the nonce; a cancelling one moves nothing. */
  | ({ readonly kind: 'replaced' | 'cancelled'; readonly by: Hash; readonly confirmations: number } & Answered)
  /** Seen before, unknown now, and no transaction has used its nonce. */
  | ({ readonly kind: 'dropped' } & Answered)
  /** Seen before in a block that the chain no longer has. */
  | ({ readonly kind: 'reorged'; readonly blockHash: Hash } & Answered);

/** Everything read about one hash. */
export type Evidence = {
  readonly hash: Hash;
  /** One for each chain that was asked. */
  readonly perChain: readonly ChainEvidence[];
  /** The service's receipts of this hash, in log order. */
  readonly receipts: readonly Receipt[] | 'silent';
  readonly trace: Trace;
  readonly deposits: readonly DepositEvidence[];
};
