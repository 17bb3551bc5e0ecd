import { access, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import * as v from 'valibot';
import type { Environment } from '../../boot/config.ts';
import type { ChainSettings, Installation, InstallationFile } from '../../boot/installation.ts';
import { describeIssue, installationSchema } from '../../boot/installation.ts';
import { validateMainnets } from '../../boot/mainnetRules.ts';
import { InvalidConfig } from '../../boot/operatorError.ts';
import { parseCatalog } from '../../boot/parseCatalog.ts';
import { replaceFile } from '../../boot/privateFiles.ts';
import type { ReportProblem } from '../../boot/reportProblem.ts';
import { toPolicy } from '../../signer/process/policyFile.ts';
import { SetupRefused } from './conversation.ts';

/** An installation file that a set-up command works on. */
export type OpenInstallation = {
  readonly path: string;
  /** The file's folder. The set-up's keys, passwords and secrets are next to it. */
  readonly folder: string;
  /** As a person wrote it, in the order of its keys. */
  readonly written: InstallationFile;
  /** With every default. */
  readonly file: Installation;
};

export const DEFAULT_FILE = 'installation.json';

/** Whether something is at a path. */
export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/**
 * Parses a file's text and keeps it as written.
 * @throws InvalidConfig
 */
function parseWritten(text: string): Pick<OpenInstallation, 'written' | 'file'> {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson(undefined, 'is not JSON')), text);
  if (!json.success) throw new InvalidConfig(json.issues.flatMap((issue) => describeIssue(issue)));
  const { output: written } = json;
  const parsed = v.safeParse(installationSchema, written);
  if (!parsed.success) throw new InvalidConfig(parsed.issues.flatMap((issue) => describeIssue(issue)));
  if (!v.is(installationSchema, written)) throw new Error('the schema accepted a file that it refuses');
  return { written, file: parsed.output };
}

/** @throws SetupRefused, InvalidConfig */
export async function openInstallation(path: string): Promise<OpenInstallation> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new SetupRefused(`${path} cannot be read. Name your file with --file, or create one: causeway init ${path}`, {
      cause: error,
    });
  });
  return { path, folder: dirname(resolve(path)), ...parseWritten(text) };
}

/** The canonical format: two-space indentation, in key order. */
export function formatInstallation(written: InstallationFile): string {
  return `${JSON.stringify(written, null, 2)}\n`;
}

/**
 * Writes an installation file in the canonical format, and the copies waiting to be handed to operators.
 * @throws InvalidConfig for a file of the wrong shape, before anything is written
 */
export async function writeInstallation(path: string, written: InstallationFile): Promise<void> {
  const text = formatInstallation(written);
  const { file } = parseWritten(text);
  await replaceFile(path, text);
  for (const operator of file.operators) {
    const copy = join(operatorFolder(dirname(path), operator), DEFAULT_FILE);
    if (await exists(copy)) await replaceFile(copy, text);
  }
}

/** The folder that one of the operators gets. */
export function operatorFolder(folder: string, operator: string): string {
  return join(folder, 'operators', operator);
}

/**
 * Changes the file. It is read again first, so that a change made by a person meanwhile stays.
 * @param change returns the settings to write
 */
export async function changeInstallation(
  { path }: OpenInstallation,
  change: (written: InstallationFile) => InstallationFile,
): Promise<OpenInstallation> {
  const { written } = await openInstallation(path);
  await writeInstallation(path, change(written));
  return openInstallation(path);
}

/** The file with other settings of one chain. */
export function withChain(
  written: InstallationFile,
  name: string,
  settings: Partial<InstallationFile['chains'][number]>,
): InstallationFile {
  const chains = written.chains.map((chain) => (chain.name === name ? { ...chain, ...settings } : chain));
  return { ...written, chains };
}

/** The file with another hot wallet. A new setting is placed after the name. */
export function withHotWallet(
  written: InstallationFile,
  wallets: Pick<InstallationFile, 'hotWallet' | 'formerHotWallets'>,
): InstallationFile {
  const added = Object.entries(wallets).filter(([setting]) => !(setting in written));
  const entries = Object.entries({ ...written, ...wallets })
    .filter(([setting]) => setting in written)
    .flatMap((entry) => (entry[0] === 'name' ? [entry, ...added] : [entry]));
  return parseWritten(JSON.stringify(Object.fromEntries(entries))).written;
}

/** Each leaf of a file, by its path. */
function listLeaves(value: unknown, path: string): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return [[path, JSON.stringify(value)]];
  return Object.entries(value).flatMap(([key, part]) => listLeaves(part, path === '' ? key : `${path}.${key}`));
}

