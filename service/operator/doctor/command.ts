import { parseArgs } from 'node:util';
import { systemClock } from '../../boot/clock.ts';
import { readContracts, SetupRefused } from '../init/deployChain.ts';
import { checkAgreement } from './checkAgreement.ts';
import { chainChecks } from './checkChain.ts';
import { databaseCheck } from './checkDatabase.ts';
import { feedChecks } from './checkFeeds.ts';
import { checkMissingGuards, guardChecks } from './checkGuards.ts';
import { certificateChecks, machineChecks, processCheck, publicCheck } from './checkMachine.ts';
import type { Check, Finding } from './finding.ts';
import { runChecks } from './finding.ts';
import type { Installation, MachineRole } from './readInstallation.ts';
import { MACHINE_ROLES, readInstallation } from './readInstallation.ts';

type Examination = {
  /** The folder of the configuration. */
  readonly dir: string;
  readonly keystore: string;
  /** Whether the processes must run. */
  readonly isRunning: boolean;
  /** What this machine runs. */
  readonly roles: readonly MachineRole[];
  readonly now: Date;
};

async function listChecks(
  installation: Installation,
  { dir, keystore, isRunning, now, roles }: Examination,
): Promise<readonly Check[]> {
  const { configs, web, databases } = installation;
  const catalog = (configs.worker ?? configs.api)?.catalog;
  const contracts = await readContracts();
  return [
    ...(catalog ? catalog.chains.flatMap((chain) => chainChecks(catalog, { chain, contracts, now })) : []),
    ...(catalog ? feedChecks(catalog, now) : []),
    ...databases.map(({ role, url }) => databaseCheck(role, url)),
    ...guardChecks(installation, { roles, isRunning }),
    ...certificateChecks({ dir, roles, now }),
    ...(roles.includes('signer') ? machineChecks(installation, keystore) : []),
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

export const DOCTOR_USAGE = `causeway doctor [--before-start] [--json]

Examines a whole installation: files, chains, contracts, funds, policy, database, guards, processes and machine. It changes
nothing. A check that could not run is a failure. The exit code is 0 when no check failed, else 1; a warning is no failure.

  --roles         what this machine runs, such as signer,worker (default: signer,worker,api,web)
  --dir           the folder of the configuration (default: CAUSEWAY_INSTALLATION, or /etc/causeway)
  --keystore      the keystore (default: /var/lib/causeway-signer/maker.json)
  --before-start  leave out the processes, which do not run yet
  --json          print JSON`;

const toLine = ({ check, ok, isWarning, detail, fix }: Finding) =>
  `${isWarning ? 'warn' : ok ? 'ok  ' : 'FAIL'}  ${check}: ${detail}${fix === undefined ? '' : `. Mend: ${fix}`}`;

function readRoles(text: string): readonly MachineRole[] {
  return text.split(',').map((name) => {
    const role = MACHINE_ROLES.find((known) => known === name);
    if (!role) throw new SetupRefused(`--roles names "${name}", but a role is one of ${MACHINE_ROLES.join(', ')}.`);
    return role;
  });
}

/** Runs `causeway doctor` and sets the exit code. */
export async function runDoctor(args: readonly string[]): Promise<void> {
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      dir: { type: 'string', default: process.env.CAUSEWAY_INSTALLATION ?? '/etc/causeway' },
      keystore: { type: 'string', default: '/var/lib/causeway-signer/maker.json' },
      roles: { type: 'string', default: MACHINE_ROLES.join(',') },
      'before-start': flag,
      ...{ json: flag, help: flag },
    },
  });
  if (values.help) return console.log(DOCTOR_USAGE);
  const roles = readRoles(values.roles);
  const { dir, keystore, 'before-start': isBefore } = values;
  const findings = await examine({ dir, keystore, isRunning: !isBefore, now: systemClock.now(), roles });
  const failures = findings.filter(({ ok }) => !ok);
  if (values.json) console.log(JSON.stringify({ ok: failures.length === 0, findings }, null, 2));
  else {
    for (const finding of findings) console.log(toLine(finding));
    const warnings = findings.filter(({ isWarning }) => isWarning).length;
    console.log(
      `\n${findings.length} checks, ${failures.length} failed${warnings === 0 ? '' : `, ${warnings} warnings`}`,
    );
  }
  if (failures.length > 0) process.exitCode = 1;
}
