import { formatVersion } from '../../boot/version.ts';
import { fingerprintOf, TYPED_DIGITS } from '../../signer/process/fingerprint.ts';
import type { Policy } from '../../signer/process/policy.ts';
import { parsePolicy } from '../../signer/process/policyFile.ts';
import type { Applied, FileChange } from './applied.ts';
import { describeDifference, listChanges, listGoneBrand, readWritten } from './applied.ts';
import type { Change } from './change.ts';
import { formatChanges, isWeakened } from './change.ts';
import { compareFiles } from './compareFiles.ts';
import { compareViews } from './compareViews.ts';
import type { Machine, MachineRole } from './machine.ts';
import { MACHINE_ROLES } from './machine.ts';
import type { PlacedFile } from './placedFiles.ts';
import { COPIES, listCommonFiles, listFilesOf } from './placedFiles.ts';
import type { SoundFile } from './readInstallationFile.ts';
import { parseSound } from './readInstallationFile.ts';

/** What happens to one process. */
export type RoleStep = {
  readonly role: MachineRole;
  readonly files: readonly PlacedFile[];
  readonly changes: readonly FileChange[];
  /** The file with which the process runs; null for a new one. */
  readonly former: SoundFile | null;
  readonly next: SoundFile;
};

/** Everything that `apply` would do. */
export type Plan = {
  readonly next: SoundFile;
  /** The file that runs; null on a new machine. */
  readonly before: SoundFile | null;
  readonly roles: readonly MachineRole[];
  /** In the order in which the processes restart. */
  readonly steps: readonly RoleStep[];
  readonly common: readonly FileChange[];
  readonly settings: readonly Change[];
  readonly views: readonly Change[];
  /** Whether this machine's signer would get another view. */
  readonly changesSigner: boolean;
  /** Whether nothing was applied on this machine yet. */
  readonly isFirst: boolean;
  readonly version: string;
};

type Wanted = {
  readonly machine: Machine;
  readonly applied: Applied;
  readonly roles: readonly MachineRole[];
  readonly version: Parameters<typeof formatVersion>[0];
};

/**
 * Parses a copy in use. Its prices may be old, and a person may have damaged it: then there is nothing to compare with.
 */
async function readCopy({ machine, applied }: Wanted, path: string): Promise<SoundFile | null> {
  const text = await readWritten(machine, applied, path);
  if (text === null) return null;
  return parseSound(text.toString(), { folder: '', now: null }).catch(() => null);
}

/** What this machine's signer signs by. A copy that it couldn't read counts as none. */
async function readView({ machine, applied }: Wanted): Promise<Policy | null> {
  const text = await readWritten(machine, applied, COPIES.signer);
  try {
    return text === null ? null : parsePolicy(text.toString());
  } catch {
    return null;
  }
}

const NO_VIEW: Omit<Policy, 'hotWallet'> = { formerHotWallets: [], chains: [], routes: [], remote: null };

async function planRole(
  role: MachineRole,
  { next, isNewView }: { readonly next: SoundFile; readonly isNewView: boolean },
  wanted: Wanted,
) {
  const { machine, applied, version } = wanted;
  const former = await readCopy(wanted, role === 'signer' ? COPIES.signer : COPIES.service);
  // A file with the same view leaves the signer's copy as it was approved.
  const file = role === 'signer' && !isNewView && former ? { ...next, text: former.text } : next;
  const files = await listFilesOf(role, file, machine);
  const gone = role === 'web' ? await listGoneBrand(machine, applied, files) : [];
  const changes = [...(await listChanges(machine, files, applied)), ...gone];
  const isDue = applied.restarts.includes(role) || applied.versions[role] !== formatVersion(version);
  const step: RoleStep = { role, files, changes, former, next: file };
  return changes.length > 0 || isDue ? [step] : [];
}

/** Compares a file with what runs on this machine. */
export async function makePlan(next: SoundFile, wanted: Wanted): Promise<Plan> {
  const { machine, roles, version } = wanted;
  const view = await readView(wanted);
  const before = (await readCopy(wanted, COPIES.service)) ?? (await readCopy(wanted, COPIES.signer));
  const isSigner = roles.includes('signer');
  const views = isSigner ? compareViews(view ?? { ...NO_VIEW, hotWallet: next.policy.hotWallet }, next.policy) : [];
  const changesSigner = isSigner && (view === null || fingerprintOf(view) !== fingerprintOf(next.policy));
  const settings = before ? compareFiles(before.installation, next.installation) : [];
  const isWider = [...settings, ...views].some(({ kind }) => kind === 'wider');
  const isNarrower = [...settings, ...views].some(({ kind }) => kind === 'narrower');
  const ordered = MACHINE_ROLES.filter((role) => roles.includes(role));
  if (isNarrower && !isWider) ordered.reverse();
  const steps = [];
  for (const role of ordered) steps.push(...(await planRole(role, { next, isNewView: changesSigner }, wanted)));
  return {
    ...{ next, before, roles, steps, settings, views, changesSigner, version: formatVersion(version) },
    isFirst: wanted.applied.roles.length === 0,
    common: await listChanges(machine, await listCommonFiles(machine), wanted.applied),
  };
}

export function isEmpty({ steps, common }: Plan): boolean {
  return steps.length === 0 && common.length === 0;
}

export function listWeakened({ settings }: Plan): readonly string[] {
  return settings.filter(isWeakened).map(({ path }) => path);
}

/** The digits that a second person reads. */
export function digitsOf(policy: Policy): string {
  return fingerprintOf(policy).slice(0, TYPED_DIGITS);
}

/** Describes a plan for a person: weakened guards first. */
export function describePlan(plan: Plan, notes: readonly string[]): readonly string[] {
  const { next, before, settings, views, steps, common, changesSigner, isFirst, version } = plan;
  const files = [...common, ...steps.flatMap(({ changes }) => changes)].map(({ path }) => path);
  const restarts = steps.map(({ role }) => role).join(', ');
  return [
    ...(isFirst ? ['Nothing was applied on this machine yet.'] : []),
    ...(settings.length > 0 ? ['Settings:', ...formatChanges(settings)] : []),
    ...(changesSigner ? ['What the signer signs by:', ...formatChanges(views)] : []),
    ...(files.length > 0 ? ['Files:', ...[...new Set(files)].map((path) => `  /${path}`)] : []),
    ...(restarts === '' ? [] : [`Restarts: ${restarts}`]),
    // A machine with only the web host has no copy of the file, only what is derived from it.
    ...(before === null && !isFirst ? steps.flatMap(({ changes }) => changes.flatMap(describeDifference)) : []),
    ...notes.map((note) => `Note: ${note}`),
    `Version: ${version}`,
    `Fingerprint of the signer's view: ${digitsOf(next.policy)} (${fingerprintOf(next.policy)})`,
    ...(isEmpty(plan) ? ['This machine already runs this file.'] : []),
  ];
}
