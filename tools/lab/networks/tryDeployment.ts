import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Hash } from 'viem';
import { createClient } from '../../../client/index.ts';
import type { InstallationFile } from '../../../service/boot/installation.ts';
import { ANVIL_ACCOUNTS } from '../chains/anvil.ts';
import type { PostgresServer } from '../postgres/postgresServer.ts';
import { createPostgresServer } from '../postgres/postgresServer.ts';
import { waitUntil } from '../processes/waitUntil.ts';
import type { Machine, Ran } from './bootMachine.ts';
import { bootMachine } from './bootMachine.ts';
import type { PageCommand } from './deployingPage.ts';
import { readCommands } from './deployingPage.ts';
import { adaptFile, keyOf } from './networkFile.ts';
import type { NetworksResult, StepResult, TransferResult } from './networksResult.ts';
import { readCost } from './readCost.ts';
import type { Network, Networks } from './startNetworks.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** A run's clone, programs and logs. */
export const FOLDER = join(ROOT, 'test-results/networks');
const PAGE = new URL('../../../docs/deploying.md', import.meta.url);
const HOME = '/root/causeway';
// The page's ports, which the machine shares with this one.
export const API_URL = 'http://127.0.0.1:8787/api/v1';
const AMOUNT = '0.1';
// The services need a few seconds to open their ports, and the watcher to read its first blocks.
const GREEN_TIMEOUT_MS = 300_000;

export type OtherMachine = {
  readonly machine: Machine;
  /** The folder in which its commands run, by its path on this system. */
  readonly folder: string;
};

/** A deployed installation, and what it runs on. */
export type World = {
  readonly machine: Machine;
  readonly clone: string;
  readonly networks: Networks;
  readonly server: PostgresServer;
  readonly print: (line: string) => void;
  /** The first digits of the signer's fingerprint, once `causeway plan` has printed them. */
  fingerprint: string | null;
  /** Boots another machine with the same programs and an empty folder. */
  readonly bootAnother: () => Promise<OtherMachine>;
  /** Edits the file that `causeway init` wrote. */
  readonly edit: () => Promise<void>;
};

const lastLineOf = ({ output }: Ran) => output.trim().split('\n').at(-1) ?? '';

/** A clone of the committed sources, with this folder's installed packages. */
async function createClone(): Promise<string> {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const clone = join(FOLDER, 'clone');
  await run('git', ['clone', '--quiet', ROOT, clone]);
  await run('cp', ['-al', join(ROOT, 'node_modules'), join(clone, 'node_modules')]);
  return clone;
}

/** Replaces what a reader of the page would: the database server's address, the chain names, and the typed answers. */
function adapt({ command }: PageCommand, { server, networks, fingerprint }: World): string {
  const digits = fingerprint === null ? '' : ` --signer ${fingerprint}`;
  return command
    .replace('@127.0.0.1/', `@127.0.0.1:${server.port}/`)
    .replace('Northshore', `'${networks.ethereum.name}'`)
    .replace('Southshore', `'${networks.rollup.name}'`)
    .replace(/causeway (?:init --database|chain add|vault fund) [^&\n]*/g, (typed) => `${typed.trimEnd()} --yes `)
    .replace(/causeway apply .*/, (typed) => `${typed} --yes${digits}`);
}

// The exit code of "causeway plan" when something would change.
const EXIT_CHANGES = 2;

async function mustRun(world: World, step: PageCommand): Promise<StepResult> {
  const command = adapt(step, world);
  const ran = await world.machine.run(command);
  world.print(`${step.number} in ${ran.seconds} s: ${lastLineOf(ran)}`);
  world.fingerprint = /fingerprint\D* ([0-9a-f]{8})/i.exec(ran.output)?.[1] ?? world.fingerprint;
  if (ran.code !== (command.startsWith('causeway plan') ? EXIT_CHANGES : 0))
    throw new Error(`Command ${step.number} failed with exit code ${ran.code}: ${command}\n${ran.output}`);
  return { number: step.number, command, seconds: ran.seconds, lastLine: lastLineOf(ran) };
}

/** Repeats a command until it succeeds, as a reader would while services start. */
async function runUntilGreen(world: World, step: PageCommand): Promise<StepResult> {
  const begin = Date.now();
  for (;;) {
    const ran = await world.machine.run(adapt(step, world));
    const seconds = Math.round((Date.now() - begin) / 1000);
    if (ran.code === 0) {
      world.print(`${step.number} after ${seconds} s: ${lastLineOf(ran)}`);
      return { number: step.number, command: step.command, seconds, lastLine: lastLineOf(ran) };
    }
    if (seconds * 1000 > GREEN_TIMEOUT_MS) throw new Error(`${step.command} does not become green:\n${ran.output}`);
  }
}

async function quote([from, to]: readonly [Network, Network]): Promise<bigint> {
  const account = ANVIL_ACCOUNTS[1]?.address ?? '0x';
  const answer = await createClient(API_URL).getBuild({
    ...{ originChainName: from.name, destinationChainName: to.name, tokenName: 'ETH', amountText: AMOUNT },
    ...{ sender: account, recipient: account },
  });
  if (answer.kind === 'refused') throw new Error(`no quote from ${from.name} to ${to.name}: ${answer.message}`);
  return answer.build.gasFee.amount;
}

