import { rememberChain } from '../../../service/chain/chains.ts';
import type { Database } from '../../../service/db/database.ts';
import { openPostgres } from '../../../service/db/postgres.ts';
import { createDatabaseRoles } from './databaseRoles.ts';
import { TEST_ADDRESS } from './storeTransfer.ts';
import { startTestPostgres } from './testPostgres.ts';

/** A database with the service's roles, two human operators and one chain. */
export type OperatorDatabase = {
  /** As the server's superuser. */
  readonly root: Database;
  /** As the service's workers. */
  readonly worker: Database;
  readonly alice: Database;
  readonly bob: Database;
  /** Connects as another role. */
  openAs(role: string): Promise<Database>;
  stop(): Promise<void>;
};

/** Starts a server and creates the roles as docs/operating.md says. */
export async function startOperatorDatabase(): Promise<OperatorDatabase> {
  const server = await startTestPostgres();
  const url = await server.createDatabase();
  const opened: Database[] = [];
  const openAs = async (role: string) => {
    const database = await openPostgres({ url: url.replace('postgres@', `${role}@`), poolSize: 2 }, () => {});
    opened.push(database);
    return database;
  };
  const root = await openAs('postgres');
  await createDatabaseRoles(root);
  await rememberChain(root, { chainId: 1, genesisHash: `0x${'00'.repeat(32)}`, depositContract: TEST_ADDRESS });
  for (const name of ['alice', 'bob']) await root.query(`create role ${name} login in role causeway_operator`);
  return {
    root,
    worker: await openAs('causeway_worker'),
    alice: await openAs('alice'),
    bob: await openAs('bob'),
    openAs,
    stop: async () => {
      await Promise.all(opened.map((database) => database.close()));
      await server.stop();
    },
  };
}
