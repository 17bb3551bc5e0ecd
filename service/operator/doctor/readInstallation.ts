import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublicClient } from 'viem';
import type { FileConfig } from '../../boot/config.ts';
import { findDatabaseUrlProblem, readDatabaseUrl } from '../../boot/databaseSettings.ts';
import { validatePriceAge } from '../../boot/mainnetRules.ts';
import type { Chain } from '../../boot/model/catalog.ts';
import { resolveSecretFiles } from '../../boot/privateFiles.ts';
import { parseConfigFile } from '../../boot/readConfig.ts';
import type { Policy } from '../../signer/process/policy.ts';
import { parsePolicy } from '../../signer/process/policyFile.ts';
import { connectTo } from '../init/deployChain.ts';
import { parseEnvFile } from '../init/installationFolder.ts';
import type { RoleName } from '../init/setUpDatabase.ts';
import type { Finding } from './finding.ts';
import { failed, passed } from './finding.ts';

/** One of the RPC endpoints of the service. Its label has no URL, which can hold a key. */
export type ChainEndpoint = { readonly label: string; readonly client: PublicClient };

export function connectEndpointsOf({ rpcUrls }: Chain): readonly ChainEndpoint[] {
  return rpcUrls.map((url, index) => ({ label: `RPC ${index + 1}`, client: connectTo(url) }));
}

/** The part of the web app's configuration that must equal the service's. */
export type WebFile = {
  readonly service: { readonly baseUrl: string };
  readonly chains: readonly {
    readonly name: string;
    readonly id: number;
    readonly depositContract: string;
    readonly vault: string;
    readonly retiredVaults?: readonly string[];
    readonly tokens: readonly { readonly name: string; readonly address: string; readonly decimals: number }[];
  }[];
};

/** The files of an installation; null for one that is missing or wrong, which a finding reports. */
export type Installation = {
  readonly folder: string;
  readonly configs: Readonly<Record<'api' | 'worker', FileConfig | null>>;
  readonly policy: Policy | null;
  readonly web: WebFile | null;
  /** By role of the database. */
  readonly databases: readonly { readonly role: RoleName; readonly url: string }[];
  readonly findings: readonly Finding[];
};

/** What a machine runs. The worker's machine also has the operator's command line. */
export const MACHINE_ROLES = ['signer', 'worker', 'api', 'web'] as const;
export type MachineRole = (typeof MACHINE_ROLES)[number];

const FILES: Readonly<Record<MachineRole, readonly string[]>> = {
  signer: ['policy.json', 'keystore-password'],
  worker: ['worker.json', 'worker.env', 'operator.env', 'migrate.env'],
  api: ['api.json', 'api.env'],
  web: ['web.json'],
};

const SECRETS = /\.env$|^keystore-password$/;

export async function readInstallation(
  folder: string,
  { roles, now }: { readonly roles: readonly MachineRole[]; readonly now: Date },
): Promise<Installation> {
  const findings: Finding[] = [];
  const expected = roles.flatMap((role) => FILES[role]);
  const read = async (name: string): Promise<string | null> => {
    if (!expected.includes(name)) return null;
    const path = join(folder, name);
    const status = await stat(path).catch(() => null);
    const stored = await readFile(path, 'utf8').catch(() => null);
    if (!status || stored === null) {
      findings.push(
        failed(`file ${name}`, `${path} cannot be read`, 'Run as root, or: causeway init, then install.sh'),
      );
      return null;
    }
    const isOpen = (status.mode & 0o077) !== 0 && SECRETS.test(name);
    findings.push(
      isOpen
        ? failed(`file ${name}`, 'other accounts can read its secret', `chmod 600 ${path}`)
        : passed(`file ${name}`, `${stored.length} bytes`),
    );
    const problems: string[] = [];
    const secrets = join(folder, name === 'policy.json' ? 'signer-secrets/' : 'secrets/');
    const text = await resolveSecretFiles(stored, problems, secrets);
    for (const problem of problems) findings.push(failed(`file ${name}`, problem, `Correct ${path}`));
    return problems.length > 0 ? null : text;
  };
  const accept = async <T>(
    name: string,
    text: string | null,
    parse: (text: string, problems: string[]) => T | null | Promise<T | null>,
  ): Promise<T | null> => {
    if (text === null) return null;
    const problems: string[] = [];
    const parsed = await attempt(async () => parse(text, problems), problems);
    for (const problem of problems) findings.push(failed(`file ${name}`, problem, `Correct ${join(folder, name)}`));
    return problems.length > 0 ? null : parsed;
  };
  const parseService = (text: string, problems: string[]) => {
    const file = parseConfigFile(text, problems);
    if (file) validatePriceAge(file, now, problems);
    return file;
  };
  const configs = {
    api: await accept('api.json', await read('api.json'), parseService),
    worker: await accept('worker.json', await read('worker.json'), parseService),
  };
  const policy = await accept('policy.json', await read('policy.json'), parsePolicy);
  const web = await accept('web.json', await read('web.json'), (text) => JSON.parse(text) as WebFile);
  await read('keystore-password');
  const databases = [];
  for (const role of ['migrate', 'worker', 'api', 'operator'] as const) {
    const url = await accept(`${role}.env`, await read(`${role}.env`), readUrl);
    if (url !== null) databases.push({ role: `causeway_${role}` as const, url });
  }
  return { folder, configs, policy, web, databases, findings };
}

async function attempt<T>(work: () => Promise<T | null>, problems: string[]): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    const listed = error instanceof Error && 'problems' in error ? (error.problems as string[]) : null;
    problems.push(...(listed ?? [error instanceof Error ? error.message : String(error)]));
    return null;
  }
}

/** Reads what the environment file gives a process, as the process does. */
async function readUrl(text: string, problems: string[]): Promise<string | null> {
  const variables = parseEnvFile(text);
  const url = await readDatabaseUrl(variables, problems);
  if (problems.length > 0) return null;
  const problem = url === null ? 'it sets neither DATABASE_URL nor DATABASE_URL_FILE.' : findDatabaseUrlProblem(url);
  if (problem !== null) problems.push(problem);
  return url;
}
