import { parseArgs } from 'node:util';
import type { Command, CommandOption, RunCommand } from './command.ts';
import { UsageError } from './command.ts';
import { AUTHOR_OPTIONS, describeCommand, describeProgram, PROGRAM } from './helpText.ts';

export type CommandLine =
  | { readonly kind: 'help'; readonly lines: readonly string[] }
  | { readonly kind: 'run'; readonly json: boolean; readonly run: RunCommand };

function splitArguments(args: readonly string[], options: Readonly<Record<string, CommandOption>>) {
  const named = Object.fromEntries(Object.keys(options).map((name) => [name, { type: 'string' } as const]));
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
  return typeof value === 'string' ? value : undefined;
}

function findCommand(commands: readonly Command[], name: string): Command {
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) throw new UsageError(`Unknown command "${name}". Run "${PROGRAM} --help" for the list.`);
  return command;
}

/**
 * Parses a command line and opens no connection.
 * @param account the author of a change where `--who` is absent
 * @throws UsageError
 */
export function parseCommandLine(commands: readonly Command[], args: readonly string[], account: string): CommandLine {
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
  const run = command.parse({ args: positionals, options: texts, author: { who, why } });
  if (command.isChange && why === '') {
    throw new UsageError(`Missing --why. "${name}" makes a change, and the reason is recorded: add --why "…".`);
  }
  if (command.isChange && who === '') {
    throw new UsageError('--who is empty. Give a name, or leave --who out to use your account name.');
  }
  return { kind: 'run', json: values.json === true, run };
}
