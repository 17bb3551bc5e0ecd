import { toTable } from '../../report/toTable.ts';
import type { EntryTrial } from './alertCase.ts';
import { nameOf } from './alertCase.ts';
import type { TriedAlert } from './runAlerts.ts';

const HEADER = ['fault', 'alert', 'fired after', 'ended after'];

const toRow = ({ cause, firedSeconds, endedSeconds, ...trial }: TriedAlert): readonly string[] => [
  cause,
  `[\`${nameOf(trial)}\`](../docs/runbook.md#${trial.alert.toLowerCase()})`,
  `${firedSeconds} s`,
  `${endedSeconds} s`,
];

/** Describes a run. @param trials the trials that were planned */
export function describeAlerts(tried: readonly TriedAlert[], trials: readonly EntryTrial[]): string {
  const failed = trials.filter(
    (trial) => !tried.some((one) => nameOf(one) === nameOf(trial) && one.cause === trial.cause),
  );
  return [
    `${tried.length} of ${trials.length} faults.`,
    toTable([HEADER, ...tried.map(toRow)], 'text'),
    ...failed.map((trial) => `Failed: ${nameOf(trial)}, ${trial.cause}.`),
  ].join('\n\n');
}
