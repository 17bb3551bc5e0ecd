import type { Tally } from '../../db/tallies.ts';
import { LATENCY_BOUNDS } from '../../db/tallies.ts';

const NAME = 'causeway_transfer_duration_seconds';
const HELP = 'Time from the first sight of a deposit to delivery or refund, since the database was created';

function renderState(tallies: readonly Tally[], state: string): readonly string[] {
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
 * Renders stored tallies as a histogram in Prometheus' text format. The client library cannot: its histograms count only
 * the observations of one process.
 */
export function renderDurations(tallies: readonly Tally[]): string {
  const lines = ['delivered', 'refunded'].flatMap((state) => renderState(tallies, state));
  return `# HELP ${NAME} ${HELP}\n# TYPE ${NAME} histogram\n${lines.join('\n')}\n`;
}
