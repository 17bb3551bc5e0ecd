import { createPostgresServer } from './postgresServer.ts';

/** A PostgreSQL server for tests. It syncs to disk, as in production. */
export type TestPostgres = {
  /** Creates an empty database. @returns its URL */
  createDatabase(): Promise<string>;
  /** Stops the server at once, as a crash does, and starts it again. */
  crash(): Promise<void>;
  stop(): Promise<void>;
};

type TestPostgresOptions = { readonly fsync?: 'on' | 'off'; readonly settings?: readonly string[] };

/** @param options `settings` are server settings, each `name=value` */
export async function startTestPostgres(options: TestPostgresOptions = {}): Promise<TestPostgres> {
  const { fsync = 'on', settings = [] } = options;
  const server = await createPostgresServer({ settings: [`fsync=${fsync}`, ...settings] });
  await server.start();
  let databases = 0;
  return {
    createDatabase: async () => {
      databases += 1;
      const name = `test_${databases}`;
      await server.ask(`create database ${name}`);
      return server.urlOf(name);
    },
    crash: async () => {
      await server.kill();
      await server.start();
    },
    stop: server.stop,
  };
}
