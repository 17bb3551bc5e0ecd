import { mkdir } from 'node:fs/promises';
import type { Applied, FileChange } from './applied.ts';
import { begin, finishFiles, keepFormer, listChanges, reverse, storeApplied, writeFiles } from './applied.ts';
import type { Machine, MachineRole } from './machine.ts';
import { ApplyRefused, pathOn } from './machine.ts';
import { BRAND, SYSUSERS, unitOf, unitPathOf } from './placedFiles.ts';
import { PASSWORDS } from './placeSecrets.ts';
import type { Plan, RoleStep } from './plan.ts';
import { isStopped, restart } from './restart.ts';

export type Progress = {
  readonly machine: Machine;
  readonly say: (line: string) => void;
  /** How long a process may take to become ready. */
  readonly timeoutMs: number;
};

// systemd gives each process copies of its contents, and starts no process whose folder is missing. Only root can enter
// it.
const FOLDERS = ['etc/causeway', 'etc/causeway/secrets', 'etc/causeway/signer-secrets', PASSWORDS];

async function run({ machine }: Progress, ...command: readonly string[]): Promise<void> {
  const { code, output } = await machine.run(command);
  if (code !== 0)
    throw new ApplyRefused(`"${command.join(' ')}" failed: ${output}. Fix it, then run the command again.`);
}

async function placeCommon(progress: Progress, applied: Applied, { common, roles }: Plan): Promise<Applied> {
  const { machine } = progress;
  for (const folder of FOLDERS) await mkdir(pathOn(machine, folder), { recursive: true, mode: 0o700 });
  if (roles.includes('web')) await mkdir(pathOn(machine, BRAND), { recursive: true });
  const started = { ...begin(applied, null, common), roles: [...new Set([...applied.roles, ...roles])] };
  await storeApplied(machine, started);
  const written = await writeFiles(machine, started, common);
  if (common.some(({ path }) => path === SYSUSERS)) await run(progress, 'systemd-sysusers', 'causeway.conf');
  return written;
}

const hasUnit = (role: MachineRole, changes: readonly FileChange[]) =>
  changes.some(({ path }) => path === unitPathOf(role));

type Done = { readonly step: RoleStep; readonly changes: readonly FileChange[]; readonly isNew: boolean };

/**
 * Restarts a process with the existing files.
 * @returns why it is not ready, or null
 */
async function restartWith(progress: Progress, { step, changes, isNew }: Done): Promise<string | null> {
  const { role, former, next } = step;
  const { machine, timeoutMs } = progress;
  if (hasUnit(role, changes)) await run(progress, 'systemctl', 'daemon-reload');
  if (isNew) await run(progress, 'systemctl', 'enable', unitOf(role));
  return restart(machine, { role, former, next, timeoutMs });
}

/** Restarts a process with its former files, and every process that shares a copy with it and runs with the new one. */
async function goBack(
  progress: Progress,
  applied: Applied,
  returning: readonly Done[],
): Promise<{ readonly record: Applied; readonly outcomes: readonly string[] }> {
  const { machine, timeoutMs } = progress;
  const changes = returning.flatMap((one) => reverse(one.changes));
  const started = begin(applied, null, changes);
  await storeApplied(machine, started);
  const record = await writeFiles(machine, started, changes);
  const outcomes: string[] = [];
  for (const { step, changes: own } of returning) {
    if (hasUnit(step.role, own)) await run(progress, 'systemctl', 'daemon-reload');
    const problem = await restart(machine, {
      role: step.role,
      former: null,
      next: step.former ?? step.next,
      timeoutMs,
    });
    const state = problem === null ? 'runs with them again' : `is not ready with them either: ${problem}`;
    outcomes.push(`causeway-${step.role} has its former files back and ${state}.`);
  }
  return { record, outcomes };
}

const isShared = ({ changes }: Done, { step }: Done) =>
  changes.some(({ path }) => step.files.some((file) => file.path === path));

