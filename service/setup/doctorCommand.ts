import { parseArgs } from 'node:util';
import { systemClock } from '../clock.ts';
import { SetupRefused } from './contractFiles.ts';
import { examine } from './doctor/examine.ts';
import type { Finding } from './doctor/finding.ts';
import type { MachineRole } from './doctor/readInstallation.ts';
import { MACHINE_ROLES } from './doctor/readInstallation.ts';

export const DOCTOR_USAGE = `operator doctor [--before-start] [--json]

Examines a whole installation: files, chains, contracts, funds, policy, database, guards, processes and machine. It changes
nothing. A check that could not run is a failure. The exit code is 0 when no check failed, else 1; a warning is no failure.

  --roles         what this machine runs, such as signer,worker (default: signer,worker,api,web)
  --dir           the folder of the configuration (default: CAUSEWAY_INSTALLATION, or /etc/causeway)
  --keystore      the keystore (default: /var/lib/causeway-signer/maker.json)
  --journal       the journal of the worker (default: /var/lib/causeway-worker/journal)
  --before-start  leave out the processes and the journal, which exist only after the start
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

/** Runs `operator doctor` and sets the exit code. */
export async function runDoctor(args: readonly string[]): Promise<void> {
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      dir: { type: 'string', default: process.env.CAUSEWAY_INSTALLATION ?? '/etc/causeway' },
      keystore: { type: 'string', default: '/var/lib/causeway-signer/maker.json' },
      journal: { type: 'string', default: '/var/lib/causeway-worker/journal' },
      roles: { type: 'string', default: MACHINE_ROLES.join(',') },
      'before-start': flag,
      ...{ json: flag, help: flag },
    },
  });
  if (values.help) return console.log(DOCTOR_USAGE);
  const roles = readRoles(values.roles);
  const { dir, keystore, journal, 'before-start': isBefore } = values;
  const findings = await examine({ dir, keystore, journal, isRunning: !isBefore, now: systemClock.now(), roles });
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
