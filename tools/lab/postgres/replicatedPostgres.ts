import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startCuttableProxy } from '../processes/cuttableProxy.ts';
import type { PostgresServer } from './postgresServer.ts';
import { createPostgresServer } from './postgresServer.ts';

/** How a primary fails. A partitioned one keeps running, cut off from its clients and its standby. */
export type PrimaryFailure = 'shutDown' | 'killed' | 'frozen' | 'partitioned';

/** A PostgreSQL primary with a streaming standby, and a port that leads to the current primary. */
export type ReplicatedPostgres = {
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;
  /** The URL of a database on the current primary. */
  urlOf(database: string): string;
  /** Sets whether a commit waits until the standby has written it to disk. Initially true. */
  setSynchronous(isSynchronous: boolean): Promise<void>;
  /** Makes the primary fail, as its clients and its standby see it. */
  fail(failure: PrimaryFailure): Promise<void>;
  /** Promotes the standby and redirects the clients to it. */
  failOver(): Promise<void>;
  /** Resumes a frozen or partitioned former primary. */
  mend(): void;
  stop(): Promise<void>;
};

const STANDBY = 'standby';
const SETTINGS = ['fsync=on', 'wal_level=replica'];

export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const primary = await createPostgresServer({ settings: SETTINGS });
  // The npm package has no pg_basebackup, so copy the files while the primary is stopped.
  const standby = await createPostgresServer({ settings: SETTINGS, copyOf: primary });
  const [clients, replication] = [await startCuttableProxy(primary.port), await startCuttableProxy(primary.port)];
  const source = `host=127.0.0.1 port=${replication.port} user=postgres application_name=${STANDBY}`;
  await appendFile(join(standby.folder, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  await writeFile(join(standby.folder, 'standby.signal'), '');
  const setSynchronous = async (isSynchronous: boolean) => {
    await primary.ask(`alter system set synchronous_standby_names = '${isSynchronous ? STANDBY : ''}'`);
    await primary.ask('select pg_reload_conf()');
  };
  const partition = async () => {
    clients.cut();
    replication.cut();
  };
  const failures: Readonly<Record<PrimaryFailure, () => Promise<void>>> = {
    shutDown: primary.shutDown,
    killed: primary.kill,
    frozen: primary.freeze,
    partitioned: partition,
  };
  await primary.start();
  await standby.start();
  await setSynchronous(true);
  return {
    ...{ primary, standby, setSynchronous },
    urlOf: (database) => `postgresql://postgres@127.0.0.1:${clients.port}/${database}`,
    fail: (failure) => failures[failure](),
    failOver: async () => {
      await standby.ask('select pg_promote()');
      clients.pointTo(standby.port);
      clients.heal();
    },
    mend: () => {
      primary.thaw();
      replication.heal();
    },
    stop: async () => {
      await Promise.all([primary.stop(), standby.stop()]);
      await Promise.all([clients.stop(), replication.stop()]);
    },
  };
}
