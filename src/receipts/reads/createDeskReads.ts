import type { Hash } from 'viem';
import type { Receipt } from '#client/receipt.ts';
import type { ChainConfig } from '#shared/config/runtimeConfig.ts';
import type { ClientOf, Endpoint } from '../../chain/chainClients.ts';
import { createEndpoints } from '../../chain/chainClients.ts';
import { createPaymentReads } from '../../chain/paymentReads.ts';
import type { Registry } from '../../config/registry.ts';
import { chainById, chainByName } from '../../config/registry.ts';
import type { ChainEvidence, ChainEvidenceOf, DepositEvidence, Evidence, Trace } from '../model/evidence.ts';
import { bestEvidence, isFailedPayment } from '../model/judgeWithoutDeposit.ts';
import type { LookupMemory, Remembered } from '../model/memory.ts';
import { rememberTransaction } from '../model/memory.ts';
import type { EvidenceOn, LookupDetail } from './chainEvidenceReads.ts';
import { createChainEvidenceReads } from './chainEvidenceReads.ts';
import { createDepositEvidence, createPaymentEvidence } from './depositEvidence.ts';
import { createFruitlessSearches, findDeposits } from './historySearches.ts';
import { createTraceReads } from './traceReads.ts';

/** A hash to look up. `chainId`: the chain named by an explorer link. */
export type LookupItem = { readonly hash: Hash; readonly chainId: number | null };

export type LookupSources = {
  /** The service's receipts for a deposit hash, in log order. Rejects if the service does not answer. */
  readonly receiptsOf: (hash: Hash) => Promise<readonly Receipt[]>;
  readonly memory: LookupMemory;
  /**
   * `all` asks every chain. `short`, for long lists, first asks the chain named by the service or the link, and the others only
   * if that chain shows no deposit.
   */
  readonly detail: LookupDetail;
  /** Ends the lookup before its next step. */
  readonly signal?: AbortSignal;
};

/** What the service and the chains show about a hash. */
type Answers = {
  readonly receipts: readonly Receipt[] | 'silent';
  readonly perChain: readonly ChainEvidence[];
};

const receiptsOrSilence = ({ receiptsOf }: LookupSources, hash: Hash): Promise<Answers['receipts']> =>
  receiptsOf(hash).catch(() => 'silent' as const);

/** A batch can hold hundreds of payments. The desk reads the deposits of only the first ones. */
const MAX_TRACED_PAYMENTS = 20;

type Traced = Pick<Evidence, 'trace' | 'deposits'>;
type Place = { readonly chain: ChainConfig; readonly hash: Hash };

function rememberEndpoints(): (chain: ChainConfig) => readonly Endpoint[] {
  const known = new Map<number, readonly Endpoint[]>();
  return (chain) => {
    const endpoints = known.get(chain.id) ?? createEndpoints(chain);
    known.set(chain.id, endpoints);
    return endpoints;
  };
}

/** Reads everything about a hash from the service and from the configured chains. */
export function createDeskReads(clientOf: ClientOf, registry: Registry, now = () => Date.now()) {
  const endpointsOf = rememberEndpoints();
  const evidenceOn = createChainEvidenceReads(endpointsOf);
  const { findPayment } = createPaymentReads(clientOf);
  const askSources = createAskSources(evidenceOn, registry);
  const depositEvidence = createDepositEvidence(
    createPaymentEvidence({ evidenceOn, endpointsOf, findPayment }),
    registry,
  );
  const fruitless = createFruitlessSearches(now);
  const traceOf = createTraceReads({ clientOf, endpointsOf, registry, fruitless, now });
  const seen = createSeenHashes(now);

  /** The deposits of another transaction that the hash leads to. */
  async function depositsAt({ chain, hash }: Place, sources: LookupSources): Promise<readonly DepositEvidence[]> {
    const [{ evidence }, receipts] = await Promise.all([
      evidenceOn(chain, hash, sources.detail),
      receiptsOrSilence(sources, hash),
    ]);
    return evidence.kind === 'mined' ? depositEvidence(evidence, receipts, sources.detail) : [];
  }

  async function tracePayments(mined: ChainEvidenceOf<'mined'>, sources: LookupSources): Promise<Traced> {
    const { chain, endpoints, payments } = mined;
    // Gas on arrival is a second payment of the same id.
    const ids = [...new Set(payments.map(({ id }) => id))];
    const found = await findDeposits(ids.slice(0, MAX_TRACED_PAYMENTS), {
      chains: registry.chains,
      clientOf,
      fruitless,
    });
    const places = new Map([...found.values()].map((place) => [place.hash, place]));
    const deposits = await Promise.all([...places.values()].map((place) => depositsAt(place, sources)));
    const trace: Trace = { kind: 'payment', chain, endpoints, payments, isComplete: found.size === ids.length };
    return { trace, deposits: deposits.flat().filter(({ deposit }) => found.has(deposit.id)) };
  }

  async function traceAbsent({ hash }: LookupItem, { perChain }: Answers, sources: LookupSources): Promise<Traced> {
    const trace = await traceOf({ hash, perChain, memory: seen.addTo(sources.memory, hash) });
    const leadsTo = trace.kind === 'safe' ? trace.transaction : trace.kind === 'replaced' ? trace.by : null;
    if (leadsTo === null || trace.kind === 'direct') return { trace, deposits: [] };
    return { trace, deposits: await depositsAt({ chain: trace.chain, hash: leadsTo }, sources) };
  }

  async function traceHash(item: LookupItem, answers: Answers, sources: LookupSources): Promise<Traced> {
    const best = bestEvidence(answers.perChain);
    if (best?.kind !== 'mined') return traceAbsent(item, answers, sources);
    if (best.deposits.length === 0 && best.payments.length > 0) return tracePayments(best, sources);
    const { chain, endpoints } = best;
    if (isFailedPayment(best)) return { trace: { kind: 'failedPayment', chain, endpoints }, deposits: [] };
    return { trace: { kind: 'direct' }, deposits: await depositEvidence(best, answers.receipts, sources.detail) };
  }

  return {
    /** What each chain shows of a hash. Never rejects. */
    evidenceOf: async (hash: Hash): Promise<readonly ChainEvidence[]> =>
      (await Promise.all(registry.chains.map((chain) => evidenceOn(chain, hash)))).map(({ evidence }) => evidence),

    /** A source that does not answer is part of the evidence. Rejects only after an abort. */
    readEvidence: async (item: LookupItem, sources: LookupSources): Promise<Evidence> => {
      const answers = await askSources(item, sources);
      // An aborted request makes the service seem silent.
      sources.signal?.throwIfAborted();
      const traced = await traceHash(item, answers, sources);
      sources.signal?.throwIfAborted();
      seen.remember(item.hash, answers.perChain);
      return { hash: item.hash, ...answers, ...traced };
    },
  };
}

