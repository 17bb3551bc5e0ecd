import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Address, Hex } from 'viem';
import { createTestClient, http, publicActions, walletActions } from 'viem';
import type { InstallationFile } from '../../../service/boot/installation.ts';
import type { Machine } from './bootMachine.ts';
import type { TaskResult } from './networksResult.ts';
import type { Network } from './startNetworks.ts';
import { SECOND_ROLLUP } from './startNetworks.ts';
import type { World } from './tryDeployment.ts';

const PAGE = new URL('../../../docs/operating.md', import.meta.url);
/** From scheduling an owner's action to executing it: the shortest delay that a vault allows. */
export const DELAY_SECONDS = 60;
// Blocks are not exactly on time.
const MARGIN_SECONDS = 15;
const GREEN_TIMEOUT_MS = 300_000;
const SHELL = /^ *```sh\n([\s\S]*?)^ *```/gm;

/** The guards that no task may change. */
export const GUARDS = { note: 'for the tasks', maxNetOutflow: '100000', approveAbove: '1000', maxGasFactor: 4 };

/** The commands of a task in docs/operating.md, one per line. */
export function readTask(page: string, heading: string): readonly string[] {
  const [, section = ''] = page.split(`\n### ${heading}\n`);
  const [text = ''] = section.split(/\n##/);
  return [...text.matchAll(SHELL)].flatMap(([, block = '']) =>
    block
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  );
}

/** A deployed installation on which the tasks run. */
export type Bench = {
  readonly world: World;
  /** Where the next command runs. */
  machine: Machine;
  /** The hot wallet before the task, for the command that removes it. */
  readonly hotWallet: string;
  readonly owner: Address;
};

/** A task of docs/operating.md, with the reader's manual work. */
export type Task = {
  readonly heading: string;
  /** Before the command with this index. */
  readonly before?: Readonly<Record<number, (bench: Bench) => Promise<void>>>;
  /** After the last command. */
  readonly after?: (bench: Bench) => Promise<void>;
};

const pathOf = ({ clone }: World) => join(clone, 'installation.json');

export async function readInstallation(world: World): Promise<InstallationFile> {
  return JSON.parse(await readFile(pathOf(world), 'utf8'));
}

/** Edits installation.json, as a reader does. */
export async function edit({ world }: Bench, change: (file: InstallationFile) => void): Promise<void> {
  const file = await readInstallation(world);
  change(file);
  await writeFile(pathOf(world), JSON.stringify(file, null, 2));
}

/** The command with a reader's values in place of the examples, and with the answers to its questions. */
function fillIn(command: string, { world, hotWallet }: Bench): string {
  const typed = command
    .replace('funder.key', 'deployer.key')
    .replace('setCap USDT', 'setCap USDC')
    .replace('Southshore', `'${world.networks.rollup.name}'`)
    .replace('Westshore', `'${SECOND_ROLLUP.name}'`)
    .replace('0x…', hotWallet);
  if (/^causeway operator /.test(typed)) {
    return `${typed} --database postgresql://postgres@127.0.0.1:${world.server.port}/causeway --yes`;
  }
  const [apply, roles] = /^causeway apply(.*)$/.exec(typed) ?? [];
  if (apply !== undefined) {
    // What the second person computes independently.
    const fingerprint = `causeway plan${roles} | sed -n "s/^Fingerprint.*: \\([0-9a-f]\\{8\\}\\).*/\\1/p"`;
    return `${apply} --yes --signer "$(${fingerprint})"`;
  }
  return /^causeway (?:vault \S+ fund|vault fund|chain add|signer)/.test(typed) ? `${typed} --yes` : typed;
}

async function sendAsOwner(
  network: Network,
  calls: readonly { to: Address; value: string; data: Hex }[],
  owner: Address,
) {
  const client = createTestClient({ mode: 'anvil', transport: http(network.nodeUrl), cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions);
  await client.setBalance({ address: owner, value: 10n ** 18n });
  await client.impersonateAccount({ address: owner });
  for (const { to, value, data } of calls) {
    const hash = await client.sendTransaction({ account: owner, chain: null, to, value: BigInt(value), data });
    const { status } = await client.waitForTransactionReceipt({ hash, timeout: 60_000 });
    if (status !== 'success') throw new Error(`the owner's call ${data} reverted on ${network.name}`);
  }
}

/** Sends the calls that the command wrote, as the owner's Safe would. */
async function sendSafeFiles({ world: { clone, networks }, owner }: Bench, prefix: string): Promise<void> {
  const names = (await readdir(clone)).filter((name) => name.startsWith(prefix) && name.endsWith('.json'));
  if (names.length === 0) throw new Error(`no file ${prefix}*.json was written`);
  for (const name of names) {
    const path = join(clone, name);
    const { chainId, transactions } = JSON.parse(await readFile(path, 'utf8'));
    const network = networks.all.find(({ id }) => String(id) === chainId);
    if (!network) throw new Error(`${name} is for chain ${chainId}`);
    await sendAsOwner(network, transactions, owner);
    await rm(path);
  }
}

async function mustType({ world, machine }: Bench, command: string): Promise<string> {
  const { code, output, seconds } = await machine.run(command);
  world.print(`  ${command} in ${seconds} s`);
  if (code !== 0) throw new Error(`${command} failed with exit code ${code}:\n${output}`);
  return output;
}

const SAFE_FILE = /(?:--safe|>) ([\w-]+)\.json/;

/** Runs a command of the page. The owner sends the calls that it writes. */
export async function type(bench: Bench, command: string): Promise<void> {
  await mustType(bench, fillIn(command, bench));
  const [, prefix] = SAFE_FILE.exec(command) ?? [];
  if (prefix !== undefined) await sendSafeFiles(bench, prefix);
}

export const waitForDelay = (): Promise<void> => delay((DELAY_SECONDS + MARGIN_SECONDS) * 1000);

/** After the delay, executes what a command scheduled. */
async function execute(bench: Bench, command: string, next: string | undefined): Promise<void> {
  // removePayer takes effect at once. For other actions, the page shows a command with --execute, or says to repeat the last
  // one with it.
  if (!/^causeway vault .* --safe /.test(command) || /removePayer|--execute/.test(command)) return;
  await waitForDelay();
  if (!next?.includes('--execute')) await type(bench, `${command} --execute`);
}

async function typeUntilGreen(world: World, command: string): Promise<void> {
  const deadline = Date.now() + GREEN_TIMEOUT_MS;
  for (;;) {
    const { code, output } = await world.machine.run(command);
    if (code === 0) return;
    if (Date.now() > deadline) throw new Error(`${command} does not become green:\n${output}`);
    await delay(2000);
  }
}

async function doTask(bench: Bench, page: string, { heading, before = {}, after }: Task): Promise<TaskResult> {
  const { world } = bench;
  const begin = Date.now();
  const commands = readTask(page, heading);
  if (commands.length === 0) throw new Error(`the page has no commands for "${heading}"`);
  for (const [index, command] of commands.entries()) {
    await before[index]?.(bench);
    await type(bench, command);
    await execute(bench, command, commands[index + 1]);
  }
  await after?.(bench);
  await typeUntilGreen(world, 'causeway doctor');
  await typeUntilGreen(world, 'causeway ready');
  const { guards } = JSON.parse(await mustType(bench, 'cat /etc/causeway/service/installation.json'));
  if (JSON.stringify(guards) !== JSON.stringify(GUARDS)) {
    throw new Error(`"${heading}" changed the guards: ${JSON.stringify(guards)}`);
  }
  return { heading, seconds: Math.round((Date.now() - begin) / 1000) };
}

/** Runs the tasks of docs/operating.md on a deployed installation. Each must end with a green doctor and unchanged guards. */
export async function tryTasks(world: World, tasks: readonly Task[]): Promise<readonly TaskResult[]> {
  const page = await readFile(PAGE, 'utf8');
  const tried: TaskResult[] = [];
  for (const task of tasks) {
    const { hotWallet = '', vaults } = await readInstallation(world);
    const owner = vaults?.owner;
    if (typeof owner !== 'string') throw new Error('the example has one owner');
    world.print(task.heading);
    tried.push(await doTask({ world, machine: world.machine, hotWallet, owner: owner as Address }, page, task));
  }
  return tried;
}
