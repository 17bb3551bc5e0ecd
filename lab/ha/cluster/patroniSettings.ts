/** One PostgreSQL server with its Patroni agent. Others reach it through the public ports, which a partition closes. */
export type NodeSettings = {
  readonly name: string;
  readonly dataFolder: string;
  readonly socketFolder: string;
  readonly databasePort: number;
  readonly publicDatabasePort: number;
  readonly restPort: number;
  readonly publicRestPort: number;
  /** Where this node reaches the members of etcd. */
  readonly etcdPorts: readonly number[];
};

/** Patroni's times in seconds. `ttl` is at least `loop_wait` and twice `retry_timeout`. */
export type PatroniTimes = { readonly ttl: number; readonly loop_wait: number; readonly retry_timeout: number };

// With a shorter `retry_timeout` a busy machine demotes primaries that nothing broke.
export const LAB_TIMES: PatroniTimes = { ttl: 30, loop_wait: 5, retry_timeout: 10 };

export const SUPERUSER = 'postgres';
const HOST = '127.0.0.1';

const PARAMETERS = {
  fsync: 'on',
  synchronous_commit: 'on',
  max_connections: 200,
  wal_keep_size: '128MB',
  // The primary drops a silent standby after this time.
  wal_sender_timeout: '5s',
  wal_receiver_timeout: '5s',
};

/** The cluster's settings, which Patroni keeps in etcd. */
export function createClusterSettings(times: PatroniTimes) {
  return {
    ...times,
    maximum_lag_on_failover: 1_048_576,
    check_timeline: true,
    // A commit waits for a standby, and without a standby it waits until one is back.
    synchronous_mode: true,
    synchronous_mode_strict: true,
    postgresql: { use_pg_rewind: true, use_slots: true, parameters: PARAMETERS },
  };
}

/** The file of one Patroni agent: JSON, which is also YAML. */
export function createPatroniSettings(
  node: NodeSettings,
  { binaries, times }: { binaries: string; times: PatroniTimes },
) {
  const local = ['all', 'replication'].map((database) => `host ${database} all ${HOST}/32 trust`);
  return {
    scope: 'causeway',
    name: node.name,
    restapi: { listen: `${HOST}:${node.restPort}`, connect_address: `${HOST}:${node.publicRestPort}` },
    etcd3: {
      hosts: node.etcdPorts.map((port) => `${HOST}:${port}`),
      // Otherwise Patroni asks etcd for its members and passes the ports above by, also in a partition.
      use_proxies: true,
    },
    bootstrap: {
      dcs: createClusterSettings(times),
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${HOST}:${node.databasePort}`,
      connect_address: `${HOST}:${node.publicDatabasePort}`,
      data_dir: node.dataFolder,
      bin_dir: binaries,
      pgpass: `${node.socketFolder}/pgpass`,
      authentication: { superuser: { username: SUPERUSER }, replication: { username: 'replicator' } },
      parameters: { unix_socket_directories: node.socketFolder },
      pg_hba: local,
      // The default waits for a checkpoint that takes minutes.
      basebackup: [{ checkpoint: 'fast' }],
      // What such a node holds alone, no client was told: it copies the primary again.
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
    watchdog: { mode: 'off' },
  };
}
