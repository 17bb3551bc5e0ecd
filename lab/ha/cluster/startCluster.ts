import { rmSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from '../../postgres/emptyCluster.ts';
import { findAccount } from '../../postgres/postgresServer.ts';
import { findFreePort, findFreePorts } from '../../processes/freePort.mjs';
import type { ProcessSpec } from '../../processes/startProcess.ts';
import { startProcess } from '../../processes/startProcess.ts';
import { waitUntil } from '../../processes/waitUntil.ts';
import type { HaPrograms } from '../packages/unpackPackages.ts';
import { unpackPackages } from '../packages/unpackPackages.ts';
import type { ClusterMember } from './clusterHealth.ts';
import { findLeader, isHealthy } from './clusterHealth.ts';
import { startCuttableProxy } from './cuttableProxy.ts';
import type { DatabaseNode } from './databaseNode.ts';
import { createDatabaseNode } from './databaseNode.ts';
import type { EtcdMember } from './etcdArguments.ts';
import { createEtcdArguments } from './etcdArguments.ts';
import type { NodeSettings } from './patroniSettings.ts';
import { createPatroniSettings, LAB_TIMES, SUPERUSER } from './patroniSettings.ts';
import { createHaproxyFile, createPgbouncerFile } from './proxySettings.ts';

/** Three PostgreSQL servers under Patroni, with etcd, HAProxy and pgbouncer. */
export type Cluster = {
  readonly nodes: readonly DatabaseNode[];
  /** A database of the primary, through HAProxy. */
  urlOf(database: string): string;
  /** The same database through pgbouncer, which leads to HAProxy. */
  pooledUrlOf(database: string): string;
  /** A database of one node, past HAProxy and every partition. */
  directUrlOf(node: DatabaseNode, database: string): string;
  /** Waits until the primary has two standbys, one of them synchronous. @returns the primary */
  waitUntilHealthy(): Promise<DatabaseNode>;
  stop(): Promise<void>;
};

const NODES = ['node1', 'node2', 'node3'];
const HEALTHY_MS = 180_000;
const ANSWER_MS = 2000;

/** The parts that all programs of a cluster share. */
type Site = {
  readonly programs: HaPrograms;
  readonly account: Account;
  readonly folder: string;
  readonly logs: string;
  readonly cleanups: (() => Promise<unknown>)[];
};

async function createFolder({ folder, account }: Site, name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path, { mode: 0o700 });
  if (account.uid !== undefined && account.gid !== undefined) await chown(path, account.uid, account.gid);
  return path;
}

/** Writes a file that the unprivileged account can read. */
async function writeSettings({ folder }: Site, name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  await chmod(path, 0o644);
  return path;
}

function specOf(site: Site, name: string, command: readonly [string, ...string[]]): ProcessSpec {
  const [program, ...args] = command;
  return {
    ...site.account,
    title: name,
    command: program,
    args,
    cwd: site.folder,
    env: { ...site.programs.environment },
    logFile: join(site.logs, `${name}.log`),
    stopSignal: 'SIGTERM',
  };
}

function start(site: Site, name: string, command: readonly [string, ...string[]]): void {
  site.cleanups.push(startProcess(specOf(site, name, command)).stop);
}

/** @returns the ports of the members */
async function startEtcd(site: Site): Promise<readonly number[]> {
  const members: EtcdMember[] = [];
  for (const node of NODES) {
    const [clientPort = 0, peerPort = 0] = await findFreePorts(2);
    const name = `etcd-${node}`;
    members.push({ name, clientPort, peerPort, folder: await createFolder(site, name) });
  }
  for (const member of members) {
    start(site, member.name, [site.programs.etcd, ...createEtcdArguments(member, members)]);
  }
  for (const { clientPort, name } of members) {
    const isReady = async () => (await fetch(`http://127.0.0.1:${clientPort}/health`)).ok;
    await waitUntil(isReady, { timeoutMs: 60_000, what: `the start of ${name}` });
  }
  return members.map(({ clientPort }) => clientPort);
}

type CreatedNode = { readonly node: DatabaseNode; readonly settings: NodeSettings };

