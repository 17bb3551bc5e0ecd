import { readContracts } from '../contractFiles.ts';
import { checkAgreement } from './checkAgreement.ts';
import { certificateChecks } from './checkCertificates.ts';
import { chainChecks } from './checkChain.ts';
import { databaseCheck } from './checkDatabase.ts';
import { feedChecks } from './checkFeeds.ts';
import type { MachinePaths } from './checkMachine.ts';
import { machineChecks } from './checkMachine.ts';
import { processCheck, publicCheck } from './checkProcesses.ts';
import type { Check, Finding } from './finding.ts';
import { runChecks } from './finding.ts';
import { checkMissingGuards, guardChecks } from './guards/guardChecks.ts';
import type { Installation, MachineRole } from './readInstallation.ts';
import { readInstallation } from './readInstallation.ts';

export type Examination = MachinePaths & {
  /** The folder of the configuration. */
  readonly dir: string;
  /** Whether the processes must run. Before their first start they and the journal do not exist. */
  readonly isRunning: boolean;
  /** What this machine runs. */
  readonly roles: readonly MachineRole[];
  readonly now: Date;
};

async function listChecks(
  installation: Installation,
  { dir, isRunning, now, roles, ...paths }: Examination,
): Promise<readonly Check[]> {
  const { configs, web, databases } = installation;
  const catalog = (configs.worker ?? configs.api)?.catalog;
  const contracts = await readContracts();
  const machine = machineChecks(installation, paths);
  return [
    ...(catalog ? catalog.chains.flatMap((chain) => chainChecks(catalog, { chain, contracts, now })) : []),
    ...(catalog ? feedChecks(catalog, now) : []),
    ...databases.map(({ role, url }) => databaseCheck(role, url)),
    ...guardChecks(installation, { roles, isRunning }),
    ...certificateChecks({ dir, roles, now }),
    ...(roles.includes('signer') ? machine.filter(({ name }) => name === 'keystore') : []),
    ...(roles.includes('worker') && isRunning ? machine.filter(({ name }) => name !== 'keystore') : []),
    ...(isRunning && configs.worker ? [processCheck('worker', configs.worker)] : []),
    ...(isRunning && configs.api ? [processCheck('api', configs.api)] : []),
    ...(isRunning && web ? [publicCheck(web)] : []),
  ];
}

/** Examines an installation and changes nothing. */
export async function examine(examination: Examination): Promise<readonly Finding[]> {
  const installation = await readInstallation(examination.dir, examination);
  const checks = await listChecks(installation, examination);
  const catalog = installation.configs.worker?.catalog;
  return [
    ...installation.findings,
    ...checkAgreement(installation),
    ...(catalog ? checkMissingGuards(catalog) : []),
    ...(await runChecks(checks)),
  ];
}
