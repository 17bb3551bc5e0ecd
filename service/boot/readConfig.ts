// BOOT. In come files and the environment; out come the catalog (chains, tokens, routes), a process's settings, its
// clock and its log. It opens no connection, and reports every problem in a file at once, before anything starts.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { privateKeyToAddress } from 'viem/accounts';
import type { Config, Environment, FileConfig, KeylessConfig, OperatorConfig, Role } from './config.ts';
import { constantsOf } from './constants.ts';
import { readDatabase, validateEmbedded } from './databaseSettings.ts';
import type { Installation } from './installation.ts';
import { describeIssue, installationSchema } from './installation.ts';
import { validateMainnets, validatePriceAge } from './mainnetRules.ts';
import type { Catalog } from './model/catalog.ts';
import { InvalidConfig } from './operatorError.ts';
import { parseCatalog } from './parseCatalog.ts';
import { fileOfReference, fillSecrets } from './privateFiles.ts';
import { reportTo } from './reportProblem.ts';
import { findWalletMismatches, readRole, readSigner, refuseSecrets } from './signerSettings.ts';

/** For JSON.parse. A `note` explains the settings beside it to people, in any object. */
export function withoutNotes(key: string, value: unknown): unknown {
  return key === 'note' ? undefined : value;
}

/** Parses the text of an installation file by its shape alone, and adds a sentence for each wrong setting to the problems. */
export function parseShape(text: string, problems: string[]): Installation | null {
  const json = v.parseJson({ reviver: withoutNotes }, 'is not JSON');
  // A later check of a URL can rely on an earlier one.
  const file = v.safeParse(v.pipe(v.string(), json, installationSchema), text, { abortPipeEarly: true });
  if (file.success) return file.output;
  problems.push(...file.issues.flatMap((issue) => describeIssue(issue)));
  return null;
}

const BURST_SECONDS = 5;

function httpOf(file: Installation): FileConfig['http'] {
  const { maxConnectionsPerClient, drainSeconds } = constantsOf(file);
  const { requestsPerSecond: perSecond, url, trustProxy = false } = file.api;
  return {
    ...{ host: file.listen.host, port: file.listen.firstPort, trustProxy, maxConnectionsPerClient, drainSeconds },
    prefix: new URL(url).pathname.replace(/\/+$/, ''),
    rateLimit: { perSecond, burst: file.lab.burst ?? perSecond * BURST_SECONDS },
  };
}

/** How far a port is from the first one. */
export const PORT_OF = { api: 0, apiOperator: 1, workerOperator: 2, web: 3 } as const;

/** The port of a program that listens at `firstPort` and the next ones; 0 for any free port. */
export function portOf({ listen: { firstPort } }: Pick<Installation, 'listen'>, program: keyof typeof PORT_OF): number {
  return firstPort === 0 ? 0 : firstPort + PORT_OF[program];
}

/**
 * An installation file's fingerprint: it covers every character, so it shows which processes have read a changed file.
 */
export function fingerprintOfText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function operatorOf(
  file: Installation,
  { text, role }: { readonly text: string; readonly role: Role },
): OperatorConfig | null {
  const { maxCursorLagBlocks, maxLookAgeSeconds } = constantsOf(file);
  const { operatorPort = portOf(file, role === 'worker' ? 'workerOperator' : 'apiOperator') } = file.lab;
  return operatorPort === null
    ? null
    : {
        installation: fingerprintOfText(text),
        ...{ host: file.listen.host, port: operatorPort, maxCursorLagBlocks, maxLookAgeSeconds },
      };
}

/**
 * Parses an installation file's text, and adds a sentence for each wrong setting to the problems. The URLs keep their
 * references to secrets.
 */
