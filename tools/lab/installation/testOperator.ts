import { createChainClient } from '../../../service/chain/chainClient.ts';
import type { Database } from '../../../service/db/database.ts';
import { openPostgres } from '../../../service/db/postgres.ts';
import type { CommandContext, CommandOutput } from '../../../service/operator/commands/command.ts';
import { COMMANDS, parseCommandLine } from '../../../service/operator/commands/commandLine.ts';
import { urlAs } from '../postgres/databaseRoles.ts';
import type { OperatorCommand } from '../service/operatorCommand.ts';
import { createOperatorCommand } from '../service/operatorCommand.ts';
import type { WorkFolder } from '../service/workFolder.ts';
import { createWorkFolder } from '../service/workFolder.ts';
import type { TestInstallation } from './testInstallation.ts';
import type { TestTransfer } from './testTransfer.ts';

/** The author of orders that a test places. */
export const AUTHOR = ['--why', 'a test', '--who', 'alice'];

/** An operator with their own database role. */
export type Person = {
  readonly database: Database;
  run(...args: string[]): Promise<CommandOutput>;
};

/** The operator's command line on an installation. */
export type Operator = {
  readonly installation: TestInstallation;
  readonly folder: WorkFolder;
  readonly context: CommandContext;
  /** Runs a command in this process, in a tenth of the time a new process takes. */
  run(...args: string[]): Promise<CommandOutput>;
  /** Runs a command in a new process. */
  readonly process: OperatorCommand;
  /** Pauses Southshore and deposits 50 USDC for it. @returns once the transfer waits for the pause to end */
  depositWhilePaused(): Promise<TestTransfer>;
  /** Connects as an operator whose database role has that name, as docs/operating.md says. */
  connectAs(name: string): Promise<Person>;
  stop(): Promise<void>;
};

/** Runs a command line in this process. */
export function runCommand(
  context: CommandContext,
  args: readonly string[],
  author = 'default author',
): Promise<CommandOutput> {
  const line = parseCommandLine(COMMANDS, args, author);
  if (line.kind !== 'run') throw new Error(`"${args.join(' ')}" prints help and runs no command`);
  return line.run(context);
}

export async function createOperator(installation: TestInstallation): Promise<Operator> {
  const folder = await createWorkFolder();
  const { catalog } = installation.bridge.catalog();
  const clients = new Map(catalog.chains.map((chain) => [chain.id, createChainClient(chain)]));
  // The commands only have the rights of the operator's role.
  const database = await installation.openDatabaseAs('causeway_operator');
  const context: CommandContext = { catalog, database, clients };
  const people: Database[] = [];
  const run = async (...args: string[]) => runCommand(context, args);
  return {
    installation,
    folder,
    context,
    run,
    process: createOperatorCommand({
      CAUSEWAY_INSTALLATION: await folder.write('config.json', JSON.stringify(installation.bridge.configFile())),
      DATABASE_URL: urlAs(installation.databaseUrl(), 'causeway_operator'),
    }),
    depositWhilePaused: async () => {
      await run('pause', 'chain', 'Southshore', ...AUTHOR);
      const transfer = await installation.deposit();
      await transfer.untilReceipt(/confirmed, but the payment waits because Southshore is paused/);
      return transfer;
    },
    connectAs: async (name) => {
      const [role] = await installation.database().query('select 1 from pg_roles where rolname = $1', [name]);
      if (!role) await installation.database().query(`create role ${name} login in role causeway_operator`);
      const url = new URL(installation.databaseUrl());
      url.username = name;
      const own = await openPostgres({ url: url.href, poolSize: 2 }, () => {});
      people.push(own);
      return { database: own, run: (...args) => runCommand({ ...context, database: own }, args, name) };
    },
    stop: async () => {
      await Promise.all([database, ...people].map((each) => each.close()));
      await folder.remove();
    },
  };
}
