import { PGlite } from '@electric-sql/pglite';
import type { Database } from '../../../service/db/database.ts';
import { createEmbeddedDatabase } from '../../../service/db/embedded.ts';
import { readMigratedSnapshot, readSnapshot } from './embeddedSnapshot.ts';

async function openCopy(loadDataDir: Blob): Promise<Database> {
  return createEmbeddedDatabase(await PGlite.create({ loadDataDir }), async () => {});
}

/** Opens an empty embedded database in memory, which ends with this process. */
export async function openInMemory(): Promise<Database> {
  return openCopy(await readSnapshot());
}

/** Opens an embedded database in memory with this version's schema. */
export async function openMigratedInMemory(): Promise<Database> {
  return openCopy(await readMigratedSnapshot());
}
