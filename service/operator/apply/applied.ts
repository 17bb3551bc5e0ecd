import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Machine, MachineRole } from './machine.ts';
import { ApplyRefused, MACHINE_ROLES, readOn } from './machine.ts';
import type { PlacedFile } from './placedFiles.ts';
import { BRAND, COPIES } from './placedFiles.ts';

const RECORD = 'etc/causeway/applied.json';
const HISTORY = 'etc/causeway/history';

const hashes = v.record(v.string(), v.string());
const record = v.strictObject({
  roles: v.array(v.picklist(MACHINE_ROLES)),
  /** Each file's hash as it was written. */
  files: hashes,
  /** The hash of each file being written: after a crash it may already be there. */
  pending: hashes,
  /** The processes that still have to restart. */
  restarts: v.array(v.picklist(MACHINE_ROLES)),
  /** Each process's version at its last restart. */
  versions: hashes,
});

/** What `apply` did on a machine. */
export type Applied = v.InferOutput<typeof record>;

const NOTHING: Applied = { roles: [], files: {}, pending: {}, restarts: [], versions: {} };

export async function readApplied(machine: Machine): Promise<Applied> {
  const text = await readOn(machine, RECORD);
  if (text === null) return NOTHING;
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), record), text.toString());
  if (parsed.success) return parsed.output;
  throw new ApplyRefused(
    `/${RECORD} is damaged. Move it away, then apply with "--replace" for each file that it names.`,
  );
}

export async function storeApplied(machine: Machine, applied: Applied): Promise<void> {
  await machine.write(RECORD, { content: Buffer.from(`${JSON.stringify(applied, null, 2)}\n`), mode: 0o600 });
}

export function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** What happens to a file: null is a file that stays or doesn't exist. */
export type FileChange = {
  readonly path: string;
  readonly before: Buffer | null;
  /** Null for a file that is removed. */
  readonly after: Pick<PlacedFile, 'content' | 'mode'> | null;
};

/** Whether a person or another program wrote a file's current content. */
function isForeign({ files, pending }: Applied, path: string, content: Buffer): boolean {
  const hash = hashOf(content);
  return hash !== files[path] && hash !== pending[path];
}

/**
 * The files that differ from the existing ones.
 * @param applied also counts a file that was changed since `apply` wrote it: its processes run with a different one.
 * Null compares contents
 */
export async function listChanges(
  machine: Machine,
  files: readonly PlacedFile[],
  applied: Applied | null,
): Promise<readonly FileChange[]> {
  const changes = files.map(async ({ path, content, mode }): Promise<readonly FileChange[]> => {
    const before = await readOn(machine, path);
    const wasWritten = applied?.files[path] !== undefined;
    const isSame = before?.equals(content) && !(wasWritten && isForeign(applied, path, before));
    return isSame ? [] : [{ path, before, after: { content, mode } }];
  });
  return (await Promise.all(changes)).flat();
}

/** The brand files that `apply` wrote once and the installation no longer has. */
export async function listGoneBrand(
  machine: Machine,
  { files }: Applied,
  placed: readonly PlacedFile[],
): Promise<readonly FileChange[]> {
  const gone = Object.keys(files).filter(
    (path) => path.startsWith(BRAND) && placed.every((file) => file.path !== path),
  );
  const changes = gone.map(async (path) => ({ path, before: await readOn(machine, path), after: null }));
  return (await Promise.all(changes)).filter(({ before }) => before !== null);
}

