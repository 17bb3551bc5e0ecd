import type { World } from '../tryDeployment.ts';

/** What an operator types in place of an entry's placeholders and examples: `<chain>`, an id, a port. */
export type Fill = Readonly<Record<string, string>>;

/** A command of a runbook entry, as typed, and what its output must show. */
export type EntryCommand = {
  /** The command as the entry shows it. */
  readonly text: string;
  readonly fill?: Fill;
  readonly shows: RegExp;
  /** The exit code, 0 by default. A command that finds a problem may have another. */
  readonly exit?: number;
  /** The heading of the section with the command, if the entry only links there. */
  readonly section?: string;
};

export type Labels = Readonly<Record<string, string>>;

/** The trial of one entry, with its commands in order. */
export type EntryTrial = {
  readonly alert: string;
  /** The labels that show a person what is wrong. */
  readonly labels?: Labels;
  /** The fault that raises the alert, in words. */
  readonly cause: string;
  readonly commands: readonly EntryCommand[];
  /** The commands that follow the manual work. */
  readonly after?: readonly EntryCommand[];
};

/** Alerts that are raised together on an installation, and ended as their runbook entries say. */
export type AlertCase = {
  readonly trials: readonly EntryTrial[];
  /** Causes the faults. @returns what fills the placeholders of the commands */
  begin(world: World): Promise<Fill>;
  /** The manual work that the entries describe; absent if the commands alone end the alerts. */
  end(world: World): Promise<void>;
};

/** An alert with its labels, as Prometheus writes it: `CausewayDown{instance="a"}`. */
export function nameOf({ alert, labels = {} }: Pick<EntryTrial, 'alert' | 'labels'>): string {
  const shown = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  return shown.length === 0 ? alert : `${alert}{${shown.join(', ')}}`;
}

/** Whether an alert with the trial's name and labels fires. */
export function isFiring(firing: readonly Labels[], { alert, labels }: Pick<EntryTrial, 'alert' | 'labels'>): boolean {
  const wanted = Object.entries({ alertname: alert, ...labels });
  return firing.some((one) => wanted.every(([label, value]) => one[label] === value));
}

export const nothing = async (): Promise<void> => {};

/** Runs a command on the machine that must succeed. */
export async function must({ machine }: Pick<World, 'machine'>, command: string): Promise<string> {
  const { code, output } = await machine.run(command);
  if (code !== 0) throw new Error(`${command} failed:\n${output}`);
  return output;
}

/** Where the page's commands are typed. */
export function inShell(command: string): string {
  return `cd /opt/causeway\n${command}`;
}
