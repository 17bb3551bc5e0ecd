import { toTable } from '../../report/toTable.ts';
import type { TriedAlert } from './runAlerts.ts';

export type AlertsResult = {
  readonly commit: string;
  readonly tried: readonly TriedAlert[];
  /** Every alert of the rules. */
  readonly all: readonly string[];
  /** Why there is no case for an alert, as a sentence. */
  readonly reasons: Readonly<Record<string, string>>;
};

const toCell = (command: string) => `\`${command.replaceAll('|', '\\|')}\``;

/** Describes a run for docs/runbook.md. */
export function describeAlerts({ commit, tried, all, reasons }: AlertsResult): string {
  const rows = tried.map(({ alert, cause, commands, firedSeconds, endedSeconds }) => [
    `[${alert}](#${alert.toLowerCase()})`,
    cause,
    commands.map(toCell).join('<br>'),
    `${firedSeconds} s`,
    `${endedSeconds} s`,
  ]);
  const names = tried.map(({ alert }) => alert);
  const untried = all.filter((alert) => !names.includes(alert));
  return [
    `Commit \`${commit}\`: ${tried.length} of ${all.length} alerts.`,
    toTable([['alert', 'brought about by', 'commands of its entry', 'fired after', 'ended after'], ...rows], 'text'),
    ...untried.map((alert) => `Not tried: ${alert}. ${reasons[alert] ?? 'The trial failed.'}`),
  ].join('\n\n');
}
