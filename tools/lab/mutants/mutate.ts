import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** A replacement in a source file. The file must contain `find` exactly once. */
export type Edit = { readonly file: string; readonly find: string | RegExp; readonly replace: string };

/** The sources with one well-known mistake. */
export type Mutant = { readonly name: string; readonly edits: readonly Edit[] };

/** `result` is the line with the number of killed mutants. */
export type MutantRun = { readonly passed: boolean; readonly result: string };

/** An edit no longer matches the sources. Update it, or the mutant tests nothing. */
export class EditOutdated extends Error {
  readonly code = 'EDIT_OUTDATED';
}

/** A copy of sources in a temporary folder. */
type SourceCopy = {
  readonly root: string;
  /** Applies the edits, and restores the files after the work. */
  readonly withEdits: <T>(edits: readonly Edit[], work: () => Promise<T>) => Promise<T>;
};

/** @returns the new text of each file that the edits change @throws EditOutdated */
export async function applyEdits(edits: readonly Edit[], root: string = ROOT): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const { file, find, replace } of edits) {
    const text = files.get(file) ?? (await readFile(join(root, file), 'utf8'));
    const [before, after, ...others] = text.split(find);
    if (before === undefined || after === undefined || others.length > 0) {
      throw new EditOutdated(
        `${file} must contain this text exactly once; update the edit in the lists of tools/lab/mutants: ${find}`,
      );
    }
    files.set(file, before + replace + after);
  }
  return files;
}

/** Copies files and folders of the repository, and deletes the copy after the work. */
export async function withSourceCopy<T>(paths: readonly string[], work: (copy: SourceCopy) => Promise<T>): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), 'causeway-mutant-'));
  try {
    for (const path of paths) await cp(join(ROOT, path), join(root, path), { recursive: true });
    await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'));
    return await work({ root, withEdits: (edits, edited) => withEdits(root, edits, edited) });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function withEdits<T>(root: string, edits: readonly Edit[], work: () => Promise<T>): Promise<T> {
  const files = await applyEdits(edits, root);
  const originals = new Map<string, string>();
  for (const file of files.keys()) originals.set(file, await readFile(join(root, file), 'utf8'));
  const write = async (texts: ReadonlyMap<string, string>) => {
    for (const [file, text] of texts) await writeFile(join(root, file), text);
  };
  try {
    await write(files);
    return await work();
  } finally {
    await write(originals);
  }
}
