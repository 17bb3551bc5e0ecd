import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Edit, Mutant } from './mutants.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** A mutant does not fit the sources any more: it has to be changed with them, or it tests nothing. */
export class MutantOutdated extends Error {
  readonly code = 'MUTANT_OUTDATED';
}

function applyEdit(text: string, { file, find, replace }: Edit): string {
  const [before, after, ...others] = text.split(find);
  if (before === undefined || after === undefined || others.length > 0) {
    throw new MutantOutdated(`${file} does not hold this exactly once: ${find}`);
  }
  return before + replace + after;
}

/** Every file that a mutant changes, as it is with the mistake in it. @throws MutantOutdated */
export async function mutate({ edits }: Mutant): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const edit of edits) {
    const text = files.get(edit.file) ?? (await readFile(join(ROOT, edit.file), 'utf8'));
    files.set(edit.file, applyEdit(text, edit));
  }
  return files;
}

/** Makes a copy of the sources with the mistake in them, for as long as the work takes. */
export async function withMutatedSources<T>(mutant: Mutant, work: (root: string) => Promise<T>): Promise<T> {
  const files = await mutate(mutant);
  const root = await mkdtemp(join(tmpdir(), 'causeway-mutant-'));
  try {
    for (const part of ['service', 'shared', 'contracts', 'lab', 'package.json', 'tsconfig.base.json']) {
      await cp(join(ROOT, part), join(root, part), { recursive: true });
    }
    await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'));
    for (const [file, text] of files) await writeFile(join(root, file), text);
    return await work(root);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
