import { describeMigrated } from './migratedCluster.ts';
import { createPostgresServer } from './postgresServer.ts';

/** A PostgreSQL server for tests. It syncs to disk, as in production. */
export type TestPostgres = {
  /** Creates a database, which is empty unless the server migrates. @returns its URL */
  createDatabase(): Promise<string>;
  /** Creates a database without tables. @returns its URL */
  createEmptyDatabase(): Promise<string>;
  /** Stops the server at once, like a crash, and starts it again. */
  crash(): Promise<void>;
  stop(): Promise<void>;
};

type TestPostgresOptions = {
  readonly fsync?: 'on' | 'off';
  readonly settings?: readonly string[];
  /** Whether new databases have this version's schema. */
  readonly isMigrated?: boolean;
};

/** @param options `settings` are server settings, each `name=value` */
export async function startTestPostgres(options: TestPostgresOptions = {}): Promise<TestPostgres> {
  const { fsync = 'on', settings = [], isMigrated = false } = options;
  const server = await createPostgresServer({
    settings: [`fsync=${fsync}`, ...settings],
    ...(isMigrated && { content: await describeMigrated() }),
  });
  await server.start();
  let databases = 0;
  const create = async (template: 'template0' | 'template1') => {
    databases += 1;
    const name = `test_${databases}`;
    await server.ask(`create database ${name} template ${template}`);
    return server.urlOf(name);
  };
  return {
    createDatabase: () => create('template1'),
    createEmptyDatabase: () => create('template0'),
    crash: async () => {
      await server.kill();
      await server.start();
    },
    stop: server.stop,
  };
}
