import { PGlite } from '@electric-sql/pglite';
import type { Database } from '../../service/db/database.ts';
import { createEmbeddedDatabase } from '../../service/db/embedded.ts';

/**
 * Opens an embedded database in memory, which ends with this process.
 * @param snapshot a data directory from `PGlite.dumpDataDir`; opening it is much faster than creating a new database
 */
export async function openInMemory(snapshot?: Blob): Promise<Database> {
  return createEmbeddedDatabase(await PGlite.create(snapshot ? { loadDataDir: snapshot } : {}), async () => {});
}
