import type { Tally } from '../db/tallies.ts';
import { LATENCY_BOUNDS } from '../db/tallies.ts';

const NAME = 'causeway_transfer_duration_seconds';
const HELP = 'From the first sight of a deposit to its final state, over the life of the database';

function describeState(tallies: readonly Tally[], state: string): readonly string[] {
  const own = tallies.filter(({ kind, label }) => kind === 'transfer' && label === state);
  const countUpTo = (limit: number) =>
    own.filter(({ bound }) => bound <= limit).reduce((sum, { count }) => sum + count, 0);
  const total = countUpTo(Number.POSITIVE_INFINITY);
  const seconds = own.reduce((sum, tally) => sum + tally.seconds, 0);
  return [
    ...LATENCY_BOUNDS.map((bound) => `${NAME}_bucket{state="${state}",le="${bound}"} ${countUpTo(bound)}`),
    `${NAME}_bucket{state="${state}",le="+Inf"} ${total}`,
    `${NAME}_sum{state="${state}"} ${seconds}`,
    `${NAME}_count{state="${state}"} ${total}`,
  ];
}

/**
 * A histogram from stored tallies in Prometheus' text format. The client library's histograms only count what they observed
 * themselves, since the process started.
 */
export function renderDurations(tallies: readonly Tally[]): string {
  const lines = ['delivered', 'refunded'].flatMap((state) => describeState(tallies, state));
  return `# HELP ${NAME} ${HELP}\n# TYPE ${NAME} histogram\n${lines.join('\n')}\n`;
}
