import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';

// Creating an embedded database takes three seconds of processor time; opening a copy takes a tenth of that.

async function findSnapshot(): Promise<{ readonly folder: string; readonly file: string }> {
  const require = createRequire(import.meta.url);
  const { version }: { version: string } = JSON.parse(
    await readFile(join(require.resolve('@electric-sql/pglite'), '../../package.json'), 'utf8'),
  );
  const folder = join(tmpdir(), `causeway-tests-${userInfo().uid}`);
  return { folder, file: join(folder, `pglite-${version}.tar`) };
}

/** The files of an empty embedded database, as a tar archive. Creates and stores them at the first call on a machine. */
export async function readSnapshot(): Promise<Blob> {
  const { folder, file } = await findSnapshot();
  const stored = await readFile(file).catch(() => null);
  if (stored) return new Blob([stored]);
  const pglite = await PGlite.create();
  const snapshot = await pglite.dumpDataDir('none');
  await pglite.close();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Test files run in parallel. The rename keeps them from reading half a file.
  await writeFile(`${file}.${process.pid}`, Buffer.from(await snapshot.arrayBuffer()));
  await rename(`${file}.${process.pid}`, file);
  return snapshot;
}

/** Puts an empty embedded database into a new data directory of the service, if a test on this machine stored one. */
export async function copySnapshot(dataDirectory: string): Promise<void> {
  const { file } = await findSnapshot();
  const target = join(dataDirectory, 'data');
  if (!existsSync(file) || existsSync(target)) return;
  await mkdir(target, { recursive: true });
  await promisify(execFile)('tar', ['-xf', file, '-C', target]);
}
