import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { OperatorError } from '../../boot/operatorError.ts';
import { readPrivateFile, replaceFile } from '../../boot/privateFiles.ts';

// Only its payment log tells a signer what it has signed that isn't in a block yet. Two signers with copies of one log
// would not know of each other's payments, so a log moves: its old place is marked before the copy exists, and the copy
// works in only one new place.

/** Thrown if a signer's state can't be moved. */
export class MoveRefused extends OperatorError {
  readonly code = 'MOVE_REFUSED';
}

const MARK = 'moved-out.json';
const MANIFEST = 'signer-state.json';

const manifestSchema = v.strictObject({
  /** By name, the SHA-256 of each file. */
  files: v.record(v.string(), v.string()),
  /** The place that has taken the files; null while none has. */
  takenBy: v.nullable(v.string()),
});
type Manifest = v.InferOutput<typeof manifestSchema>;

/** @throws MoveRefused in a folder whose payment log was moved away */
export function refuseMovedState(folder: string): void {
  if (!existsSync(join(folder, MARK))) return;
  throw new MoveRefused(
    `The signer's state was moved away from ${folder}: its payment log is in use elsewhere, and this copy lacks what was signed since. Nothing is signed here. To move it back: causeway signer move in FOLDER`,
  );
}

const isState = (name: string) => name === 'payments' || (name.endsWith('.json') && name !== MARK && name !== MANIFEST);

const sum = (text: string) => createHash('sha256').update(text).digest('hex');

async function readManifest(package_: string): Promise<Manifest | null> {
  const path = join(package_, MANIFEST);
  if (!existsSync(path)) return null;
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), manifestSchema), await readFile(path, 'utf8'));
  if (parsed.success) return parsed.output;
  throw new MoveRefused(`${path} is broken. Copy the folder again.`);
}

const toText = (file: object) => `${JSON.stringify(file, null, 2)}\n`;

/**
 * Copies a stopped signer's keystores and payment log into a folder, and marks their place so that no signer starts
 * there. The password isn't included. After an interruption, the same call continues.
 * @param state the signer's locked folder
 * @returns the names of the files
 * @throws MoveRefused
 */
export async function moveOut(state: string, target: string): Promise<readonly string[]> {
  const names = (await readdir(state)).filter(isState).sort();
  if (!names.some((name) => name.endsWith('.json')))
    throw new MoveRefused(`${state} has no keystore. Name the signer's folder: --state`);
  const place = resolve(target);
  const mark = join(state, MARK);
  if (existsSync(mark)) {
    const { to } = v.parse(
      v.pipe(v.string(), v.parseJson(), v.object({ to: v.string() })),
      await readFile(mark, 'utf8'),
    );
    // A second copy could be used alongside the first.
    if (to !== place) throw new MoveRefused(`The state was moved to ${to} already. Use that folder.`);
    if ((await readManifest(target)) !== null) throw new MoveRefused(`The state is in ${to} already.`);
  } else if (existsSync(target) && (await readdir(target)).length > 0) {
    throw new MoveRefused(`${target} is not empty. Name a new folder.`);
  }
  await replaceFile(mark, toText({ to: place }));
  await mkdir(target, { recursive: true, mode: 0o700 });
  const files: Record<string, string> = {};
  for (const name of names) {
    const text = await readPrivateFile(join(state, name));
    await replaceFile(join(target, name), text);
    files[name] = sum(text);
  }
  await replaceFile(join(target, MANIFEST), toText({ files, takenBy: null }));
  return names;
}

/**
 * Takes the files of `moveOut` into a signer's folder, and lets a signer start there. Only one place can take them.
 * After an interruption, the same call continues.
 * @param state the signer's locked folder
 * @throws MoveRefused
 */
export async function moveIn(state: string, source: string): Promise<readonly string[]> {
  const manifest = await readManifest(source);
  if (!manifest)
    throw new MoveRefused(
      `${source} has no ${MANIFEST}. Run "causeway signer move out" again, or copy the whole folder.`,
    );
  const place = `${hostname()}:${resolve(state)}`;
  const { files, takenBy } = manifest;
  if (takenBy !== null && takenBy !== place) {
    throw new MoveRefused(`${takenBy} has taken the state of ${source} already. Two signers must not have one log.`);
  }
  const isMarked = existsSync(join(state, MARK));
  const present = (await readdir(state)).filter(isState);
  // Even after the state was taken in: the log here has grown since.
  if (present.length > 0 && !isMarked) {
    throw new MoveRefused(`${state} has the state of a signer: ${present.join(', ')}. Nothing was replaced.`);
  }
  const texts = new Map<string, string>();
  for (const [name, expected] of Object.entries(files)) {
    const text = await readPrivateFile(join(source, name));
    if (!isState(name) || sum(text) !== expected)
      throw new MoveRefused(`${join(source, name)} was changed. Copy it again.`);
    texts.set(name, text);
  }
  await replaceFile(join(source, MANIFEST), toText({ files, takenBy: place }));
  // After an interrupted call, no signer may start with half of the files.
  await replaceFile(join(state, MARK), toText({ to: resolve(source) }));
  for (const [name, text] of texts) await replaceFile(join(state, name), text);
  await rm(join(state, MARK));
  return [...texts.keys()];
}
