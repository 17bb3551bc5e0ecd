import { toTable } from '../../report/toTable.ts';
import type { TriedAlert } from './runAlerts.ts';

export type AlertsResult = {
  readonly commit: string;
  readonly tried: readonly TriedAlert[];
  readonly all: readonly string[];
};

const toCell = (command: string) => `\`${command.replaceAll('|', '\\|')}\``;

/** Describes a run for docs/runbook.md. */
export function describeAlerts({ commit, tried, all }: AlertsResult): string {
  const rows = tried.map(({ alert, cause, commands, firedSeconds, endedSeconds }) => [
    `[${alert}](#${alert.toLowerCase()})`,
    cause,
    commands.length === 0 ? 'none' : commands.map(toCell).join('<br>'),
    `${firedSeconds} s`,
    `${endedSeconds} s`,
  ]);
  const names = tried.map(({ alert }) => alert);
  const untried = all.filter((alert) => !names.includes(alert));
  return [
    `Commit \`${commit}\`: ${tried.length} of ${all.length} alerts.`,
    toTable([['alert', 'brought about by', 'commands of its entry', 'fired after', 'ended after'], ...rows], 'text'),
    `Not tried: ${untried.join(', ')}.`,
  ].join('\n\n');
}
