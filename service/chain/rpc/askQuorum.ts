import type { Panel } from './agreement.ts';
import { createBallot } from './agreement.ts';
import type { RpcAnswer, RpcCall } from './rpcResult.ts';
import type { Voter } from './voter.ts';

type Answers<T> = { readonly results: readonly T[]; readonly failures: readonly unknown[] };

/** Whether a provider's answer is worth the call, however late it is. */
function isWorthACall({ record: { score } }: Voter): boolean {
  return !score.isFailing() && !score.isLeftOut();
}

/** The providers that are likely to answer soon and truthfully; all of them if these are too few. */
function chooseAwaited({ voters, quorum }: Panel): ReadonlySet<Voter> {
  const ready = voters.filter((voter) => isWorthACall(voter) && !voter.latency.isLate());
  return new Set(ready.length >= quorum ? ready : voters);
}

/**
 * Asks many providers at once. It waits for the providers that are likely to answer, but only `graceMs` after a quorum
 * has answered. It asks providers that were late before without waiting for them, and skips providers that fail or lie.
 */
export async function askAll<T>(panel: Panel, ask: (voter: Voter) => Promise<T>, graceMs: number): Promise<Answers<T>> {
  const results: T[] = [];
  const failures: unknown[] = [];
  const awaited = chooseAwaited(panel);
  const asked = panel.voters.filter((voter) => awaited.has(voter) || isWorthACall(voter));
  const open = new Set(awaited);
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve, reject) => {
    const leaveLate = () => {
      for (const { latency } of open) latency.noteLate();
      resolve();
    };
    const take = async (voter: Voter) => {
      try {
        results.push(await ask(voter));
        if (results.length === panel.quorum) timer = setTimeout(leaveLate, graceMs);
      } catch (error) {
        failures.push(error);
      }
      open.delete(voter);
      if (open.size === 0) resolve();
    };
    for (const voter of asked) take(voter).catch(reject);
  });
  clearTimeout(timer);
  return { results: [...results], failures };
}

/** A provider's answer to a call. */
export type ProviderAnswer = { readonly voter: Voter; readonly answer: RpcAnswer };

/** Asks many providers the same call. */
export type AskEach = (panel: Panel, call: RpcCall, graceMs: number) => Promise<Answers<ProviderAnswer>>;

// What providers are asked like this changes little in a minute.
const MEMORY_MS = 60_000;

/**
 * Creates a question to many providers, like `askAll`, that remembers each provider's last answer. A slow provider then
 * counts with it: otherwise one liar could decide while an honest provider is slow.
 */
export function createAskEach(now: () => number = () => performance.now()): AskEach {
  const calls = new Map<string, Map<Voter, { readonly answer: RpcAnswer; readonly at: number }>>();
  return async (panel, call, graceMs) => {
    const key = JSON.stringify(call);
    const known = calls.get(key) ?? new Map();
    calls.set(key, known);
    const ask = async (voter: Voter) => {
      known.set(voter, { answer: await voter.ask(call), at: now() });
    };
    const { results, failures } = await askAll(panel, ask, graceMs);
    const answers = panel.voters.flatMap((voter): readonly ProviderAnswer[] => {
      const last = voter.record.isForeign() ? null : known.get(voter);
      return last && now() - last.at <= MEMORY_MS ? [{ voter, answer: last.answer }] : [];
    });
    // Old answers alone say nothing.
    return { results: results.length < panel.quorum ? [] : answers, failures };
  };
}

// A slow provider must not delay an answer that the others can give. It may be slow on purpose, so the wait depends
// only on the times of as many providers as the quorum.
const FIRST_WAIT_MS = 1000;
const MIN_WAIT_MS = 250;
const MAX_WAIT_MS = 2000;
const USUAL_FACTOR = 3;

/** How long the others wait for one provider. */
function patienceMs({ voters, quorum }: Panel): number {
  const rising = voters.flatMap(({ latency }) => latency.usualMs() ?? []).sort((a, b) => a - b);
  const usual = rising[quorum - 1];
  return usual === undefined ? FIRST_WAIT_MS : Math.min(Math.max(usual * USUAL_FACTOR, MIN_WAIT_MS), MAX_WAIT_MS);
}

/**
 * Asks as many providers as must agree, then more while they fail, hang or differ, until they agree or no longer can.
 * @throws NoQuorum; with a quorum of one, the provider's error
 */
export function askQuorum(panel: Panel, call: RpcCall): Promise<RpcAnswer> {
  const ballot = createBallot(panel, call);
  const patience = patienceMs(panel);
  const waiting = [...panel.voters];
  let running = 0;
  let isOver = false;

  return new Promise((resolve, reject) => {
    const startNext = (): boolean => {
      const voter = waiting.shift();
      if (!voter) return false;
      running += 1;
      const timer = setTimeout(() => {
        if (isOver) return;
        voter.latency.noteLate();
        startNext();
      }, patience);
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
      // Once agreement is impossible, the remaining answers change nothing.
      isOver = agreed !== null || running + waiting.length < ballot.missing();
      if (agreed) return resolve(agreed);
      if (isOver) return reject(ballot.failure());
      while (running < ballot.missing() && startNext());
    };
    advance();
  });
}