/** Each setting that two files differ in, with both values. */
export function describeDifference(before: InstallationFile, after: InstallationFile): readonly string[] {
  const [old, changed] = [new Map(listLeaves(before, '')), new Map(listLeaves(after, ''))];
  return [...new Set([...old.keys(), ...changed.keys()])].flatMap((path) => {
    const [from, to] = [old.get(path), changed.get(path)];
    return from === to ? [] : [`  ${path}: ${from ?? 'absent'} -> ${to ?? 'absent'}`];
  });
}

/** @throws SetupRefused if the file has no such chain */
export function requireChain({ file }: OpenInstallation, name: string): ChainSettings {
  const chain = file.chains.find((candidate) => candidate.name === name);
  if (chain) return chain;
  const known = file.chains.map((candidate) => candidate.name).join(', ');
  throw new SetupRefused(`Unknown chain "${name}". The file has ${known}.`);
}

/** One chain of the file, or with "all" every chain that isn't closed. */
export function selectChains(opened: OpenInstallation, name: string): readonly ChainSettings[] {
  if (name !== 'all') return [requireChain(opened, name)];
  return opened.file.chains.filter(({ status }) => status !== 'closed');
}

/** The set-up's secrets are next to the file, unless CAUSEWAY_SECRETS names another folder. */
export function environmentOf({ folder }: Pick<OpenInstallation, 'folder'>): Environment {
  return { CAUSEWAY_SECRETS: join(folder, 'secrets'), ...process.env };
}

const PLACEHOLDERS = {
  hotWallet: '0x1000000000000000000000000000000000000001',
  depositContract: '0x2000000000000000000000000000000000000001',
  vault: '0x3000000000000000000000000000000000000001',
} as const;

/** A file's problems, apart from what set-up commands will still write. */
export function findProblems(file: Installation): readonly string[] {
  const problems = new Set<string>();
  const report: ReportProblem = (path, problem) => problems.add(`${path} ${problem}.`);
  const { hotWallet, depositContract, vault } = PLACEHOLDERS;
  const complete: Installation = {
    ...file,
    hotWallet: file.hotWallet ?? hotWallet,
    chains: file.chains.map((chain) => ({
      ...chain,
      depositContract: chain.depositContract ?? depositContract,
      vault: chain.vault ?? vault,
    })),
  };
  validateMainnets(report, complete);
  parseCatalog(report, complete);
  toPolicy(report, complete);
  return [...problems];
}

/**
 * Refuses what the service or the signer would refuse.
 * @throws InvalidConfig
 */
export function requireSound(file: Installation): void {
  const problems = findProblems(file);
  if (problems.length > 0) throw new InvalidConfig(problems);
}

function exampleChain(name: string, id: number, rpcUrl: string): InstallationFile['chains'][number] {
  return {
    ...{ name, id, category: 'Testnet', nativeToken: 'ETH' },
    ...{ rpcUrls: [rpcUrl], publicRpcUrls: [rpcUrl], confirmations: 2, payoutConfirmations: 2 },
    ...{ maxGasPriceGwei: '500', gas: '1', blockTimeMs: 2000 },
  };
}

/**
 * Two local chains with one routed token, their native one.
 * @param now the time of its prices
 */
export function createExampleFile(now: Date): InstallationFile {
  return {
    note: 'Two local chains, such as anvil on the ports 8545 and 8546. Write your own chains, tokens, accounts and addresses in their place.',
    name: 'example',
    operators: ['alice', 'bob'],
    database: 'postgresql://127.0.0.1:5432/causeway',
    listen: { host: '127.0.0.1', firstPort: 8787 },
    api: {
      note: 'Where browsers and integrators reach the API, and the reverse proxies in front of it.',
      url: 'http://127.0.0.1:8787/api/v1',
      trustProxy: ['127.0.0.1'],
    },
    prices: {
      note: 'Write the day on which you looked up the prices of the tokens.',
      currency: 'USD',
      asOf: now.toISOString().slice(0, 10),
    },
    vaults: {
      note: 'Write your own multi-signature accounts. These are test accounts, whose keys everyone knows.',
      owner: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
      guardian: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
      delayHours: 48,
    },
    chains: [
      exampleChain('Northshore', 31_337, 'http://127.0.0.1:8545'),
      exampleChain('Southshore', 31_338, 'http://127.0.0.1:8546'),
    ],
    tokens: [
      {
        ...{ name: 'ETH', price: '3000', float: '100', perDay: '50' },
        transfers: [{ min: '0.001', max: '10', feeBps: 10, feeFloor: '0.00005' }],
      },
    ],
  };
}
