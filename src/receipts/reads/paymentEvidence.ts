import type { Hash } from 'viem';
import type { DuePayment, ProofGap } from '#shared/payment.ts';
import { judgePayment } from '#shared/payment.ts';
import type { Endpoint } from '../../chain/chainClients.ts';
import { shortReason } from '../../chain/chainErrors.ts';
import { FINAL_DEPTH_BLOCKS, isFinal } from '../../chain/model/finality.ts';
import type { PaymentReads } from '../../chain/paymentReads.ts';
import { blockBefore, isPaidBy } from '../../chain/paymentReads.ts';
import type { ChainConfig } from '../../config/runtimeConfig.ts';
import type { EndpointAnswer, PaymentEvidence } from '../model/evidence.ts';
import type { SightDetail, Sighting, SightOn } from './sightReads.ts';

type Sought = {
  readonly chain: ChainConfig;
  /** Only a refund has a most amount. */
  readonly due: DuePayment;
  /** The transaction that the service names; null if it names none. */
  readonly claimed: Hash | null;
  /** The time of the deposit. */
  readonly sinceMs: number;
  readonly detail: SightDetail;
};

type Needs = {
  readonly sightOn: SightOn;
  readonly endpointsOf: (chain: ChainConfig) => readonly Endpoint[];
  readonly findPayment: PaymentReads['findPayment'];
};

type PaidAnswer = { readonly host: string; readonly isPaid: boolean | null; readonly reason: string };

const notFound = ({ due }: Sought): ProofGap => ({ code: due.most === null ? 'payoutNotFound' : 'refundNotFound' });

/** Compares a transaction with the payment that it should hold. */
function judge(one: Sought, hash: Hash, { sight, receipt }: Sighting): PaymentEvidence {
  const { chain, due } = one;
  const answered = { chain, endpoints: sight.endpoints };
  const unproven = (gap: ProofGap, isPaid = false): PaymentEvidence => ({
    ...{ ...answered, kind: 'unproven', hash, isPaid, gap },
  });
  if (sight.kind === 'silent') return unproven({ code: 'noAnswer', detail: sight.reason });
  if (sight.kind !== 'mined' || !receipt) return unproven(notFound(one));
  const judged = judgePayment(due, receipt);
  if (judged.kind === 'mismatch') return { ...answered, ...judged, hash };
  const { blockNumber, minedAtMs: paidAtMs, confirmations } = sight;
  // Only a refund that no reorg removes is called a refund: a person told of one may deposit again.
  if (due.most !== null && !isFinal(confirmations)) {
    return unproven({ code: 'refundNotFinal', blocks: FINAL_DEPTH_BLOCKS }, true);
  }
  return { ...answered, kind: 'proven', hash, amount: judged.received, blockNumber, paidAtMs, confirmations };
}

/** Reads whether and where the vaults of a chain paid a deposit. Never throws. */
export function createPaymentEvidence({ sightOn, endpointsOf, findPayment }: Needs) {
  const readOne = async (one: Sought, hash: Hash) => judge(one, hash, await sightOn(one.chain, hash, one.detail));

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

  /** Asks the vaults, and searches for the payment where one says that it paid. */
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
    // The vaults can have paid in another transaction. Only without a payment does the claim say more.
    return told && asked.kind === 'none' ? told : asked;
  };
}

export type PaymentEvidenceOf = ReturnType<typeof createPaymentEvidence>;
