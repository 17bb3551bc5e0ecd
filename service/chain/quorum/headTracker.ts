import { findAgreement, reachedBy } from './agreement.ts';
import { askAll } from './askAll.ts';
import { askQuorum } from './askQuorum.ts';
import type { Panel } from './ballot.ts';
import { isNoQuorum, NoQuorum } from './noQuorum.ts';
import type { ProviderHead } from './providerHead.ts';
import { toProviderHead } from './providerHead.ts';
import type { RpcCall } from './rpcAnswer.ts';
import { describeAnswer } from './rpcAnswer.ts';
import type { Voter } from './voter.ts';

const LATEST: RpcCall = { method: 'eth_getBlockByNumber', params: ['latest', false] };

export type HeadTrackerOptions = {
  readonly panel: () => Panel;
  /** Monotonic milliseconds. */
  readonly now: () => number;
};

// A provider that is late with its answer has not lost its blocks.
const MEMORY_MS = 15_000;
// The slowest providers need not answer each time.
const GRACE_MS = 300;
// How far an honest provider may be behind another one. The head does not go back further on the word of one provider.
const MAX_STEP_BACK = 64n;

type KnownHead = { readonly voter: Voter; readonly head: ProviderHead };

function noHead({ voters, quorum, chainName }: Panel, [cause, ...more]: readonly unknown[]): Error {
  if (quorum === 1 && cause instanceof Error) return cause;
  const failed = cause === undefined ? 0 : more.length + 1;
  return new NoQuorum(
    `Fewer than ${quorum} of ${voters.length} providers of ${chainName} tell their newest block. ${failed} failed.`,
    cause instanceof Error ? { cause } : {},
  );
}

/**
 * The block numbers that a quorum may have, the highest first. A provider that shows a block far ahead counts for the first one,
 * which only one honest provider may have so far. All honest ones have the second.
 */
function listCandidates(known: readonly KnownHead[], quorum: number): readonly bigint[] {
  const numbers = known.map(({ head }) => head.number);
  const [first, second] = [reachedBy(quorum, numbers), reachedBy(quorum + 1, numbers)];
  if (first === null) return [];
  return second === null || second === first || second < first - MAX_STEP_BACK ? [first] : [first, second];
}

/** Reads a block that a quorum of providers agrees on; null when they have none. */
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
 * Creates a function that reads the newest block that a quorum of providers has. It asks all providers, because one that
 * stands still is visible only beside the others.
 * @throws NoQuorum
 */
export function createHeadTracker({ panel, now }: HeadTrackerOptions): () => Promise<unknown> {
  const poll = async ({ onHead }: Panel, voter: Voter): Promise<void> => {
    const head = toProviderHead(await voter.ask(LATEST), now());
    if (!head) throw new NoQuorum(`RPC ${voter.record.rpc} tells no newest block.`);
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
