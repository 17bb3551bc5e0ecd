import type { NodeSettings } from './patroniSettings.ts';

type PublicPorts = Pick<NodeSettings, 'name' | 'publicDatabasePort' | 'publicRestPort'>;

/** HAProxy's file: one port that leads to the primary. Patroni answers 200 to /primary on the node that holds the lock. */
export function createHaproxyFile(port: number, nodes: readonly PublicPorts[]): string {
  const servers = nodes.map(
    ({ name, publicDatabasePort, publicRestPort }) =>
      `    server ${name} 127.0.0.1:${publicDatabasePort} maxconn 100 check port ${publicRestPort}`,
  );
  return `global
    maxconn 400

defaults
    mode tcp
    retries 2
    timeout connect 4s
    timeout check 3s
    timeout client 30m
    timeout server 30m

listen primary
    bind 127.0.0.1:${port}
    option httpchk OPTIONS /primary
    http-check expect status 200
    default-server inter 1s fall 3 rise 2 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
}

export type PoolerSettings = {
  readonly port: number;
  /** HAProxy's port. */
  readonly serverPort: number;
  readonly usersFile: string;
};

/** pgbouncer's file. A transaction gets a connection to the server, not a client. */
export function createPgbouncerFile({ port, serverPort, usersFile }: PoolerSettings): string {
  return `[databases]
* = host=127.0.0.1 port=${serverPort}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${usersFile}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 400
ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout
server_login_retry = 1
server_connect_timeout = 5
query_wait_timeout = 10
tcp_keepalive = 1
tcp_keepidle = 10
tcp_keepintvl = 5
tcp_keepcnt = 3
`;
}
