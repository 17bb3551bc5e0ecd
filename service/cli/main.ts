import { userInfo } from 'node:os';
import { pipeline } from 'node:stream/promises';
import { InvalidConfig } from '../config/invalidConfig.ts';
import { readKeylessConfig } from '../config/readConfig.ts';
import { describeError } from '../log/logger.ts';
import { OperatorError } from '../operatorError.ts';
import { CommandRefused, UsageError } from './command.ts';
import type { CommandLine } from './commandLine.ts';
import { parseCommandLine } from './commandLine.ts';
import { COMMANDS } from './commands/allCommands.ts';
import { openContext } from './openContext.ts';

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;
const EXIT_PENDING = 3;

function toJson(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? part.toString() : part), 2);
}

async function run(line: CommandLine): Promise<void> {
  if (line.kind === 'help') {
    console.log(line.lines.join('\n'));
    return;
  }
  const context = await openContext(await readKeylessConfig(process.env));
  try {
    const { json, lines, stream, isPending, isFailed } = await line.run(context);
    if (isPending) process.exitCode = EXIT_PENDING;
    if (isFailed) process.exitCode = EXIT_FAILED;
    if (stream) await pipeline(stream(line.json), process.stdout, { end: false });
    else console.log(line.json ? toJson(json) : lines.join('\n'));
  } finally {
    await context.database.close();
  }
}

async function runSetup(setup: () => Promise<void>): Promise<void> {
  try {
    await setup();
  } catch (error) {
    if (isBrokenCommandLine(error)) throw new UsageError(error.message);
    if (!(error instanceof OperatorError)) throw error;
    throw new CommandRefused(error.message, { cause: error });
  }
}

function isBrokenCommandLine(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

// Messages of other errors can contain addresses and credentials, so they go through the logger's redaction.
function explain(error: unknown): string {
  if (error instanceof InvalidConfig) return error.problems.join('\n');
  if (error instanceof UsageError || error instanceof CommandRefused) return error.message;
  const { type, message } = describeError(error);
  return `The command failed: ${message} (${type}). No change is half done: run "show" or "actions" to see whether it happened.`;
}

/** The commands that create or examine a whole installation. They load more than the others, and need no running database. */
const SETUP: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  init: async (rest) => (await import('../setup/initCommand.ts')).runInit(rest),
  doctor: async (rest) => (await import('../setup/doctorCommand.ts')).runDoctor(rest),
};

const args = process.argv.slice(2);
try {
  const [name = '', ...rest] = args;
  const setup = Object.hasOwn(SETUP, name) ? SETUP[name] : undefined;
  if (setup) await runSetup(() => setup(rest));
  else await run(parseCommandLine(COMMANDS, args, userInfo().username));
} catch (error) {
  const message = explain(error);
  console.error(args.includes('--json') ? toJson({ error: message }) : message);
  process.exitCode = error instanceof UsageError ? EXIT_USAGE : EXIT_FAILED;
}
