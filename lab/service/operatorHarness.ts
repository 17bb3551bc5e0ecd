import type { Hash } from 'viem';
import { createChainClient } from '../../service/chain/chainClient.ts';
import { readTransfers } from '../../service/deposits/readTransfers.ts';
import type { CommandContext, CommandOutput } from '../../service/operator/commands/command.ts';
import { COMMANDS, parseCommandLine } from '../../service/operator/commands/commandLine.ts';
import { urlAs } from '../postgres/databaseRoles.ts';
import { waitUntil } from '../processes/waitUntil.ts';
import type { OperatorCommand } from './operatorCommand.ts';
import { createOperatorCommand } from './operatorCommand.ts';
import type { TestHarness } from './testHarness.ts';
import { createTestHarness } from './testHarness.ts';
import type { TestService } from './testService.ts';
import type { WorkFolder } from './workFolder.ts';
import { createWorkFolder } from './workFolder.ts';

/** A test harness with the operator's command line on its database. */
export type OperatorHarness = {
  readonly harness: TestHarness;
  readonly folder: WorkFolder;
  readonly context: CommandContext;
  /** Runs a command in this process, in a tenth of the time that a process takes. */
  run(...args: string[]): Promise<CommandOutput>;
  /** Runs a command as a process. */
  readonly process: OperatorCommand;
  /** The id of the only transfer that a deposit or payment hash belongs to. */
  findId(hash: Hash): Promise<Hash>;
  stop(): Promise<void>;
};

/** @param firstId the first of the bridge's chain ids */
export async function createOperatorHarness(firstId: number): Promise<OperatorHarness> {
  const [harness, folder] = await Promise.all([createTestHarness('postgresql', firstId), createWorkFolder()]);
  const { catalog } = harness.bridge.catalog();
  const clients = new Map(catalog.chains.map((chain) => [chain.id, createChainClient(chain)]));
  // The commands have the rights of the operator's role only.
  const database = await harness.openDatabaseAs('causeway_operator');
  const context: CommandContext = { catalog, database, clients };
  return {
    harness,
    folder,
    context,
    run: async (...args) => {
      const line = parseCommandLine(COMMANDS, args, 'default author');
      if (line.kind !== 'run') throw new Error(`"${args.join(' ')}" prints help and runs no command`);
      return line.run(context);
    },
    process: createOperatorCommand({
      CAUSEWAY_INSTALLATION: await folder.write('config.json', JSON.stringify(harness.bridge.configFile())),
      DATABASE_URL: urlAs(harness.databaseUrl(), 'causeway_operator'),
    }),
    findId: async (hash) => {
      const [id, ...others] = (await readTransfers(harness.database(), { hash })).map((transfer) => transfer.id);
      if (!id || others.length > 0) throw new Error(`${hash} belongs to ${id ? 'several transfers' : 'no transfer'}`);
      return id;
    },
    stop: async () => {
      await harness.stop();
      await folder.remove();
    },
  };
}

/** Waits until the message of a deposit's receipt matches. */
export function waitForMessage(service: TestService, hash: Hash, pattern: RegExp) {
  const read = async () => {
    const receipt = await service.receipt(hash);
    return pattern.test(receipt.status.message) ? receipt : null;
  };
  return waitUntil(read, { what: String(pattern) });
}

/** Pauses Southshore and deposits 50 USDC for it. @returns once the transfer waits for the end of the pause */
export async function depositWhilePaused(
  { harness, run, findId }: OperatorHarness,
  service: TestService,
  author: readonly string[],
) {
  await run('pause', 'chain', 'Southshore', ...author);
  const user = await harness.createUser();
  const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: 50_000_000n });
  await waitForMessage(service, hash, /confirmed, but the payment waits because Southshore is paused/);
  return { user, hash, id: await findId(hash) };
}
