import { useQuery } from '@tanstack/react-query';
import type { Hash } from 'viem';
import type { Receipt as Delivery } from '#shared/wire/receipt.ts';
import { encodeReceipt } from '#shared/wire/receipt.ts';
import { offerQuery, receiptQuery } from '../../api/queries.ts';
import type { RefundRecord } from '../../chain/refundReads.ts';
import { useAppServices } from '../../context/appServices.ts';
import { useNow } from '../../context/useNow.ts';
import type { Proof } from '../../domain/proof.ts';
import type { RefundClaim } from '../../domain/receipt.ts';
import type { Facts } from '../../domain/verdict/facts.ts';
import type { Journey } from '../../domain/verdict/journey.ts';
import { journeyOfDelivery, journeyOfDeposit } from '../../domain/verdict/journey.ts';
import { receiptFacts } from '../../domain/verdict/receiptFacts.ts';
import type { Verdict } from '../../domain/verdict/verdict.ts';
import { verdictOf } from '../../domain/verdict/verdictOf.ts';

const REFRESH_MS = 5_000;
const SECOND = 1000;

export type LookedUp = {
  readonly facts: Facts;
  readonly verdict: Verdict;
  /** Null until the service or a chain knows the transfer. */
  readonly journey: Journey | null;
  /** The chain that has the transaction; null before one is found. */
  readonly chainName: string | null;
  readonly delivery: Delivery | null;
  readonly refund: RefundRecord | null;
  /** The seconds from deposit to payout; null where no node tells. */
  readonly seconds: number | null;
};

type Verified = { readonly proof: Proof; readonly seconds: number | null };

/** The payout of a reported delivery, as this page reads it, with the time that it took. */
function useProof(hash: Hash, delivery: Delivery | null, journey: Journey | null) {
  const { chainReads } = useAppServices();
  return useQuery({
    // A proof is valid for one reported delivery only. A changed report needs a new proof.
    queryKey: ['proof', hash, delivery && encodeReceipt(delivery)],
    queryFn: async (): Promise<Verified | null> => {
      if (!delivery) return null;
      const reads = await chainReads();
      const proof = await reads.proveReceipt(hash, delivery);
      const [originId, destinationId] = [journey?.origin?.id, journey?.destination?.id];
      if (proof.kind !== 'proven' || !originId || !destinationId) return { proof, seconds: null };
      const { payoutHash } = delivery;
      return { proof, seconds: await reads.secondsTaken({ hash, originId, payoutHash, destinationId }) };
    },
    enabled: delivery !== null,
    refetchInterval: ({ state }) => (state.data?.proof.kind === 'unknown' ? REFRESH_MS : false),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
}

/** The refund of a failed transfer on the chain of its deposit. */
function useRefund(hash: Hash, claim: RefundClaim | null) {
  const { chainReads } = useAppServices();
  return useQuery({
    queryKey: ['refund', hash, claim?.hash, `${claim?.amount?.amount}`],
    queryFn: async () => (claim ? (await chainReads()).findRefund(hash, claim) : null),
    enabled: claim !== null,
    refetchInterval: ({ state }) => (state.data?.proof.kind === 'proven' ? false : REFRESH_MS),
    // The last result stays visible while the app searches with the new claim of the same transfer.
    placeholderData: (previous) => previous,
    structuralSharing: false,
  });
}

function useUsualSeconds(journey: Journey | null, isOpen: boolean): number | null {
  const offer = useQuery({ ...offerQuery(useAppServices()), enabled: isOpen && journey !== null });
  const route = offer.data?.routes?.all.find(
    ({ origin, destination, pair }) =>
      origin.id === journey?.origin?.id &&
      destination.id === journey.destination?.id &&
      pair.tokenName === journey.tokenName,
  );
  return route?.pair.usualSeconds ?? null;
}

/** Where the chains have the transaction. The proof of a delivery reads the deposit itself. */
function useEvidence(hash: Hash, originId: number | null, isEnabled: boolean) {
  const { registry, chainReads } = useAppServices();
  const { data } = useQuery({
    queryKey: ['locate', hash, originId],
    queryFn: async () => (await chainReads()).locate(hash, originId),
    enabled: isEnabled,
    refetchInterval: REFRESH_MS,
    structuralSharing: false,
  });
  const finding = data?.kind === 'found' ? data.finding : null;
  const deposit = finding?.kind === 'deposit' ? finding.deposit : null;
  return {
    evidence: data ?? null,
    chainName: finding?.chainName ?? null,
    journey: finding && deposit && journeyOfDeposit(registry, finding.chainName, deposit),
    depositedAtMs: deposit && Number(deposit.timestamp) * SECOND,
  };
}

/** The service's answer, by what it makes this page read. Null until the service has answered, or failed to. */
function useReceipt(hash: Hash) {
  const query = useQuery(receiptQuery(useAppServices().service, hash));
  const receipt = query.data ?? (query.isError ? ('silent' as const) : null);
  if (receipt === null || receipt === 'silent') return { receipt, delivery: null, claim: null, isOpen: false };
  return {
    receipt,
    delivery: receipt.kind === 'delivered' ? receipt.delivery : null,
    claim: receipt.kind === 'failed' ? receipt.claim : null,
    isOpen: receipt.kind === 'inProgress' || receipt.kind === 'unknown',
  };
}

/** Asks the service and the chains about a deposit hash. @returns null until the service answered, or failed to */
export function useLookup(hash: Hash, originId: number | null): LookedUp | null {
  const { registry } = useAppServices();
  const { receipt, delivery, claim, isOpen } = useReceipt(hash);
  const found = useEvidence(hash, originId, receipt !== null && delivery === null);
  const journey = delivery ? journeyOfDelivery(registry, delivery) : found.journey;
  const verified = useProof(hash, delivery, journey).data ?? null;
  const refund = useRefund(hash, claim).data ?? null;
  const usualSeconds = useUsualSeconds(journey, isOpen);
  const nowMs = useNow(isOpen ? SECOND : null);
  if (receipt === null) return null;
  const facts = receiptFacts(
    {
      receipt,
      evidence: found.evidence,
      payoutProof: verified?.proof ?? null,
      refundProof: refund?.proof ?? null,
      depositedAtMs: isOpen ? found.depositedAtMs : null,
      usualSeconds,
    },
    nowMs,
  );
  return {
    ...{ facts, journey, delivery, refund },
    verdict: verdictOf(facts),
    chainName: found.chainName,
    seconds: verified?.seconds ?? null,
  };
}
