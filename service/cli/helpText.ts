import type { Command, CommandOption } from './command.ts';
import { formatFields } from './format.ts';

export const PROGRAM = 'npm run operator --';

export const AUTHOR_OPTIONS: Readonly<Record<string, CommandOption>> = {
  why: { value: '"…"', help: 'required: the reason, recorded with the change' },
  who: { value: '<name>', help: 'the person who makes the change (default: your account name)' },
};

const COMMON: Readonly<Record<string, string>> = {
  '--json': 'print JSON, with amounts in base units',
  '--help': 'print this text',
};

const SETUP_COMMANDS = [
  ['init', 'create an installation from a file of answers'],
  ['doctor', 'examine a whole installation, before and while it runs'],
] as const;

export function describeProgram(commands: readonly Command[]): readonly string[] {
  return [
    `${PROGRAM} <command> [options]`,
    '',
    'Shows and changes the state of the transfer service.',
    '',
    ...formatFields([...commands.map(({ name, summary }) => [name, summary] as const), ...SETUP_COMMANDS]),
    '',
    `"${PROGRAM} <command> --help" explains one command.`,
    'Environment: CAUSEWAY_CONFIG, and DATABASE_URL, DATABASE_URL_FILE or CAUSEWAY_DATA_DIR, with the values of the service. No key.',
    'Exit codes: 0 done, 1 refused or failed, 2 malformed command line, 3 waits for a second operator.',
  ];
}

export function describeCommand({ name, usages, summary, details, options, isChange }: Command): readonly string[] {
  const named = Object.entries({ ...options, ...(isChange ? AUTHOR_OPTIONS : {}) }).map(
    ([option, { value, help }]) => [`--${option} ${value}`, help] as const,
  );
  return [
    ...usages.map((usage) => `${PROGRAM} ${name}${usage && ` ${usage}`}${isChange ? ' --why "…"' : ''}`),
    '',
    `${summary[0]?.toUpperCase()}${summary.slice(1)}.${details && ` ${details}`}`,
    '',
    ...formatFields([...named, ...Object.entries(COMMON)]),
  ];
}