export type DeskReads = ReturnType<typeof createDeskReads>;

/** Asks the service and the chains about a hash. Never throws. */
function createAskSources(evidenceOn: EvidenceOn, registry: Registry) {
  async function look(
    chains: readonly ChainConfig[],
    hash: Hash,
    detail: LookupDetail,
  ): Promise<readonly ChainEvidence[]> {
    const found = await Promise.all(chains.map((chain) => evidenceOn(chain, hash, detail)));
    return found.map(({ evidence }) => evidence);
  }

  function likelyChain({ chainId }: LookupItem, receipts: Answers['receipts']): ChainConfig | undefined {
    const known = receipts === 'silent' ? undefined : receipts.find(({ kind }) => kind === 'delivered');
    if (known?.kind === 'delivered') return chainByName(registry, known.delivery.originChainName);
    return chainId === null ? undefined : chainById(registry, chainId);
  }

  async function lookShort(hash: Hash, likely: ChainConfig | undefined): Promise<readonly ChainEvidence[]> {
    const first = likely ? await look([likely], hash, 'short') : [];
    const best = bestEvidence(first);
    if (best?.kind === 'mined' && best.deposits.length > 0) return first;
    const others = registry.chains.filter(({ id }) => id !== likely?.id);
    return [...first, ...(await look(others, hash, 'short'))];
  }

  return async function askSources(item: LookupItem, sources: LookupSources): Promise<Answers> {
    const { hash } = item;
    const asked = receiptsOrSilence(sources, hash);
    if (sources.detail === 'all') {
      const [receipts, perChain] = await Promise.all([asked, look(registry.chains, hash, 'all')]);
      return { receipts, perChain };
    }
    const receipts = await asked;
    return { receipts, perChain: await lookShort(hash, likelyChain(item, receipts)) };
  };
}

const MAX_REMEMBERED = 2_000;

/** What this page has seen of each hash. It explains later what happened to a pending transaction. */
function createSeenHashes(now: () => number) {
  const seen = new Map<Hash, Remembered>();
  return {
    remember: (hash: Hash, perChain: readonly ChainEvidence[]): void => {
      const [latest] = perChain.map((one) => rememberTransaction(hash, one)).filter((one) => one !== null);
      if (!latest) return;
      const earlier = seen.get(hash);
      const isSameChain = earlier?.chainId === latest.chainId;
      // If a mined transaction is pending again, a reorg removed its block, and the remembered block proves it.
      const block = latest.block ?? (isSameChain ? earlier.block : null);
      seen.set(hash, {
        ...latest,
        nonce: latest.nonce ?? (isSameChain ? earlier.nonce : null),
        block,
        seenAtMs: now(),
      });
      const [oldest] = seen.keys();
      if (seen.size > MAX_REMEMBERED && oldest) seen.delete(oldest);
    },
    /** Adds what this page has seen. */
    addTo: (memory: LookupMemory, hash: Hash): LookupMemory => {
      const own = seen.get(hash);
      return own ? { ...memory, remembered: [...memory.remembered, own] } : memory;
    },
  };
}
