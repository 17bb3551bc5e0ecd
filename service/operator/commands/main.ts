// OPERATOR. What people use to run an installation: the command line, `init`, the doctor, the metrics and the
// readiness. Commands read the database and place orders; the rules of orders are in SQL (db/schema/orders.sql).
// Nothing here signs.

import { userInfo } from 'node:os';
import { pipeline } from 'node:stream/promises';
import { visibleLine } from '#shared/foreignText.ts';
import type { DatabaseConfig, KeylessConfig } from '../../boot/config.ts';
import { describeError } from '../../boot/log.ts';
import { InvalidConfig, OperatorError } from '../../boot/operatorError.ts';
import { readKeylessConfig } from '../../boot/readConfig.ts';
import { formatVersion, readVersion } from '../../boot/version.ts';
import { createChainClient } from '../../chain/chainClient.ts';
import type { Database } from '../../db/database.ts';
import { DirectoryLocked } from '../../db/directoryLock.ts';
import { findMissingMigrations } from '../../db/migrate.ts';
import { openEmbeddedDatabase } from '../../db/openEmbedded.ts';
import { openPostgres } from '../../db/postgres.ts';
import type { CommandContext, CommandOutput } from './command.ts';
import { CommandRefused, UsageError } from './command.ts';
import type { CommandLine } from './commandLine.ts';
import { COMMANDS, parseCommandLine } from './commandLine.ts';

// A command runs one query at a time; the service needs the server's other connections.
const POOL_SIZE = 2;

async function openDatabase(config: DatabaseConfig): Promise<Database> {
  if (config.kind === 'postgresql') return openPostgres({ url: config.url, poolSize: POOL_SIZE }, () => {});
  return openEmbeddedDatabase(config.directory).catch((error: unknown) => {
    if (!(error instanceof DirectoryLocked)) throw error;
    throw new CommandRefused(
      `The embedded database ${config.directory} is open in another process, and only one process can open it. Stop the service, run this command, then start the service again. With PostgreSQL, both run at the same time.`,
      { cause: error },
    );
  });
}

/**
 * Opens the database and the chain clients. No command migrates the database.
 * @throws CommandRefused if the database is in use or lacks a migration
 */
async function openContext({ catalog, database: config }: KeylessConfig): Promise<CommandContext> {
  const database = await openDatabase(config);
  const missing = await findMissingMigrations(database);
  if (missing.length > 0) {
    await database.close();
    throw new CommandRefused(
      `The database lacks ${missing.join(', ')} of this version's schema. Run "npm run migrate" as the role causeway_migrate, or start the service if its role owns the schema.`,
    );
  }
  const clients = new Map(catalog.chains.map((chain) => [chain.id, createChainClient(chain)]));
  return { catalog, database, clients };
}

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;
const EXIT_PENDING = 3;

function toJson(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? part.toString() : part), 2);
}

async function print({ json, lines, stream, isPending, isFailed }: CommandOutput, isJson: boolean): Promise<void> {
  if (isPending) process.exitCode = EXIT_PENDING;
  if (isFailed) process.exitCode = EXIT_FAILED;
  if (stream) await pipeline(stream(isJson), process.stdout, { end: false });
  // The database's texts come from strangers too, and from whoever has the worker.
  else console.log(isJson ? toJson(json) : lines.map(visibleLine).join('\n'));
}

async function run(line: CommandLine): Promise<void> {
  if (line.kind === 'help') {
    console.log(line.lines.join('\n'));
    return;
  }
  if (line.kind === 'runLocally') {
    await print(await line.run(process.env), line.json);
    return;
  }
  const context = await openContext(await readKeylessConfig(process.env));
  try {
    await print(await line.run(context), line.json);
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

// Other errors' messages can contain addresses and credentials, so they go through the logger's redaction.
function explain(error: unknown): string {
  if (error instanceof InvalidConfig) return error.problems.join('\n');
  if (error instanceof UsageError || error instanceof CommandRefused) return error.message;
  const { type, message } = describeError(error);
  return `The command failed: ${message} (${type}). No change is half done: run "show" or "list actions" to see whether it happened.`;
}

/**
 * The commands that create or examine a whole installation. They load more than the others, and need no running
 * database.
 */
const SETUP: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  init: async (rest) => (await import('../setup/initCommand.ts')).runInit(rest),
  chain: async (rest) => (await import('../setup/chainCommand.ts')).runChain(rest),
  vault: async (rest) => (await import('../setup/vaultCommand.ts')).runVault(rest),
  operator: async (rest) => (await import('../setup/operatorCommand.ts')).runOperator(rest),
  signer: async (rest) => (await import('../setup/signerCommand.ts')).runSigner(rest),
  plan: async (rest) => (await import('../apply/command.ts')).runPlan(rest),
  apply: async (rest) => (await import('../apply/command.ts')).runApply(rest),
  doctor: async (rest) => (await import('../doctor/command.ts')).runDoctor(rest),
};

const args = process.argv.slice(2);
try {
  const [name = '', ...rest] = args;
  const setup = Object.hasOwn(SETUP, name) ? SETUP[name] : undefined;
  if (name === '--version') console.log(formatVersion(readVersion()));
  else if (setup) await runSetup(() => setup(rest));
  else await run(parseCommandLine(COMMANDS, args, userInfo().username));
} catch (error) {
  const message = explain(error);
  console.error(args.includes('--json') ? toJson({ error: message }) : message);
  process.exitCode = error instanceof UsageError ? EXIT_USAGE : EXIT_FAILED;
}
