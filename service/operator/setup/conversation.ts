import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { OperatorError } from '../../boot/operatorError.ts';
import { UsageError } from '../commands/command.ts';

/** Thrown if a set-up step can't continue. The message says what to do. */
export class SetupRefused extends OperatorError {
  readonly code = 'SETUP_REFUSED';
}

/** How a set-up command talks to the person who runs it. */
export type Conversation = {
  say(line: string): void;
  /** @throws SetupRefused if the answer isn't yes */
  agree(question: string): Promise<void>;
  /** Asks for a text. @throws SetupRefused without a terminal */
  ask(question: string): Promise<string>;
};

async function askOnTerminal(question: string, option: string): Promise<string> {
  if (!process.stdin.isTTY) throw new SetupRefused(`${question} There is no terminal to answer on. Add ${option}.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(`${question} `)).trim();
  } finally {
    terminal.close();
  }
}

/** @param yes answers every question of `agree` */
export function createConversation({ yes }: { readonly yes: boolean }): Conversation {
  return {
    say: (line) => console.log(line),
    agree: async (question) => {
      if (yes) return;
      const answer = await askOnTerminal(`${question} [yes/no]`, '--yes');
      if (answer !== 'yes') throw new SetupRefused('The answer was not "yes", so the command stopped here.');
    },
    ask: (question) => askOnTerminal(question, 'the option'),
  };
}

type SetupOptions = Readonly<Record<string, 'text' | 'flag'>>;

/** What a set-up command's command line says. */
export type SetupArguments = {
  readonly positionals: readonly string[];
  text(option: string): string | undefined;
  flag(option: string): boolean;
};

/**
 * Parses a set-up command's arguments. Each command has `--help`, which prints its usage.
 * @returns null after printing the usage
 * @throws UsageError
 */
export function parseSetupArguments(
  args: readonly string[],
  { usage, options }: { readonly usage: string; readonly options: SetupOptions },
): SetupArguments | null {
  const described = Object.entries(options).map(
    ([name, kind]) => [name, { type: kind === 'text' ? 'string' : 'boolean' } as const] as const,
  );
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { ...Object.fromEntries(described), help: { type: 'boolean' } },
  });
  if (values.help === true) {
    console.log(usage);
    return null;
  }
  const given = new Map(Object.entries(values));
  return {
    positionals,
    text: (option) => {
      const value = given.get(option);
      return typeof value === 'string' ? value : undefined;
    },
    flag: (option) => given.get(option) === true,
  };
}

/** @throws UsageError unless there are as many arguments as names */
export function expectPositionals(
  { positionals }: SetupArguments,
  names: readonly string[],
  usage: string,
): readonly string[] {
  const missing = names[positionals.length];
  if (missing !== undefined) throw new UsageError(`Missing argument: ${missing}.\n${usage}`);
  const surplus = positionals[names.length];
  if (surplus !== undefined) throw new UsageError(`Unexpected argument: "${surplus}".\n${usage}`);
  return positionals;
}
