import type { CustomTransport } from 'viem';
import type { Chain } from '../../domain/catalog.ts';
import type { BlockTag } from '../../domain/depth.ts';
import type { Provider, ProviderUse } from '../provider.ts';
import type { RpcObserver } from '../rpcObserver.ts';
import { reachedBy } from './agreement.ts';
import type { Panel } from './ballot.ts';
import type { HeadCache } from './headCache.ts';
import { createHeadTracker } from './headTracker.ts';
import { createQuorumTransport } from './quorumTransport.ts';
import { readTaggedBlock } from './taggedBlock.ts';
import type { Voter } from './voter.ts';
import { createVoter } from './voter.ts';

export type QuorumOptions = {
  readonly chain: Pick<Chain, 'id' | 'name'>;
  readonly providers: readonly Provider[];
  readonly use: ProviderUse;
  readonly quorum: number;
  readonly observer: RpcObserver;
  /** All clients with this quorum share it. */
  readonly heads: HeadCache;
};

// Honest providers pass on a new block within seconds.
const BEHIND_BLOCKS = 2n;

function toVoter({ record, transport }: Provider, use: ProviderUse): Voter {
  const { request } = transport(use)({});
  return createVoter(record, ({ method, params }) => request({ method, params }));
}

/** The providers that are most likely to answer well come first. */
function inOrder(voters: readonly Voter[], quorum: number): readonly Voter[] {
  const numbers = voters.flatMap(({ record }) => record.head()?.number ?? []);
  const reached = reachedBy(quorum, numbers) ?? 0n;
  const rank = ({ record, pace }: Voter): number => {
    const head = record.head();
    const isBehind = head !== null && head.number + BEHIND_BLOCKS < reached;
    return record.standing.rank() * 4 + (pace.isLate() ? 2 : 0) + (isBehind ? 1 : 0);
  };
  const ranked = voters.map((voter) => ({ voter, rank: rank(voter) }));
  // The sort keeps the order of the configuration among equals.
  return ranked.sort((a, b) => a.rank - b.rank).map(({ voter }) => voter);
}

/** Makes a transport that answers what a quorum of a chain's providers says. */
export function connectQuorum({ chain, providers, use, quorum, observer, heads }: QuorumOptions): CustomTransport {
  const { id: chainId, name: chainName } = chain;
  const voters = providers.map((provider) => toVoter(provider, use));
  const panel = (): Panel => ({
    chainName,
    quorum,
    voters: inOrder(voters, quorum),
    onOutcome: (rpc, outcome) => observer.onOutcome({ chainId, rpc, outcome }),
    onSuspect: (rpc, detail) => observer.onSuspect({ chainId, rpc, kind: 'contradicts', detail }),
    onHead: (rpc, { time }) => observer.onHead({ chainId, rpc, time }),
    onContradiction: () => observer.onContradiction(chainId),
  });
  const findHead = createHeadTracker({ panel, now: () => performance.now() });
  const readHead = () => heads.read(use.headMaxAgeMs, findHead);
  const readTagged = (tag: BlockTag) => heads.tagged[tag](use.headMaxAgeMs, () => readTaggedBlock(panel(), tag));
  return createQuorumTransport({ panel, readHead, readTagged });
}
