import type { Queryable } from '../db/database.ts';
import { readHeldLeases } from '../db/leases.ts';

export type TurnProbeOptions = {
  /** The leases of every worker of every chain. */
  readonly names: readonly string[];
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
};

// A turn that waits for providers and for the signer can take a minute, and its lease ends meanwhile.
export const MAX_UNHELD_SECONDS = 120;

/**
 * Creates a probe that finds turns without a holder: a worker of a chain that no process runs, because the processes hang, fail
 * before each turn, or are gone. It remembers when it last saw each turn held, and begins with its own start.
 * @returns a function that returns the problem, or null
 */
export function createTurnProbe(database: Queryable, { names, now }: TurnProbeOptions): () => Promise<string | null> {
  const startedAt = now();
  const heldAt = new Map<string, number>();
  return async () => {
    const held = await readHeldLeases(database);
    for (const name of held) heldAt.set(name, now());
    const unheld = names
      .map((name) => ({ name, seconds: Math.floor((now() - (heldAt.get(name) ?? startedAt)) / 1000) }))
      .filter(({ seconds }) => seconds > MAX_UNHELD_SECONDS)
      .sort((left, right) => right.seconds - left.seconds);
    const [oldest, ...others] = unheld;
    if (!oldest) return null;
    const more = others.length === 0 ? '' : `, and ${others.length} other turn${others.length === 1 ? '' : 's'}`;
    return `no process has taken the turn "${oldest.name}" for ${oldest.seconds} s${more}`;
  };
}
