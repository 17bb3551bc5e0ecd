import { parseArgs } from 'node:util';
import type { Answer, Command, CommandContext, CommandOption } from './command.ts';
import { BadInput } from './command.ts';
import { alignFacts } from './words.ts';

/** What was typed, read and understood. */
export type CommandLine =
  | { readonly kind: 'help'; readonly lines: readonly string[] }
  | { readonly kind: 'run'; readonly json: boolean; readonly run: (context: CommandContext) => Promise<Answer> };

const PROGRAM = 'npm run operator --';

const COMMON: Readonly<Record<string, string>> = {
  '--json': 'answer as JSON, amounts in base units',
  '--help': 'this text',
};

const AUTHOR_OPTIONS: Readonly<Record<string, CommandOption>> = {
  why: { value: '"…"', help: 'why this is done; kept for ever, and required' },
  who: { value: '<name>', help: 'who does it (the account of the operating system)' },
};

function describeProgram(commands: readonly Command[]): readonly string[] {
  return [
    `${PROGRAM} <command> [options]`,
    '',
    "The operator's view of the transfer service, and what an operator can do to it.",
    '',
    ...alignFacts(commands.map(({ name, summary }) => [name, summary] as const)),
    '',
    `${PROGRAM} <command> --help says more of each. Environment: CAUSEWAY_CONFIG, and DATABASE_URL or CAUSEWAY_DATA_DIR,`,
    'as for the service; no key. Exit codes: 0 done, 1 refused or failed, 2 not understood.',
  ];
}

function describeCommand(command: Command): readonly string[] {
  const { name, forms, summary, explanation, options, changes } = command;
  const named = Object.entries({ ...options, ...(changes ? AUTHOR_OPTIONS : {}) }).map(
    ([option, { value, help }]) => [`--${option} ${value}`, help] as const,
  );
  return [
    ...forms.map((form) => `${PROGRAM} ${name}${form && ` ${form}`}${changes ? ' --why "…"' : ''}`),
    '',
    `${summary[0]?.toUpperCase()}${summary.slice(1)}.${explanation && ` ${explanation}`}`,
    '',
    ...alignFacts([...named, ...Object.entries(COMMON)]),
  ];
}

function parse(args: readonly string[], options: Readonly<Record<string, CommandOption>>) {
  const named = Object.fromEntries(Object.keys(options).map((name) => [name, { type: 'string' } as const]));
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...named, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
    return { values, positionals };
  } catch (error) {
    // Node's own words name the option; only its advice on escaping is of no use here.
    const [sentence] = error instanceof Error ? error.message.split('. To specify') : [''];
    throw new BadInput(`${sentence}`.replace(/\.?$/, '.'));
  }
}

function readText(values: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

function findCommand(commands: readonly Command[], name: string): Command {
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) throw new BadInput(`There is no command "${name}"; "${PROGRAM} --help" lists them.`);
  return command;
}

/**
 * Reads a command line. Nothing is opened or asked yet.
 * @param account who acts, unless the command line says otherwise
 * @throws BadInput
 */
export function readCommandLine(commands: readonly Command[], args: readonly string[], account: string): CommandLine {
  const [name, ...rest] = args;
  if (name === undefined) throw new BadInput(`A command is missing; "${PROGRAM} --help" lists them.`);
  if (name === '--help' || name === '-h' || name === 'help') return { kind: 'help', lines: describeProgram(commands) };
  const command = findCommand(commands, name);
  const options = { ...command.options, ...(command.changes ? AUTHOR_OPTIONS : {}) };
  const { values, positionals } = parse(rest, options);
  if (values.help) return { kind: 'help', lines: describeCommand(command) };
  const why = readText(values, 'why')?.trim() ?? '';
  const who = readText(values, 'who')?.trim() ?? account;
  const texts = Object.fromEntries(Object.keys(command.options).map((option) => [option, readText(values, option)]));
  const run = command.read({ words: positionals, options: texts, author: { who, why } });
  if (command.changes && why === '') throw new BadInput(`Say why: ${name} needs --why "…", which is kept on record.`);
  if (command.changes && who === '') throw new BadInput('--who is empty; say who does this.');
  return { kind: 'run', json: values.json === true, run };
}
