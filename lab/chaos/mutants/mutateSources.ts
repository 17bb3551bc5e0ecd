import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Edit, Mutant } from './mutants.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SOURCES = ['service', 'shared', 'contracts', 'lab', 'package.json', 'tsconfig.base.json'];

/** A mutant's edit no longer matches the sources. Update the edit, or the mutant tests nothing. */
export class MutantOutdated extends Error {
  readonly code = 'MUTANT_OUTDATED';
}

function applyEdit(text: string, { file, find, replace }: Edit): string {
  const [before, after, ...others] = text.split(find);
  if (before === undefined || after === undefined || others.length > 0) {
    throw new MutantOutdated(
      `${file} must contain this text exactly once; update the edit in lab/chaos/mutants/mutants.ts: ${find}`,
    );
  }
  return before + replace + after;
}

/** Applies a mutant's edits. @returns the new text of each changed file @throws MutantOutdated */
export async function mutate({ edits }: Mutant): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const edit of edits) {
    const text = files.get(edit.file) ?? (await readFile(join(ROOT, edit.file), 'utf8'));
    files.set(edit.file, applyEdit(text, edit));
  }
  return files;
}

/** Copies the sources with the mutation to a temporary folder and deletes the folder after the work. */
export async function withMutatedSources<T>(mutant: Mutant, work: (root: string) => Promise<T>): Promise<T> {
  const files = await mutate(mutant);
  const root = await mkdtemp(join(tmpdir(), 'causeway-mutant-'));
  try {
    for (const part of SOURCES) await cp(join(ROOT, part), join(root, part), { recursive: true });
    await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'));
    for (const [file, text] of files) await writeFile(join(root, file), text);
    return await work(root);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
