import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createEtcdArguments } from './etcdArguments.ts';
import { createClusterSettings, createPatroniSettings, LAB_TIMES } from './patroniSettings.ts';
import { createHaproxyFile, createPgbouncerFile } from './proxySettings.ts';

const node = {
  name: 'node1',
  dataFolder: '/data',
  socketFolder: '/home',
  databasePort: 1,
  publicDatabasePort: 2,
  restPort: 3,
  publicRestPort: 4,
  etcdPorts: [5, 6, 7],
};

test('a commit always waits for a standby', () => {
  const settings = createClusterSettings(LAB_TIMES);
  expect(settings).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true });
  expect(settings.postgresql.parameters).toMatchObject({ fsync: 'on', synchronous_commit: 'on' });
});

test("Patroni's times leave two tries before the lock expires", () => {
  const { ttl, loop_wait, retry_timeout } = LAB_TIMES;
  expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl);
});

test('a node names its public ports to the others and reaches etcd through its own ports only', () => {
  const settings = createPatroniSettings(node, { binaries: '/bin', times: LAB_TIMES });
  expect(settings.restapi).toEqual({ listen: '127.0.0.1:3', connect_address: '127.0.0.1:4' });
  expect(settings.postgresql).toMatchObject({ listen: '127.0.0.1:1', connect_address: '127.0.0.1:2' });
  expect(settings.etcd3).toEqual({ hosts: ['127.0.0.1:5', '127.0.0.1:6', '127.0.0.1:7'], use_proxies: true });
});

test('HAProxy asks each node whether it is the primary and ends the sessions of a lost one', () => {
  const file = createHaproxyFile(9, [node]);
  expect(file).toContain('bind 127.0.0.1:9\n');
  expect(file).toContain('option httpchk OPTIONS /primary\n');
  expect(file).toContain('on-marked-down shutdown-sessions\n');
  expect(file).toContain('server node1 127.0.0.1:2 maxconn 100 check port 4\n');
});

test('pgbouncer listens on this machine only and shares connections between transactions', () => {
  const file = createPgbouncerFile({ port: 10, serverPort: 9, usersFile: '/users.txt' });
  expect(file).toContain('listen_addr = 127.0.0.1\nlisten_port = 10\n');
  expect(file).toContain('* = host=127.0.0.1 port=9\n');
  expect(file).toContain('pool_mode = transaction\n');
  expect(file).toContain('ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout\n');
});

test('each member of etcd knows all members', () => {
  const member = { name: 'a', folder: '/a', clientPort: 1, peerPort: 2 };
  const other = { name: 'b', folder: '/b', clientPort: 3, peerPort: 4 };
  const text = createEtcdArguments(other, [member, other]).join(' ');
  expect(text).toContain('--name b --data-dir /b --listen-client-urls http://127.0.0.1:3');
  expect(text).toContain('--initial-cluster a=http://127.0.0.1:2,b=http://127.0.0.1:4');
});

test('docs/scaling.md shows the settings that decide whether a payment can be lost', async () => {
  const page = await readFile(new URL('../../../docs/scaling.md', import.meta.url), 'utf8');
  const { synchronous_mode, synchronous_mode_strict, maximum_lag_on_failover } = createClusterSettings(LAB_TIMES);
  for (const [name, value] of Object.entries({ synchronous_mode, synchronous_mode_strict, maximum_lag_on_failover })) {
    expect(page).toContain(`${name}: ${value}`);
  }
  const lines = createPgbouncerFile({ port: 10, serverPort: 9, usersFile: '' }).split('\n');
  for (const name of ['pool_mode', 'ignore_startup_parameters', 'server_login_retry', 'query_wait_timeout']) {
    expect(page).toContain(lines.find((line) => line.startsWith(name)));
  }
});
