import type { Hash } from 'viem';
import { isHash } from 'viem';
import type { ShareRecent } from '../concurrency.ts';
import { createShareRecent } from '../concurrency.ts';
import type { BlockTag } from '../model/depth.ts';
import type { Panel } from './agreement.ts';
import { findAgreement, isNoQuorum, NoQuorum, reachedBy } from './agreement.ts';
import type { AskEach } from './askQuorum.ts';
import { askAll, askQuorum } from './askQuorum.ts';
import type { ProviderHead } from './endpoint.ts';
import { toProviderHead } from './endpoint.ts';
import type { RpcCall } from './rpcResult.ts';
import { describeAnswer } from './rpcResult.ts';
import type { Voter } from './voter.ts';

/**
 * Shares reads of a chain's newest and tagged blocks, as its providers agree on them, among the workers of this
 * process.
 */
export type HeadCache = {
  /** Returns the newest block, at most `maxAgeMs` old; otherwise asks for it. */
  readonly read: ShareRecent<unknown>;
  /** The same for the newest block with a tag. */
  readonly tagged: Readonly<Record<BlockTag, ShareRecent<unknown>>>;
  /** Calls the listener whenever a read finds a different newest block. */
  onNew(listener: (hash: Hash) => void): void;
};

function readHash(block: unknown): Hash | null {
  const hash = typeof block === 'object' && block !== null && 'hash' in block ? block.hash : null;
  return typeof hash === 'string' && isHash(hash) ? hash : null;
}

export function createHeadCache(now: () => number = () => performance.now()): HeadCache {
  const listeners: ((hash: Hash) => void)[] = [];
  const read = createShareRecent<unknown>(now);
  let newest: Hash | null = null;

  const compare = (block: unknown) => {
    const hash = readHash(block);
    if (hash === null || hash === newest) return;
    newest = hash;
    for (const listener of listeners) listener(hash);
  };
  return {
    read: (maxAgeMs, ask) =>
      read(maxAgeMs, async () => {
        const block = await ask();
        compare(block);
        return block;
      }),
    tagged: { safe: createShareRecent(now), finalized: createShareRecent(now) },
    onNew: (listener) => {
      listeners.push(listener);
    },
  };
}

// The slowest providers don't have to answer every time.
const GRACE_MS = 300;

function getBlock(block: string): RpcCall {
  return { method: 'eth_getBlockByNumber', params: [block, false] };
}

/**
 * Reads the newest block that a quorum of providers tags. Each provider may have seen a newer one than the others, so
 * the highest block that a quorum reaches counts, and a quorum must agree on that block.
 * @throws NoQuorum
 */
export async function readTaggedBlock(panel: Panel, askEach: AskEach, tag: BlockTag): Promise<unknown> {
  const { quorum, chainName } = panel;
  const { results, failures } = await askEach(panel, getBlock(tag), GRACE_MS);
  const known = results.flatMap(({ voter, answer }) => {
    const block = toProviderHead(answer, 0);
    return block ? [{ voter, answer, number: block.number }] : [];
  });
  const number = reachedBy(
    quorum,
    known.map((one) => one.number),
  );
  if (number === null) {
    const [cause] = failures;
    throw new NoQuorum(
      `Fewer than ${quorum} of ${panel.voters.length} providers of ${chainName} returned their ${tag} block. If they do not support the tag, set a number of confirmations.`,
      cause instanceof Error ? { cause } : {},
    );
  }
  const call = getBlock(`0x${number.toString(16)}`);
  const votes = known
    .filter((one) => one.number === number)
    .map(({ voter, answer }) => ({ voter, answer, key: describeAnswer(answer) }));
  const answer = findAgreement(call, votes, quorum)?.answer ?? (await askQuorum(panel, call));
  if (answer.kind === 'revert') throw answer.error;
  return answer.result;
}

const LATEST: RpcCall = { method: 'eth_getBlockByNumber', params: ['latest', false] };

export type HeadTrackerOptions = {
  readonly panel: () => Panel;
  /** Monotonic milliseconds. */
  readonly now: () => number;
};

// A provider that answers late has not lost its blocks.
const MEMORY_MS = 15_000;
// How far an honest provider may lag behind another. The head does not move back further because of a single provider.
const MAX_STEP_BACK = 64n;

type KnownHead = { readonly voter: Voter; readonly head: ProviderHead };

function noHead({ voters, quorum, chainName }: Panel, [cause, ...more]: readonly unknown[]): Error {
  if (quorum === 1 && cause instanceof Error) return cause;
  const failed = cause === undefined ? 0 : more.length + 1;
  return new NoQuorum(
    `Fewer than ${quorum} of ${voters.length} providers of ${chainName} returned their newest block. ${failed} failed.`,
    cause instanceof Error ? { cause } : {},
  );
}

/**
 * The block numbers that a quorum may have, highest first. A provider that shows a block far ahead counts only towards
 * the first, which perhaps only one honest provider has so far. All honest ones have the second.
 */
function listCandidates(known: readonly KnownHead[], quorum: number): readonly bigint[] {
  const numbers = known.map(({ head }) => head.number);
  const [first, second] = [reachedBy(quorum, numbers), reachedBy(quorum + 1, numbers)];
  if (first === null) return [];
  return second === null || second === first || second < first - MAX_STEP_BACK ? [first] : [first, second];
}

/** Reads a block that a quorum of providers agrees on; null if they have none. */
async function readBlock(panel: Panel, known: readonly KnownHead[], number: bigint): Promise<unknown> {
  const votes = known
    .filter(({ head }) => head.number === number)
    .map(({ voter, head: { answer } }) => ({ voter, answer, key: describeAnswer(answer) }));
  const call = { ...LATEST, params: [`0x${number.toString(16)}`, false] };
  const answer = findAgreement(call, votes, panel.quorum)?.answer ?? (await askQuorum(panel, call));
  if (answer.kind === 'revert') throw answer.error;
  return answer.result;
}

/** Reads the highest candidate that a quorum agrees on. @throws NoQuorum */
async function readNewest(panel: Panel, known: readonly KnownHead[]): Promise<unknown> {
  let failure = noHead(panel, []);
  for (const number of listCandidates(known, panel.quorum)) {
    try {
      const answer = await readBlock(panel, known, number);
      if (answer) return answer;
    } catch (error) {
      if (!isNoQuorum(error)) throw error;
      failure = error;
    }
  }
  throw failure;
}

/**
 * Creates a function that reads the newest block that a quorum of providers has. It asks all providers, because a
 * stalled one can only be noticed next to the others.
 * @throws NoQuorum
 */
export function createHeadTracker({ panel, now }: HeadTrackerOptions): () => Promise<unknown> {
  const poll = async ({ onHead }: Panel, voter: Voter): Promise<void> => {
    const head = toProviderHead(await voter.ask(LATEST), now());
    if (!head) throw new NoQuorum(`RPC ${voter.record.rpc} returned no newest block.`);
    voter.record.noteHead(head);
    onHead(voter.record.rpc, head);
  };

  return async () => {
    const current = panel();
    const { voters, quorum } = current;
    const { results, failures } = await askAll(current, (voter) => poll(current, voter), GRACE_MS);
    if (results.length < quorum) throw noHead(current, failures);
    const known = voters.flatMap((voter) => {
      const head = voter.record.isForeign() ? null : voter.record.head();
      return head && now() - head.readAt <= MEMORY_MS ? [{ voter, head }] : [];
    });
    return readNewest(current, known);
  };
}
