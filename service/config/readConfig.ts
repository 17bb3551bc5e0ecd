import { readFile } from 'node:fs/promises';
import { privateKeyToAddress } from 'viem/accounts';
import type { Config, Environment, FileConfig, KeylessConfig } from './config.ts';
import { readDatabase, readJournalDirectory, validateEmbedded } from './databaseSettings.ts';
import { InvalidConfig } from './invalidConfig.ts';
import { validatePriceAge } from './mainnet/validatePriceAge.ts';
import { parseConfigFile } from './parseConfigFile.ts';
import { resolveSecretFiles } from './secretFiles.ts';
import { findWalletMismatches, readRole, readSigner, refuseSecrets } from './signerSettings.ts';

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
  const journalDirectory =
    role === 'api' ? null : readJournalDirectory(env, { database, catalog: file?.catalog }, problems);
  if (file) validatePriceAge(file, now, problems);
  const logLevel = readLogLevel(env, problems);
  if (problems.length > 0 || !file || !database || !role) throw new InvalidConfig(problems);
  return { ...file, role, database, signer, journalDirectory, logLevel };
}
