import type { Database } from './database.ts';
import { UnsafeDatabase } from './database.ts';

function isMissingPackage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}

/**
 * Opens an embedded database. Its package is loaded only here, so a process on PostgreSQL needs neither its memory nor
 * its files.
 * @throws UnsafeDatabase in a production build, which has no embedded database; DirectoryLocked
 */
export async function openEmbeddedDatabase(directory: string): Promise<Database> {
  const { openEmbedded } = await import('./embedded.ts').catch((error: unknown) => {
    if (!isMissingPackage(error)) throw error;
    throw new UnsafeDatabase(
      'database is a folder, but production builds have no embedded database. Set the URL of a PostgreSQL database instead.',
      { cause: error },
    );
  });
  return openEmbedded(directory);
}
