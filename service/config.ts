import { readFile, stat } from 'node:fs/promises';
import * as v from 'valibot';
import type { Address, Hex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { toCatalog } from './configChecks.ts';
import { configFileSchema } from './configSchema.ts';
import type { Catalog } from './domain/catalog.ts';

export type HttpConfig = { readonly host: string; readonly port: number; readonly prefix: string };

/** The operator's own port, and when /ready says that a chain is too far behind. */
export type OperatorConfig = {
  readonly host: string;
  readonly port: number;
  readonly maxCursorLagBlocks: number;
  readonly maxLookAgeSeconds: number;
};

export type DatabaseConfig =
  | { readonly kind: 'embedded'; readonly directory: string }
  | { readonly kind: 'postgresql'; readonly url: string };

/** What the configuration file says. */
export type FileConfig = {
  readonly http: HttpConfig;
  /** Null where there is to be no such port. */
  readonly operator: OperatorConfig | null;
  readonly catalog: Catalog;
};

export type Config = FileConfig & {
  readonly database: DatabaseConfig;
  readonly makerKey: Hex;
  readonly logLevel: string;
};

export type Environment = Readonly<Record<string, string | undefined>>;

/** The service cannot start like this. The message lists everything that is wrong, one line each. */
export class InvalidConfig extends Error {
  readonly code = 'INVALID_CONFIG';
  readonly retriable = false;
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

type Problems = string[];

const PRIVATE_KEY = /^0x[0-9a-fA-F]{64}$/;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

export function isPrivateKey(text: string): text is Hex {
  return PRIVATE_KEY.test(text);
}

export function describeIssue(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue) ?? '';
  if (issue.type === 'strict_object') {
    return issue.expected === 'never' ? `${path}: is not a known setting` : `${path}: is missing`;
  }
  return `${path}: ${issue.message}`;
}

/** Reads the text of a configuration file. Everything wrong with it is added to the problems. */
export function parseConfigFile(text: string, problems: Problems): FileConfig | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    problems.push(`The configuration file is not JSON: ${error instanceof Error ? error.message : error}`);
    return null;
  }
  const file = v.safeParse(configFileSchema, json);
  if (!file.success) {
    problems.push(...file.issues.map(describeIssue));
    return null;
  }
  const catalog = toCatalog((path, problem) => problems.push(`${path}: ${problem}`), file.output);
  const { http, operator = null } = file.output;
  return { http, operator, catalog };
}

async function readConfigFile(path: string | undefined, problems: Problems) {
  if (!path) {
    problems.push('CAUSEWAY_CONFIG is not set; it names the configuration file.');
    return null;
  }
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) {
    problems.push(`CAUSEWAY_CONFIG names ${path}, which cannot be read.`);
    return null;
  }
  return parseConfigFile(text, problems);
}

function readDatabase(env: Environment, problems: Problems): DatabaseConfig | null {
  const { DATABASE_URL: url, CAUSEWAY_DATA_DIR: directory } = env;
  if (url && directory) problems.push('Set DATABASE_URL or CAUSEWAY_DATA_DIR, not both.');
  else if (url) {
    if (/^postgres(?:ql)?:\/\//.test(url)) return { kind: 'postgresql', url };
    problems.push('DATABASE_URL must start with postgresql://');
  } else if (directory) return { kind: 'embedded', directory };
  else problems.push('Set DATABASE_URL (PostgreSQL) or CAUSEWAY_DATA_DIR (the directory of an embedded database).');
  return null;
}

async function readKeyFile(path: string, problems: Problems): Promise<string | null> {
  const status = await stat(path).catch(() => null);
  const text = await readFile(path, 'utf8').catch(() => null);
  if (!status || text === null) {
    problems.push(`CAUSEWAY_MAKER_KEY_FILE names ${path}, which cannot be read.`);
    return null;
  }
  // Windows has no such bits; there the file's access list is the operator's business.
  if (process.platform !== 'win32' && (status.mode & 0o077) !== 0) {
    problems.push(`${path} holds the maker's key and other accounts can read it; run: chmod 600 ${path}`);
    return null;
  }
  return text.trim();
}

async function readMakerKey(env: Environment, problems: Problems): Promise<Hex | null> {
  const { CAUSEWAY_MAKER_KEY_FILE: path, CAUSEWAY_MAKER_KEY: inline } = env;
  if (!path && !inline) {
    problems.push('CAUSEWAY_MAKER_KEY_FILE is not set; it names a file with the private key of the maker.');
    return null;
  }
  const text = path ? await readKeyFile(path, problems) : (inline ?? null);
  if (text === null) return null;
  if (isPrivateKey(text)) return text;
  problems.push("The maker's key is not a private key: it must be 0x and 64 hex digits.");
  return null;
}

/** What speaks against paying from an account on these chains. */
export function findForeignMakers({ chains }: Catalog, account: Address): readonly string[] {
  return chains
    .filter(({ maker }) => maker !== account)
    .map(({ name, maker }) => `The maker of ${name} is ${maker}, but the maker's key belongs to ${account}.`);
}

/** PGlite does not sync to disk, so what it acknowledged can be lost with the power: no place for what has a value. */
function refuseEmbeddedMainnet(
  database: DatabaseConfig | null,
  catalog: Catalog | undefined,
  problems: Problems,
): void {
  if (database?.kind !== 'embedded') return;
  for (const { token, origin, destination } of catalog?.routes ?? []) {
    if (origin.category === 'Testnet' && destination.category === 'Testnet') continue;
    problems.push(
      `${token.name} from ${origin.name} to ${destination.name} needs PostgreSQL: the embedded database can lose payments when the power fails, so it serves testnets only. Set DATABASE_URL.`,
    );
  }
}

/** What the operator's command line works with: everything but a key. */
export type KeylessConfig = Pick<Config, 'catalog' | 'database'>;

/** @throws InvalidConfig with everything that is wrong */
export async function readKeylessConfig(env: Environment): Promise<KeylessConfig> {
  const problems: Problems = [];
  const file = await readConfigFile(env.CAUSEWAY_CONFIG, problems);
  const database = readDatabase(env, problems);
  if (problems.length > 0 || !file || !database) throw new InvalidConfig(problems);
  return { catalog: file.catalog, database };
}

/**
 * Reads file and environment once.
 * @throws InvalidConfig with everything that is wrong
 */
export async function readConfig(env: Environment): Promise<Config> {
  const problems: Problems = [];
  const file = await readConfigFile(env.CAUSEWAY_CONFIG, problems);
  const database = readDatabase(env, problems);
  const makerKey = await readMakerKey(env, problems);
  if (file && makerKey) problems.push(...findForeignMakers(file.catalog, privateKeyToAddress(makerKey)));
  refuseEmbeddedMainnet(database, file?.catalog, problems);
  const logLevel = env.LOG_LEVEL ?? 'info';
  if (!LOG_LEVELS.includes(logLevel)) problems.push(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}.`);
  if (problems.length > 0 || !file || !database || !makerKey) throw new InvalidConfig(problems);
  return { ...file, database, makerKey, logLevel };
}
