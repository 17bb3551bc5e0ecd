import { parseArgs } from 'node:util';
import type { Environment } from '../../boot/config.ts';
import { announceCommand } from './announceCommand.ts';
import { approveCommand } from './approveCommand.ts';
import type { Command, CommandOption, CommandOutput, LocalCommand, RunCommand } from './command.ts';
import { formatFields, UsageError } from './command.ts';
import { exportCommand } from './exportCommand.ts';
import { listCommand } from './listCommand.ts';
import { pauseCommand, resumeCommand } from './pauseCommands.ts';
import { readyCommand } from './readyCommand.ts';
import { reconcileCommand } from './reconcileCommand.ts';
import { resolveCommand } from './resolveCommand.ts';
import { showCommand } from './showCommand.ts';
import { transferCommands } from './transferCommands.ts';
import { treasuryCommand } from './treasuryCommand.ts';
import { unhaltCommand } from './unhaltCommand.ts';

type AnyCommand = Command | LocalCommand;

/** The everyday commands, in the order of the help text. */
export const COMMANDS: readonly AnyCommand[] = [
  readyCommand,
  listCommand,
  showCommand,
  ...transferCommands,
  pauseCommand,
  resumeCommand,
  unhaltCommand,
  resolveCommand,
  approveCommand,
  announceCommand,
  treasuryCommand,
  reconcileCommand,
  exportCommand,
];

const PROGRAM = 'causeway';

const AUTHOR_OPTIONS: Readonly<Record<string, CommandOption>> = {
  why: { value: '"…"', help: 'required: the reason, recorded with the change' },
  who: { value: '<name>', help: 'the person who makes the change (default: your account name)' },
};

const COMMON: Readonly<Record<string, string>> = {
  '--json': 'print JSON, with amounts in base units',
  '--help': 'print this text',
};

/** The commands that create, change or examine a whole installation. */
export const SETUP_COMMANDS = [
  ['init', 'create the file of an installation, and what it still lacks'],
  ['chain', 'deploy the contracts of a chain'],
  ['vault', 'fund the vaults, or prepare a call of their owner or guardian'],
  ['operator', 'add or remove a person who runs commands'],
  ['signer', 'replace the key of the hot wallet, or move the signer to another machine'],
  ['plan', 'show what an installation file would change on this machine'],
  ['apply', 'put an installation file in force on this machine'],
  ['doctor', 'examine a whole installation, before and while it runs'],
] as const;

function describeProgram(commands: readonly AnyCommand[]): readonly string[] {
  return [
    `${PROGRAM} <command> [options]`,
    '',
    'Shows and changes the state of the transfer service.',
    '',
    ...formatFields(commands.map(({ name, summary }) => [name, summary] as const)),
    '',
    'A whole installation:',
    '',
    ...formatFields(SETUP_COMMANDS),
    '',
    `"${PROGRAM} <command> --help" explains one command, and "${PROGRAM} --version" prints the version.`,
    'Environment: CAUSEWAY_INSTALLATION, CAUSEWAY_SECRETS, and CAUSEWAY_ROLE with the name of a person. No key.',
    'Exit codes: 0 done, 1 refused or failed, 2 malformed command line, 3 waits for a second operator.',
  ];
}

function describeCommand({ name, usages, summary, details, options, isChange }: AnyCommand): readonly string[] {
  const named = Object.entries({ ...options, ...(isChange ? AUTHOR_OPTIONS : {}) }).map(
    ([option, { value, help }]) => [value === null ? `--${option}` : `--${option} ${value}`, help] as const,
  );
  return [
    ...usages.map((usage) => `${PROGRAM} ${name}${usage && ` ${usage}`}${isChange ? ' --why "…"' : ''}`),
    '',
    `${summary[0]?.toUpperCase()}${summary.slice(1)}.${details && ` ${details}`}`,
    '',
    ...formatFields([...named, ...Object.entries(COMMON)]),
  ];
}

export type CommandLine =
  | { readonly kind: 'help'; readonly lines: readonly string[] }
  | { readonly kind: 'run'; readonly json: boolean; readonly run: RunCommand }
  | {
      readonly kind: 'runLocally';
      readonly json: boolean;
      readonly run: (env: Environment) => Promise<CommandOutput>;
    };

function splitArguments(args: readonly string[], options: Readonly<Record<string, CommandOption>>) {
  const named = Object.fromEntries(
    Object.entries(options).map(([name, { value }]) => [
      name,
      { type: value === null ? 'boolean' : 'string' } as const,
    ]),
  );
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...named, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
    return { values, positionals };
  } catch (error) {
    // Node's message names the option. Its second sentence advises on escaping, which does not apply here.
    const [sentence] = error instanceof Error ? error.message.split('. To specify') : [''];
    throw new UsageError(`${sentence}`.replace(/\.?$/, '.'));
  }
}

function readText(values: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = values[name];
  if (value === true) return '';
  return typeof value === 'string' ? value : undefined;
}

function findCommand(commands: readonly AnyCommand[], name: string): AnyCommand {
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) throw new UsageError(`Unknown command "${name}". Run "${PROGRAM} --help" for the list.`);
  return command;
}

/**
 * Parses a command line without opening a connection.
 * @param account the author of a change without `--who`
 * @throws UsageError
 */
export function parseCommandLine(
  commands: readonly AnyCommand[],
  args: readonly string[],
  account: string,
): CommandLine {
  const [name, ...rest] = args;
  if (name === undefined) throw new UsageError(`Missing command. Run "${PROGRAM} --help" for the list.`);
  if (name === '--help' || name === '-h' || name === 'help') return { kind: 'help', lines: describeProgram(commands) };
  const command = findCommand(commands, name);
  const options = { ...command.options, ...(command.isChange ? AUTHOR_OPTIONS : {}) };
  const { values, positionals } = splitArguments(rest, options);
  if (values.help) return { kind: 'help', lines: describeCommand(command) };
  const why = readText(values, 'why')?.trim() ?? '';
  const who = readText(values, 'who')?.trim() ?? account;
  const texts = Object.fromEntries(Object.keys(command.options).map((option) => [option, readText(values, option)]));
  const input = { args: positionals, options: texts, author: { who, why } };
  const json = values.json === true;
  const line: CommandLine = command.isLocal
    ? { kind: 'runLocally', json, run: command.parse(input) }
    : { kind: 'run', json, run: command.parse(input) };
  if (command.isChange && why === '') {
    throw new UsageError(`Missing --why. "${name}" makes a change, and the reason is recorded: add --why "…".`);
  }
  if (command.isChange && who === '') {
    throw new UsageError('--who is empty. Give a name, or leave --who out to use your account name.');
  }
  return line;
}
