// BOOT. In come files and the environment; out come the catalog (chains, tokens, routes), the settings of a process, its clock and
// its log. It opens no connection, and every problem of a file is reported at once, before anything starts.

import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { privateKeyToAddress } from 'viem/accounts';
import type { Config, Environment, FileConfig, KeylessConfig } from './config.ts';
import { configFileSchema, describeIssue } from './configSchema.ts';
import { readDatabase, validateEmbedded } from './databaseSettings.ts';
import { validateMainnets, validatePriceAge } from './mainnetRules.ts';
import { InvalidConfig } from './operatorError.ts';
import { parseCatalog } from './parseCatalog.ts';
import { resolveSecretFiles } from './privateFiles.ts';
import type { ReportProblem } from './reportProblem.ts';
import { findWalletMismatches, readRole, readSigner, refuseSecrets } from './signerSettings.ts';

/** Parses the text of a configuration file, and adds a sentence for each wrong setting to the problems. */
export function parseConfigFile(text: string, problems: string[]): FileConfig | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    problems.push(`The configuration file is not JSON: ${error instanceof Error ? error.message : error}.`);
    return null;
  }
  const file = v.safeParse(configFileSchema, json);
  if (!file.success) {
    problems.push(...file.issues.map(describeIssue));
    return null;
  }
  const { http, operator = null, pricesAsOf } = file.output;
  if (operator && operator.port !== 0 && operator.port === http.port) {
    problems.push(`operator.port must differ from http.port, but both are ${http.port}.`);
  }
  const report: ReportProblem = (path, problem) => problems.push(`${path} ${problem}.`);
  validateMainnets(report, file.output);
  const catalog = parseCatalog(report, file.output);
  const trustProxy = http.trustProxy ?? false;
  return { http: { ...http, trustProxy }, operator, catalog, pricesAsOf: pricesAsOf ? new Date(pricesAsOf) : null };
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

async function readConfigFile(path: string | undefined, problems: string[]): Promise<FileConfig | null> {
  if (!path) {
    problems.push('CAUSEWAY_CONFIG is not set. Set it to the path of the configuration file.');
    return null;
  }
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) {
    problems.push(
      `CAUSEWAY_CONFIG is ${path}, but this process cannot read that file. Correct the path or its permissions.`,
    );
    return null;
  }
  return parseConfigFile(await resolveSecretFiles(text, problems), problems);
}

function readLogLevel({ LOG_LEVEL: level = 'info' }: Environment, problems: string[]): string {
  if (!LOG_LEVELS.includes(level)) problems.push(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${level}".`);
  return level;
}

/** @throws InvalidConfig with a sentence for each wrong setting */
export async function readKeylessConfig(env: Environment): Promise<KeylessConfig> {
  const problems: string[] = [];
  const file = await readConfigFile(env.CAUSEWAY_CONFIG, problems);
  const database = await readDatabase(env, problems);
  if (problems.length > 0 || !file || !database) throw new InvalidConfig(problems);
  return { catalog: file.catalog, database };
}

/**
 * Reads the configuration file and the environment.
 * @throws InvalidConfig with a sentence for each wrong setting
 */
export async function readConfig(env: Environment, now: Date): Promise<Config> {
  const problems: string[] = [];
  const file = await readConfigFile(env.CAUSEWAY_CONFIG, problems);
  const database = await readDatabase(env, problems);
  const role = readRole(env, problems);
  if (role === 'api') refuseSecrets(env, problems);
  const signer = role === 'api' ? null : await readSigner(env, file?.catalog, problems);
  if (file && signer?.kind === 'key') {
    problems.push(...findWalletMismatches(file.catalog, privateKeyToAddress(signer.key)));
  }
  validateEmbedded(database, { catalog: file?.catalog, role }, problems);
  if (file) validatePriceAge(file, now, problems);
  const logLevel = readLogLevel(env, problems);
  if (problems.length > 0 || !file || !database || !role) throw new InvalidConfig(problems);
  return { ...file, role, database, signer, logLevel };
}
