import { createPostgresServer } from './postgresServer.ts';

/** A PostgreSQL server of the tests' own, in a folder of its own, that syncs to disk like a real one. */
export type TestPostgres = {
  /** Makes an empty database. @returns its URL */
  createDatabase(): Promise<string>;
  /** Ends the server at once, without any tidying up, and starts it again. */
  crash(): Promise<void>;
  stop(): Promise<void>;
};

type TestPostgresOptions = { readonly fsync?: 'on' | 'off'; readonly settings?: readonly string[] };

/** @param options `settings` are more of the server's own, as `name=value` */
export async function startTestPostgres(options: TestPostgresOptions = {}): Promise<TestPostgres> {
  const { fsync = 'on', settings = [] } = options;
  const server = await createPostgresServer({ settings: [`fsync=${fsync}`, ...settings] });
  await server.start();
  let databases = 0;
  return {
    createDatabase: async () => {
      databases += 1;
      // Others may ask for one meanwhile.
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
