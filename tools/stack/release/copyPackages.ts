import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';

type Locked = { readonly dependencies?: Readonly<Record<string, string>> };
type LockFile = { readonly packages: Readonly<Record<string, Locked>> };

// Package tests, types and sources that no program loads. Licences stay.
const UNUSED = /(?:^|\/)(?:tests?|benchmarks?|examples?|docs?)(?:\/|$)|(?<!licen[cs]e)\.(?:map|ts|mts|cts|md)$/i;

/**
 * Copies packages with all of their dependencies, in the versions of package-lock.json.
 * @returns the copied folders, such as `node_modules/pino`
 */
export async function copyPackages(
  names: readonly string[],
  { root, outDir }: { readonly root: string; readonly outDir: string },
): Promise<readonly string[]> {
  const lock: LockFile = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const folders = findFolders(lock, names);
  for (const folder of folders) {
    const source = join(root, folder);
    await cp(source, join(outDir, folder), {
      recursive: true,
      filter: (path) => !isNested(path.slice(source.length)) && !UNUSED.test(path.slice(source.length + 1)),
    });
  }
  return folders;
}

// Nested packages are copied separately, when needed.
const isNested = (path: string) => path.startsWith('/node_modules');

function findFolders({ packages }: LockFile, names: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const visit = (name: string, from: string): void => {
    const folder = resolveFolder(packages, name, from);
    // An optional dependency that is not installed.
    if (folder === null || found.has(folder)) return;
    found.add(folder);
    for (const dependency of Object.keys(packages[folder]?.dependencies ?? {})) visit(dependency, folder);
  };
  for (const name of names) visit(name, '');
  return [...found].sort();
}

/** Where Node.js finds a package: in the `node_modules` beside the importer, or in one above it. */
function resolveFolder(packages: LockFile['packages'], name: string, from: string): string | null {
  const candidate = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (packages[candidate]) return candidate;
  if (from === '') return null;
  const above = from.lastIndexOf('/node_modules/');
  return resolveFolder(packages, name, above === -1 ? '' : from.slice(0, above));
}
