import { parseArgs } from 'node:util';
import { visibleLine } from '#shared/foreignText.ts';
import { systemClock } from '../../boot/clock.ts';
import {
  describeOtherViews,
  fingerprintOf,
  fingerprintsByChain,
  TYPED_DIGITS,
} from '../../signer/process/fingerprint.ts';
import { readApplied } from '../apply/applied.ts';
import type { Machine, MachineRole } from '../apply/machine.ts';
import { createMachine, MACHINE_ROLES, parseRoles } from '../apply/machine.ts';
import { readContracts } from '../setup/contracts.ts';
import { chainChecks } from './checkChain.ts';
import { databaseCheck } from './checkDatabase.ts';
import { feedChecks } from './checkFeeds.ts';
import { checkMissingGuards, guardChecks } from './checkGuards.ts';
import { certificateChecks, machineChecks, processCheck, publicCheck } from './checkMachine.ts';
import type { Check, Finding } from './finding.ts';
import { passed, runChecks, warned } from './finding.ts';
import type { Copies } from './readInstallation.ts';
import { readCopies, viewOf } from './readInstallation.ts';

type Examination = {
  readonly machine: Machine;
  /** Whether the processes must run. */
  readonly isRunning: boolean;
  /** What this machine runs. */
  readonly roles: readonly MachineRole[];
  readonly now: Date;
};

/** The view that the signer of this machine has, against the service's copy of the file. */
function checkViews({ service, policy }: Copies): readonly Finding[] {
  if (!service || !policy) return [];
  const chains = service.config.catalog.chains;
  const views = { own: fingerprintsByChain(viewOf(service)), signers: fingerprintsByChain(policy) };
  const problem = describeOtherViews(chains, views);
  return [
    problem === null
      ? passed("signer's view", `${fingerprintOf(policy).slice(0, TYPED_DIGITS)}, the same chains as the service`)
      : warned("signer's view", problem, 'causeway apply, with the fingerprint from "causeway plan"'),
  ];
}

async function listChecks(copies: Copies, { isRunning, now, roles }: Examination): Promise<readonly Check[]> {
  const { service, databases } = copies;
  const catalog = service?.config.catalog;
  const contracts = await readContracts();
  return [
    ...(catalog ? catalog.chains.flatMap((chain) => chainChecks(catalog, { chain, contracts, now })) : []),
    ...(catalog ? feedChecks(catalog, now) : []),
    ...databases.map(({ role, url }) => databaseCheck(role, url)),
    ...guardChecks(copies, { roles, isRunning }),
    ...certificateChecks({ copies, roles, now }),
    ...(roles.includes('signer') ? machineChecks(copies) : []),
    ...(isRunning && service
      ? (['worker', 'api'] as const).filter((role) => roles.includes(role)).map((role) => processCheck(role, service))
      : []),
    ...(isRunning && service && roles.includes('api')
      ? [publicCheck(service, databases.find(({ role }) => role === 'causeway_api')?.url)]
      : []),
  ];
}

/** Examines an installation and changes nothing. */
export async function examine(examination: Examination): Promise<readonly Finding[]> {
  const copies = await readCopies(examination);
  const checks = await listChecks(copies, examination);
  const catalog = copies.service?.config.catalog;
  return [
    ...copies.findings,
    ...checkViews(copies),
    ...(catalog ? checkMissingGuards(catalog) : []),
    ...(await runChecks(checks)),
  ];
}

export const DOCTOR_USAGE = `causeway doctor [--before-start] [--json]

Examines a whole installation: files, chains, contracts, funds, policy, database, guards, processes and machine. It changes
nothing. A check that could not run is a failure. The exit code is 0 when no check failed, else 1; warnings do not count.

  --roles         what this machine runs, such as signer,worker (default: those of "causeway apply")
  --root          what stands for / (default: /)
  --before-start  leave out the processes, which do not run yet
  --json          print JSON`;

const toLine = ({ check, ok, isWarning, detail, fix }: Finding) =>
  `${isWarning ? 'warn' : ok ? 'ok  ' : 'FAIL'}  ${check}: ${detail}${fix === undefined ? '' : `. Fix: ${fix}`}`;

/** Runs `causeway doctor` and sets the exit code. */
export async function runDoctor(args: readonly string[]): Promise<void> {
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      root: { type: 'string', default: '/' },
      roles: { type: 'string' },
      'before-start': flag,
      ...{ json: flag, help: flag },
    },
  });
  if (values.help) return console.log(DOCTOR_USAGE);
  const { root, 'before-start': isBefore } = values;
  const machine = createMachine({ root, programs: '' });
  const applied = values.roles === undefined ? (await readApplied(machine)).roles : parseRoles(values.roles);
  const roles = applied.length > 0 ? applied : MACHINE_ROLES;
  const findings = await examine({ machine, isRunning: !isBefore, now: systemClock.now(), roles });
  const failures = findings.filter(({ ok }) => !ok);
  if (values.json) console.log(JSON.stringify({ ok: failures.length === 0, findings }, null, 2));
  else {
    for (const finding of findings) console.log(visibleLine(toLine(finding)));
    const warnings = findings.filter(({ isWarning }) => isWarning).length;
    console.log(
      `\n${findings.length} checks, ${failures.length} failed${warnings === 0 ? '' : `, ${warnings} warnings`}`,
    );
  }
  if (failures.length > 0) process.exitCode = 1;
}
