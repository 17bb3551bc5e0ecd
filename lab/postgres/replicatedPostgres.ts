import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PostgresServer } from './postgresServer.ts';
import { createPostgresServer } from './postgresServer.ts';

/** A PostgreSQL primary with a streaming standby. */
export type ReplicatedPostgres = {
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;
  /** Whether a commit waits until the standby has written it to disk. True at the start. */
  setSynchronous(isSynchronous: boolean): Promise<void>;
  /** Makes the standby the new primary. Call it after the primary has stopped. */
  promote(): Promise<void>;
  stop(): Promise<void>;
};

const STANDBY = 'standby';
const SETTINGS = ['fsync=on', 'wal_level=replica'];

export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const primary = await createPostgresServer({ settings: SETTINGS });
  // The npm package has no pg_basebackup, so the files are copied while the primary is stopped.
  const standby = await createPostgresServer({ settings: SETTINGS, copyOf: primary });
  const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=${STANDBY}`;
  await appendFile(join(standby.folder, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  await writeFile(join(standby.folder, 'standby.signal'), '');
  const setSynchronous = async (isSynchronous: boolean) => {
    await primary.ask(`alter system set synchronous_standby_names = '${isSynchronous ? STANDBY : ''}'`);
    await primary.ask('select pg_reload_conf()');
  };
  await primary.start();
  await standby.start();
  await setSynchronous(true);
  return {
    primary,
    standby,
    setSynchronous,
    promote: async () => {
      await standby.ask('select pg_promote()');
    },
    stop: async () => {
      await Promise.all([primary.stop(), standby.stop()]);
    },
  };
}
