import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** Databases that one test run stores and later runs copy. */
export const TEMPLATES = join(tmpdir(), `causeway-tests-${userInfo().uid}`);

const SCHEMA = new URL('../../../service/db/schema/', import.meta.url);

/** Changes with the schema's files. */
export async function hashSchema(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(SCHEMA)).sort()) {
    hash.update(`${name}\n`).update(await readFile(new URL(name, SCHEMA)));
  }
  return hash.digest('hex').slice(0, 16);
}