/** Makes a transfer with the page's last command. */
export async function makeTransfer(world: World, [from, to]: readonly [Network, Network]): Promise<TransferResult> {
  const step = readCommands(await readFile(PAGE, 'utf8')).at(-1);
  if (!step) throw new Error('the page has no commands');
  // After a pause, the API offers the pair again within seconds.
  const quoted = await waitUntil(() => quote([from, to]), { timeoutMs: 60_000, everyMs: 1000 });
  const command = step.command
    .replace(/--from \S+ --to \S+/, `--from '${from.name}' --to '${to.name}'`)
    .replace(/--amount \S+/, `--amount ${AMOUNT}`);
  const ran = await world.machine.run(command);
  world.print(`${step.number} from ${from.name} in ${ran.seconds} s: ${lastLineOf(ran)}`);
  const [, payout] = /^delivered: (0x\w{64})$/m.exec(ran.output) ?? [];
  if (ran.code !== 0 || payout === undefined) throw new Error(`${command} delivered nothing:\n${ran.output}`);
  const cost = await readCost(to, payout as Hash);
  if (quoted < cost.gas + cost.data) {
    throw new Error(
      `the quote from ${from.name} to ${to.name} has ${quoted} wei, but the payout cost ${cost.gas + cost.data}`,
    );
  }
  return { from: from.name, to: to.name, seconds: ran.seconds, quoted, ...cost };
}

async function follow(world: World, makesTransfers: boolean): Promise<NetworksResult> {
  const { networks } = world;
  const commands = readCommands(await readFile(PAGE, 'utf8'));
  const steps: StepResult[] = [];
  const transfers: TransferResult[] = [];
  for (const step of commands) {
    if (step.number === commands.length) {
      if (!makesTransfers) continue;
      const { ethereum, rollup } = networks;
      const pairs = [[ethereum, rollup] as const, [rollup, ethereum] as const];
      for (const pair of pairs) transfers.push(await makeTransfer(world, pair));
    } else
      steps.push(step.number === commands.length - 1 ? await runUntilGreen(world, step) : await mustRun(world, step));
    // "Edit it."
    if (step.number === 2) await world.edit();
  }
  return { steps, transfers };
}

export type DeploymentOptions = {
  readonly networks: Networks;
  readonly print: (line: string) => void;
  /** Settings that differ from those of `adaptFile`. */
  readonly change?: Partial<InstallationFile>;
  /** Uses the installation before everything stops, in place of the last command's transfers. */
  readonly use?: (world: World) => Promise<void>;
  /** What happens after the transfers. */
  readonly after?: (world: World) => Promise<void>;
};

/**
 * Follows the commands of docs/deploying.md on the networks: in a fresh clone, on a fresh PostgreSQL, in a freshly booted
 * systemd. The last one makes a transfer in each direction.
 * @throws an error with the output of the command that failed
 */
export async function tryDeployment({
  networks,
  print,
  change,
  use,
  after,
}: DeploymentOptions): Promise<NetworksResult> {
  const clone = await createClone();
  const programs = join(FOLDER, 'programs');
  await mkdir(programs);
  const server = await createPostgresServer({ settings: ['fsync=on', 'synchronous_commit=on'] });
  await server.start();
  try {
    const [version] = (await server.ask('show server_version')) as { server_version: string }[];
    print(`PostgreSQL ${version?.server_version}`);
    const path = join(clone, 'installation.json');
    const edit = async () => {
      const example: InstallationFile = JSON.parse(await readFile(path, 'utf8'));
      const database = `postgresql://127.0.0.1:${server.port}/causeway`;
      const edited = { ...adaptFile(example, networks), ...change, database };
      await writeFile(path, JSON.stringify(edited, null, 2));
    };
    await writeFile(join(clone, 'sender.key'), keyOf(1), { mode: 0o600 });
    const machines: Machine[] = [];
    const boot = async (name: string, home: string): Promise<Machine> => {
      const machine = await bootMachine({
        ...{ name, folder: FOLDER, home: HOME },
        binds: { [HOME]: home, '/opt/causeway': programs },
      });
      machines.push(machine);
      return machine;
    };
    const bootAnother = async (): Promise<OtherMachine> => {
      const folder = join(FOLDER, 'other');
      await mkdir(folder);
      return { folder, machine: await boot('causeway-lab-2', folder) };
    };
    try {
      const machine = await boot('causeway-lab', clone);
      print('systemd has booted');
      const world: World = { machine, clone, networks, bootAnother, edit, server, print, fingerprint: null };
      const result = await follow(world, use === undefined);
      await use?.(world);
      await after?.(world);
      return result;
    } finally {
      for (const [index, machine] of machines.entries()) {
        const journal = await machine.run("journalctl -o cat -u 'causeway-*'");
        await writeFile(join(FOLDER, `services-${index + 1}.log`), journal.output);
        await machine.stop();
      }
    }
  } finally {
    await server.stop();
  }
}
