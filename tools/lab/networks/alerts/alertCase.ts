import type { World } from '../tryDeployment.ts';

/** What an operator types instead of the placeholders and examples of an entry: `<chain>`, an id, a port. */
export type Fill = Readonly<Record<string, string>>;

/** A command of a runbook entry, as it is typed, and what its output must show. */
export type EntryCommand = {
  /** The command as the entry has it. */
  readonly text: string;
  readonly fill?: Fill;
  readonly shows: RegExp;
  /** The exit code, 0 by default. A command that found a problem can have another one. */
  readonly exit?: number;
  /** The heading of the section with the command, where the entry only links to it. */
  readonly section?: string;
};

export type Labels = Readonly<Record<string, string>>;

/** The trial of one entry: the commands in its order. */
export type EntryTrial = {
  readonly alert: string;
  /** The labels by which a person sees what is wrong. */
  readonly labels?: Labels;
  /** The fault that brings it about, in words. */
  readonly cause: string;
  readonly commands: readonly EntryCommand[];
  /** The commands that follow what a person does beside them. */
  readonly after?: readonly EntryCommand[];
};

/** Alerts that are brought about together on an installation, and that end as their runbook entries say. */
export type AlertCase = {
  readonly trials: readonly EntryTrial[];
  /** @returns what the commands of the case are filled with */
  begin(world: World): Promise<Fill>;
  /** What a person does beside the commands, as the entries say; nothing where the commands end the alerts. */
  end(world: World): Promise<void>;
};

/** An alert with its labels, as Prometheus writes it: `CausewayDown{instance="a"}`. */
export function nameOf({ alert, labels = {} }: Pick<EntryTrial, 'alert' | 'labels'>): string {
  const shown = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  return shown.length === 0 ? alert : `${alert}{${shown.join(', ')}}`;
}

/** Whether one of the alerts that fire has the name and the labels of a trial. */
export function isFiring(firing: readonly Labels[], { alert, labels }: Pick<EntryTrial, 'alert' | 'labels'>): boolean {
  const wanted = Object.entries({ alertname: alert, ...labels });
  return firing.some((one) => wanted.every(([label, value]) => one[label] === value));
}

export const nothing = async (): Promise<void> => {};

/** Runs a command of the machine that must succeed. */
export async function must({ machine }: Pick<World, 'machine'>, command: string): Promise<string> {
  const { code, output } = await machine.run(command);
  if (code !== 0) throw new Error(`${command} failed:\n${output}`);
  return output;
}

/** Where the page types its commands. */
export function inShell(command: string): string {
  return `cd /opt/causeway\n${command}`;
}
