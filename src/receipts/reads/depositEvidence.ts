import type { Hash } from 'viem';
import { zeroAddress } from 'viem';
import type { Receipt } from '#client/receipt.ts';
import { isSameAddress, parseAddress } from '#shared/address.ts';
import type { ChainConfig } from '#shared/config/runtimeConfig.ts';
import type { DepositLog } from '#shared/events.ts';
import { splitTarget } from '#shared/gasDrop.ts';
import type { DuePayment, ProofGap } from '#shared/payment.ts';
import { judgePayment } from '#shared/payment.ts';
import type { Endpoint } from '../../chain/chainClients.ts';
import { shortReason } from '../../chain/chainErrors.ts';
import { FINAL_DEPTH_BLOCKS, isFinal } from '../../chain/model/finality.ts';
import type { PaymentReads } from '../../chain/paymentReads.ts';
import { blockBefore, isPaidBy } from '../../chain/paymentReads.ts';
import type { Registry } from '../../config/registry.ts';
import { tokenByName, vaultsOf } from '../../config/registry.ts';
import type { ChainEvidenceOf, DepositEvidence, EndpointAnswer, PaymentEvidence } from '../model/evidence.ts';
import type { ChainReading, EvidenceOn, LookupDetail } from './chainEvidenceReads.ts';

type One = {
  readonly mined: ChainEvidenceOf<'mined'>;
  readonly deposit: DepositLog;
  readonly receipt: DepositEvidence['receipt'];
  readonly detail: LookupDetail;
};

const unread = (chain: ChainConfig | null): PaymentEvidence => ({ chain, endpoints: [], kind: 'unread' });

function payoutClaim({ receipt }: One): Hash | null {
  return typeof receipt === 'object' && receipt.kind === 'delivered' ? receipt.delivery.payoutHash : null;
}

function refundClaim({ receipt }: One): Hash | null {
  return typeof receipt === 'object' && receipt.kind === 'failed' ? receipt.claim.hash : null;
}

/** Reads everything about the deposits of a transaction. Never throws. */
export function createDepositEvidence(paymentEvidence: PaymentEvidenceOf, registry: Registry) {
  async function readPayout(one: One): Promise<PaymentEvidence> {
    const { mined, deposit, detail } = one;
    // A payment on the deposit's own chain is a refund, even if the deposit names this chain as its destination.
    const others = registry.chains.filter(({ id }) => id !== mined.chain.id);
    const destination = others.find(({ id }) => BigInt(id) === deposit.destination) ?? null;
    const origin = mined.chain.tokens.find(({ address }) => isSameAddress(address, deposit.token));
    const token = destination && origin && tokenByName(destination, origin.name);
    // The bridge pays only addresses. For any other text, the vault can still say whether it paid.
    const target = splitTarget(deposit.target);
    const recipient = parseAddress(target.recipient) ?? zeroAddress;
    if (!destination || !token) {
      const gap = { code: 'unknownToken' } as const;
      return { chain: destination, endpoints: [], kind: 'unproven', hash: payoutClaim(one), isPaid: false, gap };
    }
    const due = {
      id: deposit.id,
      vaults: vaultsOf(destination),
      token: token.address,
      recipient,
      least: 1n,
      most: null,
      gasDrop: target.gasDrop,
    };
    const sinceMs = Number(deposit.timestamp) * 1000;
    return paymentEvidence({ chain: destination, due, claimed: payoutClaim(one), sinceMs, detail });
  }

  async function readRefund(one: One): Promise<PaymentEvidence> {
    const { deposit, mined, detail } = one;
    const { id, token, user: recipient } = deposit;
    const limits = { least: 1n, most: deposit.amount, gasDrop: 0n };
    const due = { id, vaults: vaultsOf(mined.chain), token, recipient, ...limits };
    const sinceMs = Number(deposit.timestamp) * 1000;
    return paymentEvidence({ chain: mined.chain, due, claimed: refundClaim(one), sinceMs, detail });
  }

  /** If the service names a payout and the chain shows it, no refund is searched for. */
  async function readPayments(one: One) {
    if (payoutClaim(one) === null) {
      const [payout, refund] = await Promise.all([readPayout(one), readRefund(one)]);
      return { payout, refund };
    }
    const payout = await readPayout(one);
    return { payout, refund: payout.kind === 'proven' ? unread(one.mined.chain) : await readRefund(one) };
  }

  return async function depositEvidence(
    mined: ChainEvidenceOf<'mined'>,
    receipts: readonly Receipt[] | 'silent',
    detail: LookupDetail,
  ): Promise<readonly DepositEvidence[]> {
    const { chain, endpoints, blockNumber, networkFee, confirmations } = mined;
    return Promise.all(
      mined.deposits.map(async (deposit): Promise<DepositEvidence> => {
        const receipt = receiptFor(deposit, mined.deposits, receipts);
        const payments = await readPayments({ mined, deposit, receipt, detail });
        return { chain, endpoints, blockNumber, networkFee, confirmations, deposit, receipt, ...payments };
      }),
    );
  };
}

type Deposit = Pick<DepositLog, 'token' | 'amount'>;

