import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Address, Hex } from 'viem';
import { createTestClient, http, publicActions, walletActions } from 'viem';
import type { InstallationFile } from '../../service/boot/installation.ts';
import { createNetworkFile } from './networkFile.ts';
import type { Network } from './startNetworks.ts';
import type { World } from './tryDeployment.ts';

const PAGE = new URL('../../docs/operating.md', import.meta.url);
/** Between the scheduling and the execution of an owner's action: the shortest that a vault allows. */
export const DELAY_SECONDS = 60;
const GREEN_TIMEOUT_MS = 300_000;
const SHELL = /^ *```sh\n([\s\S]*?)^ *```/gm;

/** The guards that every task must leave as they are. */
export const GUARDS = { note: 'for the tasks', maxNetOutflow: '100000', approveAbove: '1000', maxGasFactor: 4 };

/** The commands of a task of docs/operating.md, one a line. */
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

// What the second person reads elsewhere.
const FINGERPRINT = `"$(causeway plan | sed -n "s/^Fingerprint.*: \\([0-9a-f]\\{8\\}\\).*/\\1/p")"`;

/** What a reader types in the place of a command's example, with the answers to its questions. */
function fillIn(command: string, { server }: World, former: Address | null): string {
  const typed = command
    .replace('funder.key', 'deployer.key')
    .replace('setCap USDT', 'setCap USDC')
    .replace('0x…', former ?? '0x…');
  if (/^causeway operator /.test(typed)) {
    return `${typed} --database postgresql://postgres@127.0.0.1:${server.port}/causeway --yes`;
  }
  if (typed === 'causeway apply') return `causeway apply --yes --signer ${FINGERPRINT}`;
  return /^causeway (?:vault fund|vault \S+ fund|signer key)/.test(typed) ? `${typed} --yes` : typed;
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

/** The owner's Safe sends what the command has written. */
async function sendSafeFiles({ clone, networks }: World, prefix: string, owner: Address): Promise<void> {
  const names = (await readdir(clone)).filter((name) => name.startsWith(prefix) && name.endsWith('.json'));
  if (names.length === 0) throw new Error(`no file ${prefix}*.json was written`);
  for (const name of names) {
    const path = join(clone, name);
    const { chainId, transactions } = JSON.parse(await readFile(path, 'utf8'));
    const network = [networks.ethereum, networks.rollup].find(({ id }) => String(id) === chainId);
    if (!network) throw new Error(`${name} is for chain ${chainId}`);
    await sendAsOwner(network, transactions, owner);
    await rm(path);
  }
}

// During a pause the API offers nothing, and the doctor says so. Each task ends with a green one.
const ONLY_PAUSED = /^FAIL {2}API at the address of browsers: it offers 0 pairs[\s\S]* 1 failed/m;

async function mustType(world: World, command: string): Promise<string> {
  const { code, output, seconds } = await world.machine.run(command);
  world.print(`  ${command} in ${seconds} s`);
  if (code !== 0 && ONLY_PAUSED.test(output)) return output;
  if (code !== 0) throw new Error(`${command} failed with exit code ${code}:\n${output}`);
  return output;
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

type Task = {
  readonly heading: string;
  readonly edit?: (file: InstallationFile) => void;
};

const tokenOf = (file: InstallationFile, name: string) => {
  const token = file.tokens.find((one) => one.name === name);
  if (!token) throw new Error(`the file has no ${name}`);
  return token;
};

const editFees = (file: InstallationFile) => {
  for (const transfer of tokenOf(file, 'ETH').transfers ?? []) transfer.feeBps = 20;
};

/** The tasks that one machine with two chains can do, in an order in which each finds what it needs. */
const listTasks = (world: World): readonly Task[] => [
  { heading: 'To change a fee, or to close a route', edit: editFees },
  { heading: 'To add or remove an operator' },
  {
    heading: 'To add a token',
    edit: (file) => {
      file.tokens.push(tokenOf(createNetworkFile(world.networks, new Date()), 'USDC'));
    },
  },
  {
    heading: 'To raise a cap',
    edit: (file) => {
      tokenOf(file, 'USDC').perDay = '20000';
    },
  },
  { heading: "To rotate the hot wallet's key" },
];

async function doTask(world: World, page: string, { heading, edit }: Task): Promise<void> {
  world.print(heading);
  const path = join(world.clone, 'installation.json');
  const read = async (): Promise<InstallationFile> => JSON.parse(await readFile(path, 'utf8'));
  const before = await read();
  edit?.(before);
  await writeFile(path, JSON.stringify(before, null, 2));
  const owner = before.vaults?.owner;
  if (typeof owner !== 'string') throw new Error('the example has one owner');
  const commands = readTask(page, heading);
  if (commands.length === 0) throw new Error(`the page has no commands for "${heading}"`);
  for (const [index, command] of commands.entries()) {
    if (command.startsWith('causeway pause')) await mustType(world, command);
    else await mustType(world, fillIn(command, world, (before.hotWallet as Address | undefined) ?? null));
    const [, prefix] = /--safe ([\w-]+)\.json/.exec(command) ?? [];
    if (prefix === undefined) continue;
    await sendSafeFiles(world, prefix, owner as Address);
    // removePayer takes effect at once. The page names --execute as a command, or says to repeat the one before with it.
    if (/removePayer|--execute/.test(command)) continue;
    await delay((DELAY_SECONDS + 15) * 1000);
    if (commands[index + 1]?.includes('--execute')) continue;
    await mustType(world, `${fillIn(command, world, null)} --execute`);
    await sendSafeFiles(world, prefix, owner as Address);
  }
  await typeUntilGreen(world, 'causeway doctor');
  await typeUntilGreen(world, 'causeway ready');
  const guards = JSON.stringify(
    (JSON.parse(await mustType(world, 'cat /etc/causeway/service/installation.json')) as InstallationFile).guards,
  );
  if (guards !== JSON.stringify(GUARDS)) throw new Error(`"${heading}" changed the guards: ${guards}`);
}

/** Types the commands of docs/operating.md on a deployed installation. Each task ends with a green doctor, and leaves the guards alone. */
export async function tryTasks(world: World): Promise<readonly string[]> {
  const page = await readFile(PAGE, 'utf8');
  const tasks = listTasks(world);
  for (const task of tasks) await doTask(world, page, task);
  return tasks.map(({ heading }) => heading);
}
