import { toTable } from '../../report/toTable.ts';
import type { TriedAlert } from './runAlerts.ts';

export type AlertsResult = {
  readonly commit: string;
  readonly tried: readonly TriedAlert[];
  /** Every alert of the rules, in their order. */
  readonly all: readonly string[];
  /** Why there is no case for an alert, as a sentence. */
  readonly reasons: Readonly<Record<string, string>>;
  /** The section of the runs before. Its rows stay for the alerts that were not tried again. */
  readonly before: string;
};

const HEADER = ['alert', 'brought about by', 'commands of its entry', 'fired after', 'ended after', 'commit'];
const ROW = /^\| (\[(\w+)\]\(.*) \|$/gm;
const BETWEEN_CELLS = ' | ';

const toCell = (command: string) => `\`${command.replaceAll('|', '\\|')}\``;

function toRow({ alert, cause, commands, firedSeconds, endedSeconds }: TriedAlert, commit: string): readonly string[] {
  return [
    `[${alert}](#${alert.toLowerCase()})`,
    cause,
    commands.map(toCell).join('<br>'),
    `${firedSeconds} s`,
    `${endedSeconds} s`,
    `\`${commit}\``,
  ];
}

/** The rows of a section, by their alerts. */
function readRows(section: string): ReadonlyMap<string, readonly string[]> {
  const rows = [...section.matchAll(ROW)].map(
    ([, cells = '', alert = '']) => [alert, cells.split(BETWEEN_CELLS)] as const,
  );
  return new Map(rows);
}

/** Describes the runs for docs/runbook.md. */
export function describeAlerts({ commit, tried, all, reasons, before }: AlertsResult): string {
  const rows = new Map(readRows(before));
  for (const one of tried) rows.set(one.alert, toRow(one, commit));
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
