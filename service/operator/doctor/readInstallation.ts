import { stat } from 'node:fs/promises';
import type { PublicClient } from 'viem';
import type { FileConfig } from '../../boot/config.ts';
import { findDatabaseUrlProblem, urlOfRole } from '../../boot/databaseSettings.ts';
import { validatePriceAge } from '../../boot/mainnetRules.ts';
import type { Chain } from '../../boot/model/catalog.ts';
import { fillCatalog, parseInstallation } from '../../boot/readConfig.ts';
import type { Policy } from '../../signer/process/policy.ts';
import { parsePolicy, readPolicy } from '../../signer/process/policyFile.ts';
import { hashOf, readApplied } from '../apply/applied.ts';
import type { Machine, MachineRole } from '../apply/machine.ts';
import { pathOn, readOn, secretsOf } from '../apply/machine.ts';
import { COPIES } from '../apply/placedFiles.ts';
import type { RoleName } from '../setup/database.ts';
import { connectTo } from '../setup/endpoints.ts';
import type { Finding } from './finding.ts';
import { failed, passed, warned } from './finding.ts';

/** One of the service's RPC endpoints. Its label has no URL, which can contain a key. */
export type ChainEndpoint = { readonly label: string; readonly client: PublicClient };

export function connectEndpointsOf({ rpcUrls }: Chain): readonly ChainEndpoint[] {
  return rpcUrls.map((url, index) => ({ label: `RPC ${index + 1}`, client: connectTo(url) }));
}

/** The service's copy of the installation file. */
export type ServiceCopy = { readonly text: string; readonly config: FileConfig };

/** This machine's copies; null for one that is missing or wrong, which a finding reports. */
export type Copies = {
  readonly machine: Machine;
  readonly service: ServiceCopy | null;
  readonly policy: Policy | null;
  readonly databases: readonly { readonly role: RoleName; readonly url: string }[];
  readonly findings: readonly Finding[];
};

type Place = { readonly machine: Machine; readonly roles: readonly MachineRole[]; readonly now: Date };

const FIX_COPY = 'causeway apply';

/** A file with a password. Other accounts must not read it. */
async function examineSecret(machine: Machine, path: string): Promise<Finding> {
  const check = `file /${path}`;
  const status = await stat(pathOn(machine, path)).catch(() => null);
  if (!status) return failed(check, 'it cannot be read', 'Run as root, and write the password into it');
  return (status.mode & 0o077) !== 0
    ? failed(check, 'other accounts can read its secret', `chmod 600 /${path}`)
    : passed(check, 'only its owner reads it');
}

async function readService({ machine, now }: Place, findings: Finding[]): Promise<ServiceCopy | null> {
  const check = `file /${COPIES.service}`;
  const text = (await readOn(machine, COPIES.service))?.toString();
  if (text === undefined) {
    findings.push(failed(check, 'it cannot be read', `Run as root, or: ${FIX_COPY}`));
    return null;
  }
  const problems: string[] = [];
  const parsed = parseInstallation(text, problems);
  if (parsed) validatePriceAge(parsed, now, problems);
  const catalog = parsed && (await fillCatalog(parsed.catalog, secretsOf(machine, 'secrets'), problems));
  findings.push(...problems.map((problem) => failed(check, problem, `Correct installation.json, then: ${FIX_COPY}`)));
  if (!parsed || !catalog || problems.length > 0) return null;
  findings.push(passed(check, `${text.length} bytes`));
  return { text, config: { ...parsed, catalog } };
}

async function readSigner({ machine }: Place, findings: Finding[]): Promise<Policy | null> {
  const check = `file /${COPIES.signer}`;
  try {
    const policy = await readPolicy(pathOn(machine, COPIES.signer), secretsOf(machine, 'signer-secrets'));
    findings.push(passed(check, `the signer's view has ${policy.chains.length} chains`));
    return policy;
  } catch (error) {
    const listed = error instanceof Error ? error.message.split('\n') : [String(error)];
    findings.push(...listed.map((problem) => failed(check, problem, FIX_COPY)));
    return null;
  }
}

async function readDatabases({ machine, roles }: Place, service: ServiceCopy, findings: Finding[]) {
  const { database: url = '' } = service.config.installation;
  const problem = findDatabaseUrlProblem(url);
  if (problem !== null) {
    findings.push(failed('database', problem, `Correct "database", then: ${FIX_COPY}`));
    return [];
  }
  const databases: Copies['databases'][number][] = [];
  for (const role of ['worker', 'api'] as const) {
    if (!roles.includes(role)) continue;
    const user = `causeway_${role}` as const;
    const problems: string[] = [];
    const complete = await urlOfRole(url, { role, env: secretsOf(machine, 'secrets') }, problems);
    findings.push(await examineSecret(machine, `etc/causeway/passwords/${user}`));
    if (problems.length === 0) databases.push({ role: user, url: complete });
  }
  return databases;
}

/** The files that were changed since `apply` wrote them. The next `apply` refuses to replace them. */
async function examineHashes(machine: Machine): Promise<readonly Finding[]> {
  const { files, restarts } = await readApplied(machine);
  const hashes = Object.entries(files).map(async ([path, hash]): Promise<readonly Finding[]> => {
    const content = await readOn(machine, path);
    if (content !== null && hashOf(content) === hash) return [];
    const what = content === null ? 'it is missing' : 'it was changed by hand';
    const fix = `Put the change into installation.json, then: causeway apply --replace /${path}`;
    return [warned(`file /${path}`, what, fix)];
  });
  return [
    ...(await Promise.all(hashes)).flat(),
    ...restarts.map((role) => failed(`process ${role}`, 'an earlier "causeway apply" did not restart it', FIX_COPY)),
  ];
}

export async function readCopies(place: Place): Promise<Copies> {
  const { machine, roles } = place;
  const findings: Finding[] = [];
  const isService = roles.includes('worker') || roles.includes('api');
  const service = isService ? await readService(place, findings) : null;
  const policy = roles.includes('signer') ? await readSigner(place, findings) : null;
  if (roles.includes('signer')) {
    findings.push(await examineSecret(machine, 'etc/causeway/signer-secrets/keystore-password'));
  }
  const databases = service ? await readDatabases(place, service, findings) : [];
  if (roles.includes('web') && (await readOn(machine, COPIES.web)) === null) {
    findings.push(failed(`file /${COPIES.web}`, 'it cannot be read', FIX_COPY));
  }
  findings.push(...(await examineHashes(machine)));
  return { machine, service, policy, databases, findings };
}

/** The view according to the service's copy, whatever secrets this machine has. */
export function viewOf({ text }: ServiceCopy): Policy {
  return parsePolicy(text);
}
