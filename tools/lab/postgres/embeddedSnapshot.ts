import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createEmbeddedDatabase } from '../../../service/db/embedded.ts';
import { migrate } from '../../../service/db/migrate.ts';
import { describeExit, ProcessDied, startProcess } from '../processes/startProcess.ts';
import { hashSchema, TEMPLATES } from './templates.ts';

// Creating an embedded database takes three seconds of processor time, opening a copy a tenth of that.

/** @param content what the database contains, for the file name */
async function placeSnapshot(content = ''): Promise<string> {
  const require = createRequire(import.meta.url);
  const { version }: { version: string } = JSON.parse(
    await readFile(join(require.resolve('@electric-sql/pglite'), '../../package.json'), 'utf8'),
  );
  return join(TEMPLATES, `pglite-${version}${content}.tar`);
}

/** The stored snapshot at a path. The first call on a machine creates and stores it. */
async function readOrStore(file: string, create: () => Promise<PGlite>): Promise<Blob> {
  const stored = await readFile(file).catch(() => null);
  if (stored) return new Blob([stored]);
  const pglite = await create();
  const snapshot = await pglite.dumpDataDir('none');
  await pglite.close();
  await mkdir(TEMPLATES, { recursive: true, mode: 0o700 });
  // Test files run in parallel, and the rename keeps them from reading half a file.
  await writeFile(`${file}.${process.pid}`, Buffer.from(await snapshot.arrayBuffer()));
  await rename(`${file}.${process.pid}`, file);
  return snapshot;
}

/** The files of an empty embedded database, as a tar archive. */
export async function readSnapshot(): Promise<Blob> {
  return readOrStore(await placeSnapshot(), () => PGlite.create());
}

/**
 * The files of an embedded database with the schema of this version, as a tar archive. Migrating would take as long as opening.
 */
export async function readMigratedSnapshot(): Promise<Blob> {
  return readOrStore(await placeSnapshot(`-${await hashSchema()}`), async () => {
    const pglite = await PGlite.create({ loadDataDir: await readSnapshot() });
    await migrate(createEmbeddedDatabase(pglite, async () => {}));
    return pglite;
  });
}

/**
 * Copies an empty embedded database into a new data directory of the service, if a test on this machine stored one. The copying
 * process never outlives this program; otherwise it could write into a folder that the next start or a test removes.
 * @throws ProcessDied if the files cannot be written
 */
export async function copySnapshot(dataDirectory: string): Promise<void> {
  const file = await placeSnapshot();
  const target = join(dataDirectory, 'data');
  if (!existsSync(file) || existsSync(target)) return;
  await mkdir(target, { recursive: true });
  const copy = startProcess({
    title: 'the copy of an empty database',
    command: 'tar',
    args: ['-xf', file, '-C', target],
    stopSignal: 'SIGTERM',
  });
  const exit = await copy.exited;
  if (exit.code !== 0) throw new ProcessDied(describeExit(copy, exit));
}
