import type { Hash } from 'viem';
import { readContract } from 'viem/actions';
import type { Payment, ProofGap, Shortfall } from '#client/proof.ts';
import { readPayment } from '#client/proof.ts';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import type { ChainConfig } from '../../config/runtimeConfig.ts';
import type { EndpointAnswer, PaymentEvidence } from '../../domain/desk/evidence.ts';
import { FINAL_DEPTH_BLOCKS, isFinal } from '../../domain/finality.ts';
import { blockBefore } from '../blockBefore.ts';
import type { Endpoint } from '../chainClients.ts';
import { shortReason } from '../chainErrors.ts';
import type { PaymentReads } from '../paymentReads.ts';
import type { SightDetail, Sighting, SightOn } from './sightReads.ts';

type Sought = {
  readonly chain: ChainConfig;
  readonly due: Payment;
  /** The transaction that the service names; null if it names none. */
  readonly claimed: Hash | null;
  /** The time of the deposit. */
  readonly sinceMs: number;
  /** Of a refund, the deposited amount: a larger payment is not a refund. Null for a payout. */
  readonly atMost: bigint | null;
  readonly detail: SightDetail;
};

type Needs = {
  readonly sightOn: SightOn;
  readonly endpointsOf: (chain: ChainConfig) => readonly Endpoint[];
  readonly findPayment: PaymentReads['findPayment'];
};

type PaidAnswer = { readonly host: string; readonly isPaid: boolean | null; readonly reason: string };

/** The first thing that is wrong with the amount of a payment, if any. */
function amountProblem(received: bigint, atMost: bigint | null): Shortfall | null {
  if (received === 0n) return { field: 'amount', expected: '1', actual: '0' };
  const isTooMuch = atMost !== null && received > atMost;
  return isTooMuch ? { field: 'amountAtMost', expected: `${atMost}`, actual: `${received}` } : null;
}

/** Compares a transaction with the payment that it should hold. */
function judgePayment({ chain, due, atMost }: Sought, hash: Hash, { sight, receipt }: Sighting): PaymentEvidence {
  const answered = { chain, endpoints: sight.endpoints };
  const unproven = (gap: ProofGap, isPaid = false): PaymentEvidence => ({
    ...{ ...answered, kind: 'unproven', hash, isPaid, gap },
  });
  if (sight.kind === 'silent') return unproven({ code: 'noAnswer', detail: sight.reason });
  if (sight.kind !== 'mined' || !receipt) {
    return unproven({ code: atMost === null ? 'payoutNotFound' : 'refundNotFound' });
  }
  const { received, shortfalls } = readPayment(due, receipt);
  const problem = amountProblem(received, atMost);
  if (shortfalls.length > 0) return { ...answered, kind: 'mismatch', hash, shortfalls };
  if (problem) return { ...answered, kind: 'mismatch', hash, shortfalls: [problem] };
  const { blockNumber, minedAtMs: paidAtMs, confirmations } = sight;
  // Only a refund that no reorg removes is called a refund: a person told of one may deposit again.
  if (atMost !== null && !isFinal(confirmations)) {
    return unproven({ code: 'refundNotFinal', blocks: FINAL_DEPTH_BLOCKS }, true);
  }
  return { ...answered, kind: 'proven', hash, amount: received, blockNumber, paidAtMs, confirmations };
}

/** Reads whether and where the vaults of a chain paid a deposit. Never throws. */
export function createPaymentEvidence({ sightOn, endpointsOf, findPayment }: Needs) {
  const readOne = async (one: Sought, hash: Hash) =>
    judgePayment(one, hash, await sightOn(one.chain, hash, one.detail));

  async function askPaid({ host, client }: Endpoint, { due }: Sought): Promise<PaidAnswer> {
    try {
      const answers = await Promise.all(
        due.vaults.map((address) =>
          readContract(client, { address, abi: vaultAbi, functionName: 'isPaid', args: [due.id] }),
        ),
      );
      return { host, isPaid: answers.includes(true), reason: '' };
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
    return found ?? unproven({ code: one.atMost === null ? 'payoutNotFound' : 'refundNotFound' });
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