/** Whether a receipt can be this deposit's. Only a delivery's receipt states what was deposited. */
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
function receiptFor<D extends Deposit>(
  deposit: D,
  deposits: readonly D[],
  receipts: readonly Receipt[] | 'silent',
): DepositEvidence['receipt'] {
  if (receipts === 'silent') return 'silent';
  const [only] = receipts;
  if (!only) return 'unclear';
  if (receipts.length === 1 && only.kind === 'unknown') return only;
  if (receipts.length === deposits.length) {
    const own = receipts[deposits.indexOf(deposit)];
    return own && canBe(own, deposit) ? own : 'unclear';
  }
  // A service that implements only the specification gives one receipt for the whole transaction.
  const isOnlyMatch = only.kind === 'delivered' && deposits.filter((one) => canBe(only, one)).length === 1;
  return receipts.length === 1 && isOnlyMatch && canBe(only, deposit) ? only : 'unclear';
}

type Sought = {
  readonly chain: ChainConfig;
  /** Only a refund has a maximum amount. */
  readonly due: DuePayment;
  /** The transaction that the service names; null if it names none. */
  readonly claimed: Hash | null;
  /** The time of the deposit. */
  readonly sinceMs: number;
  readonly detail: LookupDetail;
};

type Needs = {
  readonly evidenceOn: EvidenceOn;
  readonly endpointsOf: (chain: ChainConfig) => readonly Endpoint[];
  readonly findPayment: PaymentReads['findPayment'];
};

type PaidAnswer = { readonly host: string; readonly isPaid: boolean | null; readonly reason: string };

const notFound = ({ due }: Sought): ProofGap => ({ code: due.most === null ? 'payoutNotFound' : 'refundNotFound' });

/** Checks that a transaction contains the payment. */
function judge(one: Sought, hash: Hash, { evidence, receipt }: ChainReading): PaymentEvidence {
  const { chain, due } = one;
  const answered = { chain, endpoints: evidence.endpoints };
  const unproven = (gap: ProofGap, isPaid = false): PaymentEvidence => ({
    ...{ ...answered, kind: 'unproven', hash, isPaid, gap },
  });
  if (evidence.kind === 'silent') return unproven({ code: 'noAnswer', detail: evidence.reason });
  if (evidence.kind !== 'mined' || !receipt) return unproven(notFound(one));
  const judged = judgePayment(due, receipt);
  if (judged.kind === 'mismatch') return { ...answered, ...judged, hash };
  const { blockNumber, minedAtMs: paidAtMs, confirmations } = evidence;
  // A refund counts only once no reorg can remove it: a person who reads "refunded" may deposit again.
  if (due.most !== null && !isFinal(confirmations)) {
    return unproven({ code: 'refundNotFinal', blocks: FINAL_DEPTH_BLOCKS }, true);
  }
  const { received: amount, gasReceived } = judged;
  return { ...answered, kind: 'proven', hash, amount, gasReceived, blockNumber, paidAtMs, confirmations };
}

/** Reads whether and where the vaults of a chain paid a deposit. Never throws. */
export function createPaymentEvidence({ evidenceOn, endpointsOf, findPayment }: Needs) {
  const readOne = async (one: Sought, hash: Hash) => judge(one, hash, await evidenceOn(one.chain, hash, one.detail));

  async function askPaid({ host, client }: Endpoint, { due }: Sought): Promise<PaidAnswer> {
    try {
      return { host, isPaid: await isPaidBy(client, due.vaults, due.id), reason: '' };
    } catch (error) {
      return { host, isPaid: null, reason: shortReason(error) };
    }
  }

  async function searchLogs(one: Sought): Promise<PaymentEvidence | null> {
    const [endpoint] = endpointsOf(one.chain);
    if (!endpoint) return null;
    const fromBlock = await blockBefore(endpoint.client, one.sinceMs);
    const found = await findPayment(one.chain, one.due.id, fromBlock);
    return found && readOne(one, found);
  }

  /** Asks the vaults, and searches for the payment if one says that it paid. */
  async function askVaults(one: Sought): Promise<PaymentEvidence> {
    const { chain } = one;
    const answers = await Promise.all(endpointsOf(chain).map((endpoint) => askPaid(endpoint, one)));
    const isPaid = answers.some((answer) => answer.isPaid);
    const endpoints = answers.map(({ host, isPaid: says }): EndpointAnswer => {
      if (says === null) return { host, answer: 'silent' };
      return { host, answer: says === isPaid ? 'agrees' : 'behind' };
    });
    const unproven = (gap: ProofGap): PaymentEvidence => ({
      ...{ chain, endpoints, kind: 'unproven', hash: null, isPaid, gap },
    });
    const silent = (detail: string) => unproven({ code: 'noAnswer', detail });
    if (answers.every((answer) => answer.isPaid === null)) return silent(answers[0]?.reason ?? '');
    if (!isPaid) return { chain, endpoints, kind: 'none' };
    const found = await searchLogs(one).catch((error: unknown) => silent(shortReason(error)));
    if (found?.kind === 'unproven') return { ...found, isPaid };
    return found ?? unproven(notFound(one));
  }

  return async function paymentEvidence(one: Sought): Promise<PaymentEvidence> {
    const told = one.claimed && (await readOne(one, one.claimed));
    if (told?.kind === 'proven' || (told?.kind === 'unproven' && told.gap.code === 'refundNotFinal')) return told;
    const asked = await askVaults(one);
    // The vaults can have paid in another transaction. The service's claim says more only if they have not.
    return told && asked.kind === 'none' ? told : asked;
  };
}

type PaymentEvidenceOf = ReturnType<typeof createPaymentEvidence>;
