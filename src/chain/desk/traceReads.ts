import type { Address, Hash } from 'viem';
import type { ChainConfig } from '../../config/runtimeConfig.ts';
import type { ChainSight, Trace } from '../../domain/desk/evidence.ts';
import type { CaseMemory, Remembered } from '../../domain/desk/memory.ts';
import { accountsIn, recall, recallProposal } from '../../domain/desk/memory.ts';
import type { Registry } from '../../domain/registry.ts';
import type { ClientOf } from '../chainClients.ts';
import { hasBlock, isCancellation, readNonceFate } from './replacement.ts';
import type { SafeExecution } from './safeExecution.ts';
import { findExecution } from './safeExecution.ts';

const DIRECT: Trace = { kind: 'direct' };

type Asked = { readonly hash: Hash; readonly sights: readonly ChainSight[]; readonly memory: CaseMemory };

/** Finds out what became of a hash that no chain shows as mined. Never throws: without a trace it is `direct`. */
export function createTraceReads(clientOf: ClientOf, registry: Registry) {
  const sightOf = (sights: readonly ChainSight[], chainId: number) => sights.find(({ chain }) => chain.id === chainId);

  async function traceNonce({ from, nonce, chainId }: Remembered, sight: ChainSight): Promise<Trace> {
    if (nonce === null) return DIRECT;
    const fate = await readNonceFate(clientOf(chainId), { from, nonce });
    const { chain, endpoints } = sight;
    if (fate.kind === 'free') return { kind: 'dropped', chain, endpoints };
    const { hash: by } = fate.by;
    return { kind: isCancellation(fate.by) ? 'cancelled' : 'replaced', by, chain, endpoints };
  }

  async function traceRemembered({ hash, sights, memory }: Asked): Promise<Trace> {
    const seen = recall(memory, hash);
    const sight = seen && sightOf(sights, seen.chainId);
    if (!seen || !sight || (sight.kind !== 'unknown' && sight.kind !== 'pending')) return DIRECT;
    const wasRemoved = seen.block !== null && !(await hasBlock(clientOf(seen.chainId), seen.block));
    const { chain, endpoints } = sight;
    // A transaction that is pending again can still be mined.
    const nonce = sight.kind === 'pending' ? DIRECT : await traceNonce(seen, sight);
    if (nonce.kind === 'replaced' || nonce.kind === 'cancelled') return nonce;
    if (wasRemoved && seen.block) return { kind: 'reorged', blockHash: seen.block.hash, chain, endpoints };
    return nonce;
  }

  async function executionOn(chain: ChainConfig, hash: Hash, accounts: readonly Address[]) {
    const found = await findExecution(clientOf(chain.id), { hash, accounts }).catch(() => null);
    return found && { chain, ...found };
  }

  async function traceSafe({ hash, sights, memory }: Asked): Promise<Trace> {
    const toTrace = (chainId: number, found: { safe: Address; transaction: Hash | null }): Trace => {
      const sight = sightOf(sights, chainId);
      return sight ? { kind: 'safe', ...found, chain: sight.chain, endpoints: sight.endpoints } : DIRECT;
    };
    const executions = await Promise.all(registry.chains.map((chain) => executionOn(chain, hash, accountsIn(memory))));
    const execution = executions.find((one) => one !== null);
    if (execution) {
      const { safe, transaction }: SafeExecution = execution;
      return toTrace(execution.chain.id, { safe, transaction });
    }
    const proposal = recallProposal(memory, hash);
    return proposal ? toTrace(proposal.chainId, { safe: proposal.safe, transaction: null }) : DIRECT;
  }

  return async function traceOf(asked: Asked): Promise<Trace> {
    const remembered = await traceRemembered(asked).catch(() => DIRECT);
    const isPending = asked.sights.some(({ kind }) => kind === 'pending');
    return remembered.kind !== 'direct' || isPending ? remembered : traceSafe(asked);
  };
}
