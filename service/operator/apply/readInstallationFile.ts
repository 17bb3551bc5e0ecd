import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import * as v from 'valibot';
import { parseConfig, UnusableConfig } from '#shared/config/runtimeConfig.ts';
import type { FileConfig } from '../../boot/config.ts';
import type { Installation } from '../../boot/installation.ts';
import { installationSchema } from '../../boot/installation.ts';
import { validatePriceAge } from '../../boot/mainnetRules.ts';
import { InvalidConfig } from '../../boot/operatorError.ts';
import { fillSecrets } from '../../boot/privateFiles.ts';
import { fillCatalog, parseInstallation, withoutNotes } from '../../boot/readConfig.ts';
import { readTlsIn } from '../../boot/signerSettings.ts';
import { toWebConfig } from '../../boot/webView.ts';
import type { Policy } from '../../signer/process/policy.ts';
import { toPolicy } from '../../signer/process/policyFile.ts';
import type { Machine, MachineRole } from './machine.ts';
import { ApplyRefused, pathOn, secretsOf, stateOf } from './machine.ts';
import type { ReadFile } from './placedFiles.ts';

/** A file that every program accepts, as each of them reads it. The URLs keep their references to secrets. */
export type SoundFile = ReadFile & { readonly config: FileConfig; readonly policy: Policy };

async function validateWeb(file: Installation, web: ReadFile['web'], problems: string[]): Promise<void> {
  try {
    // As the browser gets it.
    await parseConfig(JSON.parse(JSON.stringify(toWebConfig(file, web))));
  } catch (error) {
    if (!(error instanceof UnusableConfig)) throw error;
    problems.push(...error.message.split('\n').map((line) => `web: ${line}`));
  }
}

/**
 * Parses an installation file's text as each program does.
 * @param folder the file's
 * @param now null for a running file: prices of any age
 * @throws InvalidConfig
 */
export async function parseSound(
  text: string,
  { folder, now }: { readonly folder: string; readonly now: Date | null },
): Promise<SoundFile> {
  const problems: string[] = [];
  const config = parseInstallation(text, problems);
  if (!config) throw new InvalidConfig(problems);
  const { installation } = config;
  // What both programs refuse is reported once.
  const policy = toPolicy((path, problem) => problems.push(`${path} ${problem}.`), installation);
  if (now) validatePriceAge(config, now, problems);
  const written: unknown = JSON.parse(text, withoutNotes);
  const web = v.is(installationSchema, written) ? written.web : undefined;
  if (problems.length === 0) await validateWeb(installation, web, problems);
  if (problems.length > 0) throw new InvalidConfig([...new Set(problems)]);
  return { text, installation, web, folder, config, policy };
}

/** @throws ApplyRefused, InvalidConfig */
export async function readSound(path: string, now: Date): Promise<SoundFile> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new ApplyRefused(`${path} cannot be read. Name your installation file.`, { cause: error });
  });
  return parseSound(text, { folder: dirname(resolve(path)), now });
}

/**
 * Refuses a secret or certificate that a process of this machine needs but the machine lacks.
 * @throws InvalidConfig
 */
export async function requireSecrets(
  { config, policy, installation }: SoundFile,
  machine: Machine,
  roles: readonly MachineRole[],
): Promise<void> {
  const problems: string[] = [];
  if (roles.includes('worker') || roles.includes('api')) {
    await fillCatalog(config.catalog, secretsOf(machine, 'secrets'), problems);
  }
  if (roles.includes('signer')) {
    const env = secretsOf(machine, 'signer-secrets');
    for (const { name, rpcUrls } of policy.chains) {
      await fillSecrets(rpcUrls, { path: `signer.chains.${name}.rpcUrls`, problems, env });
    }
  }
  for (const role of ['signer', 'worker'] as const) {
    if (installation.signer.url === undefined || !roles.includes(role)) continue;
    await readTlsIn(pathOn(machine, stateOf(role)), problems);
  }
  if (problems.length > 0) throw new InvalidConfig(problems);
}
