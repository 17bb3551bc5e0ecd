import type { Panel } from './ballot.ts';
import type { Voter } from './voter.ts';

export type Answers<T> = { readonly results: readonly T[]; readonly failures: readonly unknown[] };

/** Whether a provider's answer is worth the call, however late it is. */
function isWorthACall({ record: { standing } }: Voter): boolean {
  return !standing.isFailing() && !standing.isLeftOut();
}

/** The providers that are likely to answer soon and truly; all of them when these are too few. */
function chooseAwaited({ voters, quorum }: Panel): ReadonlySet<Voter> {
  const ready = voters.filter((voter) => isWorthACall(voter) && !voter.pace.isLate());
  return new Set(ready.length >= quorum ? ready : voters);
}

/**
 * Asks many providers at once. It waits for the providers that are likely to answer, but only `graceMs` after a quorum has
 * answered. It asks providers that were late before without waiting for them, and leaves out providers that fail or lie.
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
      for (const { pace } of open) pace.noteLate();
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