/** @throws ApplyRefused */
async function refuseUnready(
  progress: Progress,
  applied: Applied,
  { failed, done, problem }: { readonly failed: Done; readonly done: readonly Done[]; readonly problem: string },
): Promise<never> {
  const { role } = failed.step;
  const message = `causeway-${role} was not ready after ${progress.timeoutMs / 1000} s: ${problem}.`;
  if (failed.changes.every(({ before }) => before === null)) {
    throw new ApplyRefused(
      `${message} It has no former files. Look at its log: journalctl -u causeway-${role} -n 50 -o cat`,
    );
  }
  const returning = [failed, ...done.filter((one) => isShared(one, failed))];
  const { record, outcomes } = await goBack(progress, applied, returning);
  const settled = returning.map(({ step }) => step.role);
  await storeApplied(progress.machine, {
    ...record,
    restarts: record.restarts.filter((one) => !settled.includes(one)),
  });
  const kept = done.filter((one) => !returning.includes(one)).map(({ step }) => `causeway-${step.role}`);
  const advice = 'Apply again once the cause is fixed, or apply the former file there too: --back';
  const difference = kept.length === 0 ? [] : [`With the new files: ${kept.join(', ')}. ${advice}`];
  throw new ApplyRefused([message, ...outcomes, ...difference].join('\n'));
}

async function placeRole(progress: Progress, applied: Applied, step: RoleStep) {
  const { machine } = progress;
  // Another role of this machine may just have written the shared copy.
  const fresh = await listChanges(machine, step.files, null);
  const changes = [...fresh, ...step.changes.filter(({ after }) => after === null)];
  const started = begin(applied, step.role, changes);
  await storeApplied(machine, started);
  await keepFormer(machine, changes);
  return { changes, record: await writeFiles(machine, started, changes) };
}

/** A process that a person stopped is not started by a file change. */
async function staysStopped(
  machine: Machine,
  { restarts }: Applied,
  { step: { role }, isNew }: Done,
): Promise<boolean> {
  return !isNew && !restarts.includes(role) && (await isStopped(machine, role));
}

/**
 * Makes a process run with the written files.
 * @returns whether it was restarted.
 * @throws ApplyRefused
 */
async function putInForce(
  progress: Progress,
  record: Applied,
  { own, done, stays }: { readonly own: Done; readonly done: readonly Done[]; readonly stays: boolean },
): Promise<boolean> {
  const { machine, say } = progress;
  const { role } = own.step;
  if (!machine.hasUnits) {
    say(`The files of causeway-${role} are written. Restart it.`);
    return false;
  }
  if (stays) {
    if (hasUnit(role, own.changes)) await run(progress, 'systemctl', 'daemon-reload');
    say(`causeway-${role} is stopped and stays so. Start it: systemctl start causeway-${role}`);
    return false;
  }
  const problem = await restartWith(progress, own);
  if (problem !== null) await refuseUnready(progress, record, { failed: own, done, problem });
  say(`causeway-${role} is ready.`);
  return true;
}

/**
 * Writes a plan's files and restarts its processes one by one. It can be killed at any time, and repeated.
 * @throws ApplyRefused if a process doesn't become ready; it then has its former files again
 */
export async function applyPlan(progress: Progress, applied: Applied, plan: Plan): Promise<void> {
  const { machine } = progress;
  let record = await placeCommon(progress, applied, plan);
  const done: Done[] = [];
  for (const step of plan.steps) {
    const { role } = step;
    const planned: Done = { step, changes: step.changes, isNew: record.versions[role] === undefined };
    const stays = machine.hasUnits && (await staysStopped(machine, record, planned));
    const { changes, record: placed } = await placeRole(progress, record, step);
    // The shared copy counts for each process that reads it.
    const own = changes.length > 0 ? { ...planned, changes } : planned;
    if (await putInForce(progress, placed, { own, done, stays })) done.push(own);
    record = {
      ...finishFiles(placed, await listSame(machine, step)),
      restarts: placed.restarts.filter((one) => one !== role),
      versions: { ...placed.versions, [role]: plan.version },
    };
    await storeApplied(machine, record);
  }
}

/** A step's files as written, including those that existed before. */
async function listSame(machine: Machine, { files }: RoleStep): Promise<readonly FileChange[]> {
  const different = await listChanges(machine, files, null);
  return files
    .filter(({ path }) => different.every((change) => change.path !== path))
    .map(({ path, content, mode }) => ({ path, before: content, after: { content, mode } }));
}
