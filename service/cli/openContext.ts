import { createChainClient } from '../chain/chainClient.ts';
import type { DatabaseConfig, KeylessConfig } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { DirectoryLocked } from '../db/directoryLock.ts';
import { findMissingMigrations } from '../db/migrate.ts';
import { openEmbeddedDatabase } from '../db/openEmbedded.ts';
import { openPostgres } from '../db/postgres.ts';
import type { CommandContext } from './command.ts';
import { CommandRefused } from './command.ts';

// A command runs one query at a time; the service needs the server's other connections.
const POOL_SIZE = 2;

async function openDatabase(config: DatabaseConfig): Promise<Database> {
  if (config.kind === 'postgresql') return openPostgres({ url: config.url, poolSize: POOL_SIZE }, () => {});
  return openEmbeddedDatabase(config.directory).catch((error: unknown) => {
    if (!(error instanceof DirectoryLocked)) throw error;
    throw new CommandRefused(
      `The embedded database ${config.directory} is open in another process, and only one process can open it. Stop the service, run this command, then start the service again. With PostgreSQL, both run at the same time.`,
      { cause: error },
    );
  });
}

/**
 * Opens the database and the chain clients. No command migrates the database.
 * @throws CommandRefused when the database is in use or lacks a migration
 */
export async function openContext({ catalog, database: config }: KeylessConfig): Promise<CommandContext> {
  const database = await openDatabase(config);
  const missing = await findMissingMigrations(database);
  if (missing.length > 0) {
    await database.close();
    throw new CommandRefused(
      `The database lacks ${missing.join(', ')} of this version's schema. Run "npm run migrate" as the role causeway_migrate, or start the service if its role owns the schema.`,
    );
  }
  const clients = new Map(catalog.chains.map((chain) => [chain.id, createChainClient(chain)]));
  return { catalog, database, clients };
}
