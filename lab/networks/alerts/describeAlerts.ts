import { toTable } from '../../report/toTable.ts';
import type { TriedAlert } from './runAlerts.ts';

export type AlertsResult = {
  readonly tried: readonly TriedAlert[];
  /** Every alert of the rules, in their order. */
  readonly all: readonly string[];
  /** Why there is no case for an alert, as a sentence. */
  readonly reasons: Readonly<Record<string, string>>;
};

const HEADER = ['alert', 'brought about by', 'commands of its entry', 'fired after', 'ended after'];

const toCell = (command: string) => `\`${command.replaceAll('|', '\\|')}\``;

function toRow({ alert, cause, commands, firedSeconds, endedSeconds }: TriedAlert): readonly string[] {
  return [
    `[${alert}](#${alert.toLowerCase()})`,
    cause,
    commands.map(toCell).join('<br>'),
    `${firedSeconds} s`,
    `${endedSeconds} s`,
  ];
}

/** Describes a run for docs/runbook.md. */
export function describeAlerts({ tried, all, reasons }: AlertsResult): string {
  const rows = new Map(tried.map((one) => [one.alert, toRow(one)]));
  const listed = all.flatMap((alert) => {
    const row = rows.get(alert);
    return row ? [row] : [];
  });
  const untried = all.filter((alert) => !rows.has(alert));
  return [
    `${listed.length} of ${all.length} alerts.`,
    toTable([HEADER, ...listed], 'text'),
    ...untried.map((alert) => `Not tried: ${alert}. ${reasons[alert] ?? 'The trial failed.'}`),
  ].join('\n\n');
}
