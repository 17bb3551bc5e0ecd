import type { Panel } from './ballot.ts';
import { createBallot } from './ballot.ts';
import type { RpcAnswer, RpcCall } from './rpcAnswer.ts';

// A provider that hangs must not delay an answer that the others can give.
const NEXT_AFTER_MS = 2000;

/**
 * Asks as many providers as must agree, and more while they fail, hang or differ, until they agree or can no longer.
 * @throws NoQuorum; with a quorum of one, the error of the provider
 */
export function askQuorum(panel: Panel, call: RpcCall): Promise<RpcAnswer> {
  const ballot = createBallot(panel, call);
  const waiting = [...panel.voters];
  let running = 0;
  let isOver = false;

  return new Promise((resolve, reject) => {
    const startNext = (): boolean => {
      const voter = waiting.shift();
      if (!voter) return false;
      running += 1;
      const timer = setTimeout(() => !isOver && startNext(), NEXT_AFTER_MS);
      const end = () => {
        clearTimeout(timer);
        running -= 1;
        advance();
      };
      voter
        .ask(call)
        .then(
          (answer) => ballot.vote(voter, answer),
          (error: unknown) => ballot.fail(voter, error),
        )
        .then(end, reject);
      return true;
    };
    const advance = () => {
      if (isOver) return;
      const agreed = ballot.agreed();
      // Without a chance for an agreement, the other providers would answer in vain.
      isOver = agreed !== null || running + waiting.length < ballot.missing();
      if (agreed) return resolve(agreed);
      if (isOver) return reject(ballot.failure());
      while (running < ballot.missing() && startNext());
    };
    advance();
  });
}
