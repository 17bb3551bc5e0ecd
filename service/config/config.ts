import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import type { Address } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import type { Catalog } from '../domain/catalog.ts';
import type { RateLimit } from '../domain/tokenBucket.ts';
import { OperatorError } from '../operatorError.ts';
import { toCatalog } from './configChecks.ts';
import { configFileSchema } from './configSchema.ts';
import { readJournalDirectory } from './journalConfig.ts';
import type { Role, SignerConfig } from './roleConfig.ts';
import { readRole, readSigner, refuseSecrets } from './roleConfig.ts';

export type HttpConfig = {
  readonly host: string;
  readonly port: number;
  readonly prefix: string;
  /** The proxies whose word on a client's address is taken. */
  readonly trustProxy: false | readonly string[];
  readonly rateLimit: RateLimit;
};

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
  readonly role: Role;
  readonly database: DatabaseConfig;
  /** Null where the process only serves requests. */
  readonly signer: SignerConfig | null;
  /** Null where the operator wants no journal. */
  readonly journalDirectory: string | null;
  readonly logLevel: string;
};

export type Environment = Readonly<Record<string, string | undefined>>;

/** The service cannot start like this. The message lists everything that is wrong, one line each. */
export class InvalidConfig extends OperatorError {
  readonly code = 'INVALID_CONFIG';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

type Problems = string[];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

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

function refuseSharedEmbedded(database: DatabaseConfig | null, role: Role | null, problems: Problems): void {
  if (database?.kind !== 'embedded' || role === null || role === 'all') return;
  problems.push(`CAUSEWAY_ROLE=${role} needs PostgreSQL: an embedded database has one process, which does everything.`);
}

/**
 * Reads file and environment once.
 * @throws InvalidConfig with everything that is wrong
 */
export async function readConfig(env: Environment): Promise<Config> {
  const problems: Problems = [];
  const file = await readConfigFile(env.CAUSEWAY_CONFIG, problems);
  const database = readDatabase(env, problems);
  const role = readRole(env, problems);
  if (role === 'api') refuseSecrets(env, problems);
  const signer = role === 'api' ? null : await readSigner(env, file?.catalog, problems);
  if (file && signer?.kind === 'key') {
    problems.push(...findForeignMakers(file.catalog, privateKeyToAddress(signer.key)));
  }
  refuseEmbeddedMainnet(database, file?.catalog, problems);
  refuseSharedEmbedded(database, role, problems);
  const journalDirectory = role === 'api' ? null : readJournalDirectory(env, database, problems);
  const logLevel = env.LOG_LEVEL ?? 'info';
  if (!LOG_LEVELS.includes(logLevel)) problems.push(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}.`);
  if (problems.length > 0 || !file || !database || !role) throw new InvalidConfig(problems);
  return { ...file, role, database, signer, journalDirectory, logLevel };
}
