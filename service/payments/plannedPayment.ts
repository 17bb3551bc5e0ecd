import type { Address, Hash } from 'viem';
import { NATIVE_TOKEN_ADDRESS } from '#shared/address.ts';
import { createTransactionReader } from '../chain/blockReceipts.ts';
import type { ChainClient, Header } from '../chain/chainClient.ts';
import { readHead, readHeader, readLastDeepBlock } from '../chain/chainClient.ts';
import { askOnce } from '../chain/concurrency.ts';
import type { Depth } from '../chain/model/depth.ts';
import type { FeeMarket, TransactionFees } from '../chain/model/gasPrice.ts';
import { readPaidIds } from '../chain/paymentRecords.ts';
import type { Incident } from '../db/incidents.ts';
import type { Deposit } from '../deposits/model/deposit.ts';
import type { Reason } from '../deposits/model/reasons.ts';
import type { Transfer } from '../deposits/transfers.ts';
import type { EngineContext } from '../engineContext.ts';
import { findUnreadNote } from '../guards/breaker.ts';
import type { Pauses } from '../guards/model/pauses.ts';
import { readPauses } from '../guards/pauses.ts';
import type { Screen } from '../guards/screening.ts';
import { createScreen } from '../guards/screening.ts';
import type { Funds } from '../quotes/funds.ts';
import { readFunds } from '../quotes/funds.ts';
import type { ReadQuotable } from '../quotes/refreshFees.ts';
import { createQuotable } from '../quotes/refreshFees.ts';
import type { Payment, PaymentKind } from './model/payment.ts';

/**
 * What payments that are prepared together read from the chains and the database. Each question is asked once, and a
 * failure answers everyone who asks it. State is read at the head, so that all of it is from one block.
 */
export type BatchReads = {
  head(client: ChainClient): Promise<Header>;
  /** The newest block that is deep enough, as of that head. */
  lastDeep(client: ChainClient, depth: Depth): Promise<bigint>;
  /** A transaction's deposits; null if it isn't in a block. */
  deposits(client: ChainClient, transactionHash: Hash): Promise<readonly Deposit[] | null>;
  /** Whether a vault of the chain has paid a transfer of the batch. */
  isPaid(client: ChainClient, id: Hash): Promise<boolean>;
  funds(client: ChainClient, token: Address): Promise<Funds>;
  pauses(): Promise<Pauses>;
  /** Why payments wait because the service hasn't read a chain's last payments; null if it has. */
  unread(chainId: number): Promise<Reason | null>;
  quotable: ReadQuotable;
  /** Null if no payment is screened. */
  readonly screen: Screen | null;
};

/** What the reads need to know of a transfer. */
type Payable = Pick<Transfer, 'id' | 'deposit'>;

function createChainReads(client: ChainClient, transfers: readonly Payable[]) {
  const head = askOnce((_: 'head') => readHead(client));
  const header = askOnce((blockNumber: bigint) => readHeader(client, { blockNumber }));
  const ids = transfers.map(({ id }) => id);
  const ofChain = transfers.filter(({ deposit }) => deposit.chainId === client.chain.id);
  const places = new Map(ofChain.map(({ deposit }) => [deposit.transactionHash, deposit]));
  const readHeadNumber = async () => (await head('head')).number;
  return {
    head,
    lastDeep: askOnce(async (depth: Depth) => readLastDeepBlock(client.reader, depth, await readHeadNumber())),
    deposits: askOnce(createTransactionReader(client, [...places.values()], header)),
    paidIds: askOnce(async (_: 'paid') => readPaidIds(client, ids, await readHeadNumber())),
    funds: askOnce(async (token: Address) => readFunds(client, token, await readHeadNumber())),
  };
}

/** @param transfers all those prepared together */
export function createBatchReads(context: EngineContext, transfers: readonly Payable[]): BatchReads {
  const { database } = context;
  const ids = new Set(transfers.map(({ id }) => id));
  const chains = new Map<ChainClient, ReturnType<typeof createChainReads>>();
  const pauses = askOnce((_: 'pauses') => readPauses(database));
  const of = (client: ChainClient) => {
    const reads = chains.get(client) ?? createChainReads(client, transfers);
    chains.set(client, reads);
    return reads;
  };
  return {
    head: (client) => of(client).head('head'),
    lastDeep: (client, depth) => of(client).lastDeep(depth),
    deposits: (client, transactionHash) => of(client).deposits(transactionHash),
    isPaid: async (client, id) => {
      if (!ids.has(id)) throw new Error(`${id} is not among the payments that are prepared together`);
      return (await of(client).paidIds('paid')).has(id);
    },
    funds: (client, token) => of(client).funds(token),
    pauses: () => pauses('pauses'),
    unread: askOnce((chainId: number) => findUnreadNote(context, database, [chainId])),
    quotable: createQuotable(context),
    screen: context.catalog.screening && createScreen(context.catalog.screening),
  };
}

/** Where payments that are prepared together are made. */
export type PaymentSite = {
  readonly context: EngineContext;
  /** The client of the paying chain. */
  readonly client: ChainClient;
  readonly market: FeeMarket;
  /** The fees with which the payments are signed. */
  readonly fees: TransactionFees;
  /** What the chain charges for one payment in addition to gas, in wei. */
  readonly dataFee: bigint;
  /** Whether a batch of this hot wallet has recently reverted, so that the next ones need more gas. */
  readonly hasReverted: boolean;
  readonly reads: BatchReads;
};

/** A payment due for a transfer, as it will be signed. It follows from the deposit alone. */
export type PlannedPayment = {
  readonly kind: 'planned';
  readonly transfer: Transfer;
  readonly purpose: PaymentKind;
  readonly payment: Payment;
  /** What the sender was charged for its gas, in the origin token's base units; null for a refund. */
  readonly gasCharge: bigint | null;
};

/** A planned payment after asking the chains about it, and what the vault and the hot wallet have for it. */
export type FundedPayment = PlannedPayment & {
  readonly funds: Funds;
  /** Those of the native token; null without a gas drop. */
  readonly gasDropFunds: Funds | null;
};

/** An amount that a payment takes from the vault, and what the vault has of its token. */
export type Taken = { readonly token: Address; readonly amount: bigint; readonly funds: Funds };

/** What a payment takes from the vault. */
export function listTaken({ payment, funds, gasDropFunds }: FundedPayment): readonly Taken[] {
  const { token, amount, gasDrop } = payment;
  const own = { token, amount, funds };
  return gasDropFunds === null ? [own] : [own, { token: NATIVE_TOKEN_ADDRESS, amount: gasDrop, funds: gasDropFunds }];
}

/** Why a payment is not signed now. */
export type Postponement =
  /** The payment waits. The receipt shows the note. */
  | { readonly kind: 'wait'; readonly note: Reason; readonly vaultAlert?: Pick<Incident, 'chainId' | 'call'> }
  /** The payment would fail, even though the vault has enough funds. */
  | { readonly kind: 'fails'; readonly note: Reason }
  /** The operator must review the transfer. An incident says what differs. */
  | { readonly kind: 'hold'; readonly reason: Reason; readonly incident?: string }
  /** The chain has made the payment already. */
  | {
      readonly kind: 'made';
      readonly purpose: PaymentKind;
      readonly chainId: number;
      readonly hash: Hash;
      readonly amount: bigint;
      /** The amount that was due, if it is known. */
      readonly due: bigint | null;
    };
