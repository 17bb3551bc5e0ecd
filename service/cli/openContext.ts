import { createChainClient } from '../chain/chainClient.ts';
import type { DatabaseConfig, KeylessConfig } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { DirectoryLocked } from '../db/directoryLock.ts';
import { openEmbedded } from '../db/embedded.ts';
import { findMissingMigrations } from '../db/migrate.ts';
import { openPostgres } from '../db/postgres.ts';
import type { CommandContext } from './command.ts';
import { Refused } from './command.ts';

// A command asks one thing after the other; the service needs the server's connections more.
const POOL_SIZE = 2;

async function open(config: DatabaseConfig): Promise<Database> {
  if (config.kind === 'postgresql') return openPostgres({ url: config.url, poolSize: POOL_SIZE }, () => {});
  return openEmbedded(config.directory).catch((error: unknown) => {
    if (!(error instanceof DirectoryLocked)) throw error;
    throw new Refused(
      'The embedded database is open in another process, and only one can have it: stop the service, do this again, and start the service after. With PostgreSQL both run at the same time.',
      { cause: error },
    );
  });
}

/**
 * Opens what commands work with. The database is left as it is: bringing its tables up to date is the service's.
 * @throws Refused where the database is in use, or is not the one of this version of the service
 */
export async function openContext({ catalog, database: config }: KeylessConfig): Promise<CommandContext> {
  const database = await open(config);
  const missing = await findMissingMigrations(database);
  if (missing.length > 0) {
    await database.close();
    throw new Refused(
      `This database was not brought up to date by this version of the service (it lacks ${missing.join(', ')}): start the service on it first.`,
    );
  }
  const clients = new Map(catalog.chains.map((chain) => [chain.id, createChainClient(chain)]));
  return { catalog, database, clients };
}
