import type { CustomTransport } from 'viem';
import { custom } from 'viem';
import type { Chain } from '../../boot/model/catalog.ts';
import type { BlockTag } from '../model/depth.ts';
import { BLOCK_TAGS } from '../model/depth.ts';
import type { Panel } from './agreement.ts';
import { lowerMedian, NoQuorum, reachedBy } from './agreement.ts';
import type { AskEach } from './askQuorum.ts';
import { askQuorum, createAskEach } from './askQuorum.ts';
import type { Provider, ProviderUse } from './endpoint.ts';
import type { HeadCache } from './head.ts';
import { createHeadTracker, readTaggedBlock } from './head.ts';
import type { RpcObserver } from './rpcObserver.ts';
import type { RpcAnswer, RpcCall } from './rpcResult.ts';
import type { Voter } from './voter.ts';
import { createVoter } from './voter.ts';

type QuorumReads = {
  readonly panel: () => Panel;
  readonly askEach: AskEach;
  readonly readHead: () => Promise<unknown>;
  readonly readTagged: (tag: BlockTag) => Promise<unknown>;
};

// The block's position in the parameters of methods that read a chain's state.
const BLOCK_POSITIONS: Readonly<Record<string, number>> = {
  eth_call: 1,
  eth_estimateGas: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_getStorageAt: 2,
};

// Each node has its own view of the market, so no two need to name the same price.
const PRICES = ['eth_maxPriorityFeePerGas', 'eth_gasPrice'];
const PRICE_GRACE_MS = 1000;

function isHeader(value: unknown): value is { readonly number: string } {
  return typeof value === 'object' && value !== null && 'number' in value && typeof value.number === 'string';
}

/** Reads state at one block: at "latest", two honest providers may use two blocks and seem to differ. */
async function pinBlock(readHead: () => Promise<unknown>, call: RpcCall): Promise<RpcCall> {
  const position = BLOCK_POSITIONS[call.method];
  if (position === undefined || !['latest', undefined].some((tag) => call.params[position] === tag)) return call;
  const head = await readHead();
  if (!isHeader(head)) return call;
  const params = [...call.params];
  params[position] = head.number;
  return { ...call, params };
}

/** Asks all providers that are likely to answer, because one of few prices could be a lie. */
async function readPrice(panel: Panel, askEach: AskEach, call: RpcCall): Promise<string> {
  const { quorum, chainName } = panel;
  const { results, failures } = await askEach(panel, call, PRICE_GRACE_MS);
  const prices = results.flatMap(({ answer }) =>
    answer.kind === 'result' && typeof answer.result === 'string' ? [BigInt(answer.result)] : [],
  );
  const price = prices.length >= quorum ? lowerMedian(prices) : null;
  if (price !== null) return `0x${price.toString(16)}`;
  const [cause] = failures;
  throw new NoQuorum(`Fewer than ${quorum} providers of ${chainName} answered ${call.method}.`, {
    ...(cause instanceof Error && { cause }),
  });
}

function unwrap(answer: RpcAnswer): unknown {
  if (answer.kind === 'revert') throw answer.error;
  return answer.result;
}

/** The tag in a request for a tagged block without its transactions. */
function findBlockTag({ method, params: [block, hasTransactions] }: RpcCall): BlockTag | 'latest' | null {
  if (method !== 'eth_getBlockByNumber' || hasTransactions === true) return null;
  return block === 'latest' ? block : (BLOCK_TAGS.find((tag) => tag === block) ?? null);
}

/** Answers each request with what a quorum of a chain's providers says. */
function createQuorumTransport({ panel, askEach, readHead, readTagged }: QuorumReads): CustomTransport {
  const request = async ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => {
    const call = { method, params };
    if (method === 'eth_blockNumber') {
      const head = await readHead();
      return isHeader(head) ? head.number : null;
    }
    const tag = findBlockTag(call);
    if (tag !== null) return tag === 'latest' ? readHead() : readTagged(tag);
    if (PRICES.includes(method)) return readPrice(panel(), askEach, call);
    const pinned = panel().quorum > 1 ? await pinBlock(readHead, call) : call;
    return unwrap(await askQuorum(panel(), pinned));
  };
  return custom({ request }, { key: 'quorum', name: 'Quorum of providers', retryCount: 0 });
}

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

function toVoter({ record, transport, isBusy }: Provider, use: ProviderUse): Voter {
  const { request } = transport(use)({});
  return createVoter(record, ({ method, params }) => request({ method, params }), { isBusy: () => isBusy(use) });
}

/** The providers most likely to answer well come first. */
function inOrder(voters: readonly Voter[], quorum: number): readonly Voter[] {
  const numbers = voters.flatMap(({ record }) => record.head()?.number ?? []);
  const reached = reachedBy(quorum, numbers) ?? 0n;
  const rank = ({ record, latency, isBusy }: Voter): number => {
    const head = record.head();
    const isBehind = head !== null && head.number + BEHIND_BLOCKS < reached;
    return record.score.rank() * 8 + (latency.isLate() ? 4 : 0) + (isBehind ? 2 : 0) + (isBusy() ? 1 : 0);
  };
  const ranked = voters.map((voter) => ({ voter, rank: rank(voter) }));
  // The sort keeps the configured order among equals.
  return ranked.sort((a, b) => a.rank - b.rank).map(({ voter }) => voter);
}

/** Creates a transport that answers what a quorum of a chain's providers says. */
export function connectQuorum({ chain, providers, use, quorum, observer, heads }: QuorumOptions): CustomTransport {
  const { id: chainId, name: chainName } = chain;
  const voters = providers.map((provider) => toVoter(provider, use));
  const panel = (): Panel => ({
    chainName,
    quorum,
    voters: inOrder(voters, quorum),
    onOutcome: (rpc, outcome) => observer.onOutcome({ chainId, rpc, outcome }),
    onSuspect: (rpc, detail) => observer.onSuspect({ chainId, rpc, problem: 'disagrees', detail }),
    onHead: (rpc, { time }) => observer.onHead({ chainId, rpc, time }),
    onContradiction: () => observer.onContradiction(chainId),
  });
  const askEach = createAskEach();
  const findHead = createHeadTracker({ panel, now: () => performance.now() });
  const readHead = () => heads.read(use.headMaxAgeMs, findHead);
  const readTagged = (tag: BlockTag) =>
    heads.tagged[tag](use.headMaxAgeMs, () => readTaggedBlock(panel(), askEach, tag));
  return createQuorumTransport({ panel, askEach, readHead, readTagged });
}
