import type { World } from '../tryDeployment.ts';

/** A command of a runbook entry, as it is typed, and what its output must show. */
export type EntryCommand = {
  /** The command as the entry has it. */
  readonly text: string;
  readonly shows: RegExp;
};

/** An alert that is brought about on an installation, and ended as its runbook entry says. */
export type AlertCase = {
  readonly alert: string;
  /** What brings it about, in words. */
  readonly cause: string;
  begin(world: World): Promise<void>;
  /** The commands of the entry, in its order. */
  readonly commands: readonly EntryCommand[];
  /** What a person does beside these commands, as the entry says; nothing where the commands end the alert. */
  end(world: World): Promise<void>;
  /** The commands of the entry that follow. */
  readonly after?: readonly EntryCommand[];
};

/** Runs a command of the machine that must succeed. */
export async function must(world: World, command: string): Promise<string> {
  const { code, output } = await world.machine.run(command);
  if (code !== 0) throw new Error(`${command} failed:\n${output}`);
  return output;
}