async function createNode(site: Site, name: string, etcdPorts: readonly number[]): Promise<CreatedNode> {
  const [port, restPort] = await findFreePorts(2).then(([first = 0, second = 0]) => [first, second] as const);
  const proxies = await Promise.all([port, restPort, ...etcdPorts].map(startCuttableProxy));
  const [publicDatabasePort = 0, publicRestPort = 0, ...ownEtcdPorts] = proxies.map((proxy) => proxy.port);
  const home = await createFolder(site, name);
  const settings: NodeSettings = {
    ...{ name, restPort, publicDatabasePort, publicRestPort, etcdPorts: ownEtcdPorts },
    ...{ databasePort: port, dataFolder: join(home, 'data'), socketFolder: home },
  };
  const { programs } = site;
  const file = createPatroniSettings(settings, { binaries: programs.postgres, times: LAB_TIMES });
  const path = await writeSettings(site, `${name}.json`, JSON.stringify(file));
  const agent = specOf(site, name, [programs.python, programs.patroni, path]);
  const node = createDatabaseNode({ name, port, restPort, dataFolder: settings.dataFolder, agent, proxies });
  site.cleanups.push(node.stop);
  node.start();
  return { node, settings };
}

/** @returns the ports of HAProxy and of pgbouncer */
async function startProxies(site: Site, nodes: readonly NodeSettings[]) {
  const [haproxyPort, poolerPort] = [await findFreePort(), await findFreePort()];
  const haproxyFile = await writeSettings(site, 'haproxy.cfg', createHaproxyFile(haproxyPort, nodes));
  start(site, 'haproxy', [site.programs.haproxy, '-db', '-f', haproxyFile]);
  const users = [SUPERUSER, 'causeway_api', 'causeway_worker', 'causeway_operator'];
  const usersFile = await writeSettings(site, 'users.txt', users.map((user) => `"${user}" ""\n`).join(''));
  const pooler = createPgbouncerFile({ port: poolerPort, serverPort: haproxyPort, usersFile });
  const poolerFile = await writeSettings(site, 'pgbouncer.ini', pooler);
  start(site, 'pgbouncer', [site.programs.pgbouncer, poolerFile]);
  return { haproxyPort, poolerPort };
}

/** Asks the nodes for the state of the cluster. The first one that answers tells it. */
async function readMembers(nodes: readonly DatabaseNode[]): Promise<readonly ClusterMember[]> {
  for (const { restPort } of nodes) {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal }).catch(() => null);
    if (answer?.ok) return JSON.parse(await answer.text()).members ?? [];
  }
  return [];
}

async function startPrograms(site: Site): Promise<Omit<Cluster, 'stop'>> {
  const etcdPorts = await startEtcd(site);
  const created: CreatedNode[] = [];
  for (const name of NODES) created.push(await createNode(site, name, etcdPorts));
  const { haproxyPort, poolerPort } = await startProxies(
    site,
    created.map(({ settings }) => settings),
  );
  const nodes = created.map(({ node }) => node);
  const url = (port: number, database: string) => `postgresql://${SUPERUSER}@127.0.0.1:${port}/${database}`;
  return {
    nodes,
    urlOf: (database) => url(haproxyPort, database),
    pooledUrlOf: (database) => url(poolerPort, database),
    directUrlOf: ({ port }, database) => url(port, database),
    waitUntilHealthy: () =>
      waitUntil(
        async () => {
          const members = await readMembers(nodes);
          if (!isHealthy(members, NODES.length)) return null;
          return nodes.find(({ name }) => name === findLeader(members)) ?? null;
        },
        { timeoutMs: HEALTHY_MS, everyMs: 500, what: 'a primary with two standbys, one of them synchronous,' },
      ),
  };
}

/** @param logs a folder for the logs of every program */
export async function startCluster(logs: string): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'causeway-ha-'));
  const cleanups: (() => Promise<unknown>)[] = [];
  // Ctrl-C ends this program at once. The watchdog stops the others a moment later.
  const removeAtExit = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', removeAtExit);
  const stop = async () => {
    for (const cleanUp of cleanups.reverse()) await cleanUp();
    process.off('exit', removeAtExit);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    // The programs run as an account that must be able to enter the folder.
    await chmod(folder, 0o755);
    const [programs, account] = await Promise.all([unpackPackages(folder), findAccount()]);
    const cluster = await startPrograms({ programs, account, folder, logs, cleanups });
    await cluster.waitUntilHealthy();
    return { ...cluster, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