/** The lines of a text that another text lacks. */
function linesBeyond(text: string, other: string): readonly string[] {
  const left = other.split('\n');
  return text.split('\n').filter((line) => {
    const index = left.indexOf(line);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

const MOST_LINES = 40;

/** The lines that a file loses and gains. */
export function describeDifference({ before, after }: FileChange): readonly string[] {
  const [there, next] = [`${before ?? ''}`, `${after?.content ?? ''}`];
  const lines = [
    ...linesBeyond(there, next).map((line) => `  - ${line}`),
    ...linesBeyond(next, there).map((line) => `  + ${line}`),
  ];
  return lines.length <= MOST_LINES
    ? lines
    : [...lines.slice(0, MOST_LINES), `  and ${lines.length - MOST_LINES} more lines`];
}

/**
 * Refuses to replace a file that `apply` has not written: a person or another program has changed it.
 * @param replaced the paths that a person has named
 * @throws ApplyRefused with the difference
 */
export function refuseForeign(applied: Applied, changes: readonly FileChange[], replaced: readonly string[]): void {
  const foreign = changes.filter(({ path, before }) => {
    if (before === null || replaced.some((name) => name.replace(/^\//, '') === path)) return false;
    return isForeign(applied, path, before);
  });
  if (foreign.length === 0) return;
  // Worker and API share a copy.
  const texts = [...new Map(foreign.map((change) => [change.path, change])).values()].flatMap((change) => [
    `/${change.path} was not written by "causeway apply", or was changed since:`,
    ...describeDifference(change),
    `  Put what you want to keep into installation.json, then add: --replace /${change.path}`,
  ]);
  throw new ApplyRefused(['Nothing was changed.', ...texts].join('\n'));
}

const formerPath = (path: string) => `${HISTORY}/${path.replaceAll('/', '_')}`;

/** A file's content before it was last written; null without one. */
export function readFormer(machine: Machine, path: string): Promise<Buffer | null> {
  return readOn(machine, formerPath(path));
}

const KEPT: readonly string[] = [COPIES.service, COPIES.signer];
const writtenPath = (path: string) => `${HISTORY}/written_${path.replaceAll('/', '_')}`;

/** A copy as `apply` wrote it, even if a person has changed or removed it since. */
export async function readWritten(machine: Machine, applied: Applied, path: string): Promise<Buffer | null> {
  const there = await readOn(machine, path);
  if (there === null ? applied.files[path] === undefined : !isForeign(applied, path, there)) return there;
  return (await readOn(machine, writtenPath(path))) ?? there;
}

/** The record while files are written and a process restarts. */
export function begin(applied: Applied, role: MachineRole | null, changes: readonly FileChange[]): Applied {
  const pending = changes.flatMap(({ path, after }) => (after ? [[path, hashOf(after.content)] as const] : []));
  return {
    ...applied,
    pending: { ...applied.pending, ...Object.fromEntries(pending) },
    restarts: role === null ? applied.restarts : [...new Set([...applied.restarts, role])],
  };
}

/** The record after the files were written. */
export function finishFiles(applied: Applied, changes: readonly FileChange[]): Applied {
  const files = new Map(Object.entries(applied.files));
  for (const { path, after } of changes) {
    if (after) files.set(path, hashOf(after.content));
    else files.delete(path);
  }
  return { ...applied, files: Object.fromEntries(files), pending: {} };
}

/** Keeps the files' former content, for `--back`. */
export async function keepFormer(machine: Machine, changes: readonly FileChange[]): Promise<void> {
  for (const { path, before } of changes) {
    if (before !== null) await machine.write(formerPath(path), { content: before, mode: 0o600 });
  }
}

/**
 * Writes files. It can be killed after each write, and repeated.
 * @param applied the record, which already includes these changes
 */
export async function writeFiles(machine: Machine, applied: Applied, changes: readonly FileChange[]): Promise<Applied> {
  for (const { path, after } of changes) {
    if (after && KEPT.includes(path)) await machine.write(writtenPath(path), after);
    if (after) await machine.write(path, after);
    else await machine.remove(path);
  }
  const finished = finishFiles(applied, changes);
  await storeApplied(machine, finished);
  return finished;
}

/** The changes that restore the former files. */
export function reverse(changes: readonly FileChange[]): readonly FileChange[] {
  return changes.map(({ path, before, after }) => ({
    path,
    before: after?.content ?? null,
    after: before === null ? null : { content: before, mode: after?.mode ?? 0o600 },
  }));
}
