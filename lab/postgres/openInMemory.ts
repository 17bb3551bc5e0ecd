import { PGlite } from '@electric-sql/pglite';
import type { Database } from '../../service/db/database.ts';
import { createEmbeddedDatabase } from '../../service/db/embedded.ts';
import { readSnapshot } from './embeddedSnapshot.ts';

/** Opens an empty embedded database in memory, which ends with this process. */
export async function openInMemory(snapshot?: Blob): Promise<Database> {
  const loadDataDir = snapshot ?? (await readSnapshot());
  return createEmbeddedDatabase(await PGlite.create({ loadDataDir }), async () => {});
}
