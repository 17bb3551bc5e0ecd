import { findAgreement, reachedBy } from './agreement.ts';
import { askQuorum } from './askQuorum.ts';
import type { Panel } from './ballot.ts';
import { NoQuorum } from './noQuorum.ts';
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

/** Waits until all work is done, or a little longer than until enough of it succeeded. */
async function untilEnough(work: readonly Promise<boolean>[], enough: number): Promise<boolean> {
  let succeeded = 0;
  let timer: NodeJS.Timeout | undefined;
  const grace = new Promise<void>((resolve) => {
    for (const one of work) {
      one.then((isDone) => {
        succeeded += isDone ? 1 : 0;
        if (isDone && succeeded === enough) timer = setTimeout(resolve, GRACE_MS);
      });
    }
  });
  await Promise.race([Promise.all(work), grace]);
  clearTimeout(timer);
  return succeeded >= enough;
}

function noHead({ voters, quorum, chainName }: Panel, [cause, ...more]: readonly unknown[]): Error {
  if (quorum === 1 && cause instanceof Error) return cause;
  const failed = cause === undefined ? 0 : more.length + 1;
  return new NoQuorum(
    `Fewer than ${quorum} of ${voters.length} providers of ${chainName} tell their newest block. ${failed} failed.`,
    cause instanceof Error ? { cause } : {},
  );
}

/**
 * Creates a function that reads the newest block that a quorum of providers has. It asks all providers, because one that
 * stands still is visible only beside the others.
 * @throws NoQuorum
 */
export function createHeadTracker({ panel, now }: HeadTrackerOptions): () => Promise<unknown> {
  const poll = async ({ onHead }: Panel, voter: Voter): Promise<boolean> => {
    const head = toProviderHead(await voter.ask(LATEST), now());
    if (!head) return false;
    voter.record.noteHead(head);
    onHead(voter.record.rpc, head);
    return true;
  };

  const pollAll = async (current: Panel): Promise<void> => {
    const { voters, quorum } = current;
    const failures: unknown[] = [];
    const ready = voters.filter(({ record }) => !record.standing.isFailing());
    const polled = (ready.length >= quorum ? ready : voters).map((voter) =>
      poll(current, voter).catch((error: unknown) => {
        failures.push(error);
        return false;
      }),
    );
    if (!(await untilEnough(polled, quorum))) throw noHead(current, failures);
  };

  return async () => {
    const current = panel();
    const { voters, quorum } = current;
    await pollAll(current);
    const known = voters.flatMap((voter) => {
      const head = voter.record.isForeign() ? null : voter.record.head();
      return head && now() - head.readAt <= MEMORY_MS ? [{ voter, head }] : [];
    });
    const numbers = known.map(({ head }) => head.number);
    const reached = reachedBy(quorum, numbers);
    if (reached === null) throw noHead(current, []);
    const votes = known
      .filter(({ head }) => head.number === reached)
      .map(({ voter, head: { answer } }) => ({ voter, answer, key: describeAnswer(LATEST, answer) }));
    const call = { ...LATEST, params: [`0x${reached.toString(16)}`, false] };
    const answer = findAgreement(call, votes, quorum)?.answer ?? (await askQuorum(current, call));
    if (answer.kind === 'revert') throw answer.error;
    return answer.result;
  };
}
