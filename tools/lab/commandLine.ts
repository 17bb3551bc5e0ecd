import { parseArgs } from 'node:util';

type CommandLineOptions<Name extends string> = {
  readonly help: string;
  /** Each option takes one value. */
  readonly options: readonly Name[];
  /** Options without a value. When given, the value is "yes". */
  readonly flags?: readonly Name[];
  /** How many arguments without a leading "--" the command accepts. */
  readonly maxOperands?: number;
};

type CommandLine<Name extends string> = {
  readonly values: Readonly<Partial<Record<Name, string>>>;
  readonly operands: readonly string[];
};

/** Prints one sentence about a wrong argument and exits with code 2. */
export function rejectArguments(problem: string): never {
  console.error(`${problem} Run the command with --help to see its arguments.`);
  process.exit(2);
}

/** Reads the arguments of a lab command. Prints the help on --help, and rejects unknown arguments. */
export function readCommandLine<Name extends string>(options: CommandLineOptions<Name>): CommandLine<Name> {
  const { help, options: names, flags = [], maxOperands = 0 } = options;
  const { values, positionals, tokens } = parseArgs({
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: {
      help: { type: 'boolean' },
      ...Object.fromEntries(names.map((name) => [name, { type: 'string' } as const])),
      ...Object.fromEntries(flags.map((name) => [name, { type: 'boolean' } as const])),
    },
  });
  if (values.help === true) {
    console.log(help);
    process.exit(0);
  }
  const texts: Partial<Record<Name, string>> = {};
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const name = [...names, ...flags].find((candidate) => candidate === token.name);
    if (name === undefined) rejectArguments(`Unknown option ${token.rawName}.`);
    if (flags.includes(name)) texts[name] = 'yes';
    else if (token.value === undefined) rejectArguments(`Option ${token.rawName} needs a value.`);
    else texts[name] = token.value;
  }
  const [unknown] = positionals.slice(maxOperands);
  if (unknown !== undefined) rejectArguments(`Unknown argument ${JSON.stringify(unknown)}.`);
  return { values: texts, operands: positionals };
}

/** Parses a count, such as the value of --rounds. */
export function readCount(name: string, text: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(count) || count < 1) {
    rejectArguments(`${name} must be a whole number above 0, not ${JSON.stringify(text)}.`);
  }
  return count;
}
