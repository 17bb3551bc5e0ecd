import type { Hash } from 'viem';
import type { Receipt } from '#client/receipt.ts';
import type { Registry } from '../../config/registry.ts';
import { chainById, chainByName } from '../../config/registry.ts';
import type { ChainConfig } from '../../config/runtimeConfig.ts';
import type { ChainSight } from '../model/evidence.ts';
import { bestSight } from '../model/judgeHash.ts';
import type { CaseMemory } from '../model/memory.ts';
import type { SightDetail, SightOn } from './sightReads.ts';

/** A hash to look up. `chainId`: the chain that the link of a block explorer names. */
export type CaseItem = { readonly hash: Hash; readonly chainId: number | null };

export type CaseSources = {
  /** The service's receipts of a deposit hash, in log order. It rejects if the service does not answer. */
  readonly receiptsOf: (hash: Hash) => Promise<readonly Receipt[]>;
  readonly memory: CaseMemory;
  /**
   * `all` asks every chain. `short`, for long lists, asks the chain first that the service or the link names, and the others
   * only if that one shows no deposit.
   */
  readonly detail: SightDetail;
  /** Ends the lookup before its next step. Absent: it goes on to its answer. */
  readonly signal?: AbortSignal;
};

/** What the service and the chains show of a hash. */
export type Answers = {
  readonly receipts: readonly Receipt[] | 'silent';
  readonly sights: readonly ChainSight[];
};

export const receiptsOrSilence = ({ receiptsOf }: CaseSources, hash: Hash): Promise<Answers['receipts']> =>
  receiptsOf(hash).catch(() => 'silent' as const);

/** Asks the service and the chains about a hash. Never throws. */
export function createAskSources(sightOn: SightOn, registry: Registry) {
  async function look(chains: readonly ChainConfig[], hash: Hash, detail: SightDetail): Promise<readonly ChainSight[]> {
    const found = await Promise.all(chains.map((chain) => sightOn(chain, hash, detail)));
    return found.map(({ sight }) => sight);
  }

  function likelyChain({ chainId }: CaseItem, receipts: Answers['receipts']): ChainConfig | undefined {
    const known = receipts === 'silent' ? undefined : receipts.find(({ kind }) => kind === 'delivered');
    if (known?.kind === 'delivered') return chainByName(registry, known.delivery.originChainName);
    return chainId === null ? undefined : chainById(registry, chainId);
  }

  async function lookShort(hash: Hash, likely: ChainConfig | undefined): Promise<readonly ChainSight[]> {
    const first = likely ? await look([likely], hash, 'short') : [];
    const best = bestSight(first);
    if (best?.kind === 'mined' && best.deposits.length > 0) return first;
    const others = registry.chains.filter(({ id }) => id !== likely?.id);
    return [...first, ...(await look(others, hash, 'short'))];
  }

  return async function askSources(item: CaseItem, sources: CaseSources): Promise<Answers> {
    const { hash } = item;
    const asked = receiptsOrSilence(sources, hash);
    if (sources.detail === 'all') {
      const [receipts, sights] = await Promise.all([asked, look(registry.chains, hash, 'all')]);
      return { receipts, sights };
    }
    const receipts = await asked;
    return { receipts, sights: await lookShort(hash, likelyChain(item, receipts)) };
  };
}
