import { userInfo } from 'node:os';
import { InvalidConfig, readKeylessConfig } from '../config/config.ts';
import { describeError } from '../logger.ts';
import { BadInput, Refused } from './command.ts';
import type { CommandLine } from './commandLine.ts';
import { readCommandLine } from './commandLine.ts';
import { COMMANDS } from './commands.ts';
import { openContext } from './openContext.ts';

const EXIT_FAILED = 1;
const EXIT_BAD_INPUT = 2;

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
    const { json, lines } = await line.run(context);
    console.log(line.json ? toJson(json) : lines.join('\n'));
  } finally {
    await context.database.close();
  }
}

/** What went wrong, for a person at a terminal. Our own errors are written to be read; of others the kind and no secret. */
function explain(error: unknown): string {
  if (error instanceof InvalidConfig) return error.problems.join('\n');
  if (error instanceof BadInput || error instanceof Refused) return error.message;
  const { type, message } = describeError(error);
  return `This could not be done: ${message} (${type}). Nothing is half done; "show" and "actions" tell how it stands.`;
}

const args = process.argv.slice(2);
try {
  await run(readCommandLine(COMMANDS, args, userInfo().username));
} catch (error) {
  const message = explain(error);
  console.error(args.includes('--json') ? toJson({ error: message }) : message);
  process.exitCode = error instanceof BadInput ? EXIT_BAD_INPUT : EXIT_FAILED;
}
