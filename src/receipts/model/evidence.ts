import type { Address, Hash } from 'viem';
import type { Receipt } from '#client/receipt.ts';
import type { ChainConfig } from '#shared/config/runtimeConfig.ts';
import type { DepositLog, PaymentLog } from '#shared/events.ts';
import type { ProofGap, Shortfall } from '#shared/payment.ts';
import type { MovedFunds } from '../../transfer/verdict/verdict.ts';

/**
 * How the answer of one RPC endpoint compares with what counts for its chain. `behind`: it does not know the transaction that
 * another endpoint shows. `host` has no path, because a URL can hold a key.
 */
export type EndpointAnswer = {
  readonly host: string;
  readonly answer: 'agrees' | 'behind' | 'differs' | 'silent';
  /** The newest block of this endpoint comes shortly before the block of the transaction. */
  readonly isLagging?: boolean;
};

/** Why a transaction failed. A null reason: no endpoint could replay it. */
export type Failure =
  | { readonly kind: 'reverted'; readonly reason: string | null }
  | { readonly kind: 'outOfGas'; readonly gasLimit: bigint };

/** A chain, and what its endpoints answered. */
export type Answered = { readonly chain: ChainConfig; readonly endpoints: readonly EndpointAnswer[] };

/** The nonce is null where it was not read. */
type SentBy = { readonly from: Address; readonly to: Address | null; readonly nonce: number | null };

type MinedEvidence = SentBy & {
  readonly kind: 'mined';
  /** Null for a successful transaction. */
  readonly failure: Failure | null;
  readonly blockNumber: bigint;
  readonly blockHash: Hash;
  /** By the clock of the chain; null if no endpoint tells. */
  readonly minedAtMs: number | null;
  /** The blocks from its own block on; null if no endpoint tells. */
  readonly confirmations: number | null;
  /** In the native currency. */
  readonly networkFee: bigint;
  /** The deposits into the pinned contract, in log order. */
  readonly deposits: readonly DepositLog[];
  readonly payments: readonly PaymentLog[];
  /** Null where it was not read, and where only accounts apart from the sender and the called contract moved tokens. */
  readonly moved: readonly MovedFunds[] | null;
  /** Whether the account that got the funds of a transaction without a deposit has code; null if no endpoint tells. */
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

/** What the chain of a payout or a refund shows of it. `none`: its vaults say that they have not paid the deposit. */
export type PaymentEvidence = { readonly chain: ChainConfig | null; readonly endpoints: readonly EndpointAnswer[] } & (
  | { readonly kind: 'none' }
  /** Not asked for, because another payment of the deposit is proven. */
  | { readonly kind: 'unread' }
  /** `isPaid`: a vault or a transaction shows that a payment was sent. */
  | { readonly kind: 'unproven'; readonly hash: Hash | null; readonly isPaid: boolean; readonly gap: ProofGap }
  | { readonly kind: 'mismatch'; readonly hash: Hash; readonly shortfalls: readonly Shortfall[] }
  | {
      readonly kind: 'proven';
      readonly hash: Hash;
      readonly amount: bigint;
      readonly blockNumber: bigint;
      readonly paidAtMs: number | null;
      /** The blocks from its own block on; null if no endpoint tells. */
      readonly confirmations: number | null;
    }
);

/** Everything read about one deposit. */
export type DepositEvidence = Answered & {
  readonly deposit: DepositLog;
  readonly blockNumber: bigint;
  readonly networkFee: bigint | null;
  readonly confirmations: number | null;
  /** `unclear`: the service gave receipts, and none of them is certain to be this deposit's. */
  readonly receipt: Receipt | 'silent' | 'unclear';
  readonly payout: PaymentEvidence;
  readonly refund: PaymentEvidence;
};

/** How a hash leads to its deposits. */
export type Trace =
  /** The transaction holds the deposits, or nothing leads anywhere. */
  | { readonly kind: 'direct' }
  /** The payments of a pinned vault lead to their deposits. `isComplete`: the search has found each of them. */
  | ({
      readonly kind: 'payment';
      readonly payments: readonly PaymentLog[];
      readonly isComplete: boolean;
    } & Answered)
  /** A call of a vault that failed. */
  | ({ readonly kind: 'failedPayment' } & Answered)
  /** The hash that the owners of a Safe sign. `transaction` is null until the Safe has executed it. */
  | ({ readonly kind: 'safe'; readonly safe: Address; readonly transaction: Hash | null } & Answered)
  /** Another transaction of the same sender used the nonce; a cancelling one moves nothing. */
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