export function parseInstallation(text: string, problems: string[], role: Role = 'all'): FileConfig | null {
  const file = parseShape(text, problems);
  if (!file) return null;
  const report = reportTo(problems);
  validateMainnets(report, file);
  const catalog = parseCatalog(report, file);
  const { pricesAsOf } = catalog;
  return { installation: file, http: httpOf(file), operator: operatorOf(file, { text, role }), catalog, pricesAsOf };
}

/** Puts the secrets into a catalog's URLs. */
export async function fillCatalog(catalog: Catalog, env: Environment, problems: string[]): Promise<Catalog> {
  const fill = (urls: readonly string[], path: string) => fillSecrets(urls, { path, problems, env });
  const chains = catalog.chains.map(async (chain) => ({
    ...chain,
    rpcUrls: await fill(chain.rpcUrls, `chains.${chain.name}.rpcUrls`),
    wsUrls: await fill(chain.wsUrls, `chains.${chain.name}.wsUrls`),
  }));
  return { ...catalog, chains: await Promise.all(chains), screening: await fillScreening(catalog, env, problems) };
}

async function fillScreening({ screening }: Catalog, env: Environment, problems: string[]) {
  if (!screening?.service) return screening;
  const { service } = screening;
  const [url = ''] = await fillSecrets([service.url], { path: 'guards.screening.url', problems, env });
  const tokenFile = service.tokenFile === null ? null : fileOfReference(service.tokenFile, env);
  return { ...screening, service: { ...service, url, tokenFile } };
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads the file that CAUSEWAY_INSTALLATION names, or reports why it can't. */
export async function readInstallationText(env: Environment, problems: string[]): Promise<string | null> {
  const { CAUSEWAY_INSTALLATION: path } = env;
  if (!path) {
    problems.push('CAUSEWAY_INSTALLATION is not set. Set it to the path of installation.json.');
    return null;
  }
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) {
    problems.push(
      `CAUSEWAY_INSTALLATION is ${path}, but this process cannot read that file. Correct the path or its permissions.`,
    );
  }
  return text;
}

async function readConfigFile(env: Environment, role: Role, problems: string[]): Promise<FileConfig | null> {
  const text = await readInstallationText(env, problems);
  const file = text === null ? null : parseInstallation(text, problems, role);
  return file && { ...file, catalog: await fillCatalog(file.catalog, env, problems) };
}

function readLogLevel({ LOG_LEVEL: level = 'info' }: Environment, problems: string[]): string {
  if (!LOG_LEVELS.includes(level)) problems.push(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${level}".`);
  return level;
}

/** @throws InvalidConfig with a sentence for each wrong setting */
export async function readKeylessConfig(env: Environment): Promise<KeylessConfig> {
  const problems: string[] = [];
  const file = await readConfigFile(env, 'worker', problems);
  const { CAUSEWAY_ROLE: role = 'operator' } = env;
  const database = await readDatabase(env, { installation: file?.installation, role }, problems);
  if (problems.length > 0 || !file || !database) throw new InvalidConfig(problems);
  return { catalog: file.catalog, database };
}

/**
 * Reads installation.json and the environment.
 * @throws InvalidConfig with a sentence for each wrong setting
 */
export async function readConfig(env: Environment, now: Date): Promise<Config> {
  const problems: string[] = [];
  const role = readRole(env, problems);
  const file = await readConfigFile(env, role ?? 'all', problems);
  const database = await readDatabase(env, { installation: file?.installation, role: role ?? 'all' }, problems);
  if (role === 'api') refuseSecrets(env, problems);
  const signer = role === 'api' ? null : await readSigner(env, file, problems);
  if (file && signer?.kind === 'key') {
    problems.push(...findWalletMismatches(file.catalog, privateKeyToAddress(signer.key)));
  }
  validateEmbedded(database, { catalog: file?.catalog, role }, problems);
  if (file) validatePriceAge(file, now, problems);
  const logLevel = readLogLevel(env, problems);
  if (problems.length > 0 || !file || !database || !role) throw new InvalidConfig(problems);
  return { ...file, role, database, signer, logLevel };
}
