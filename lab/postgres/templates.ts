import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** Databases that one run of the tests stores and later runs copy. */
export const TEMPLATES = join(tmpdir(), `causeway-tests-${userInfo().uid}`);

const MIGRATIONS = new URL('../../service/db/migrations/', import.meta.url);

/** Changes with each migration, also with one that changes under its name. */
export async function hashMigrations(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(MIGRATIONS)).sort()) {
    hash.update(`${name}\n`).update(await readFile(new URL(name, MIGRATIONS)));
  }
  return hash.digest('hex').slice(0, 16);
}
