import { execFile } from 'node:child_process';
import { access, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { listDebianFolders } from '../../postgres/postgresServer.ts';
import { readCandidate, selectNewerRelease } from './newerPatroni.ts';

const run = promisify(execFile);

// Debian's own Python: the packages of Python modules are built for it.
const PYTHON = '/usr/bin/python3';
const PACKAGES = ['patroni', 'python3-etcd', 'etcd-server', 'haproxy', 'pgbouncer'];
// Patroni calls all of them.
const POSTGRES_PROGRAMS = ['postgres', 'initdb', 'pg_basebackup', 'pg_rewind', 'pg_controldata'];

/** The programs of a highly available database, and the variables that they need. */
export type HaPrograms = {
  readonly python: string;
  readonly patroni: string;
  readonly etcd: string;
  readonly haproxy: string;
  readonly pgbouncer: string;
  /** The folder of PostgreSQL's programs. */
  readonly postgres: string;
  readonly environment: Readonly<Record<string, string>>;
};

/** The packages that `apt-get install --simulate` would install. */
export function readPackageNames(simulation: string): readonly string[] {
  return [...simulation.matchAll(/^Inst (\S+)/gm)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function findPostgres(): Promise<string> {
  for (const folder of await listDebianFolders()) {
    const found = await Promise.all(POSTGRES_PROGRAMS.map((name) => exists(join(folder, name))));
    if (found.every(Boolean)) return folder;
  }
  throw new Error('PostgreSQL is missing in /usr/lib/postgresql. Install it: apt-get install postgresql');
}

async function requireDebian(): Promise<void> {
  const tools = ['/usr/bin/apt-get', '/usr/bin/dpkg-deb', PYTHON];
  const found = await Promise.all(tools.map(exists));
  const missing = tools.filter((_, index) => !found[index]);
  if (missing.length > 0) {
    throw new Error(
      `This command runs Debian's packages of ${PACKAGES.join(', ')}. Missing here: ${missing.join(', ')}.`,
    );
  }
}

/** Downloads the packages that are not installed, with their dependencies, and unpacks them. No system service starts. */
async function unpack(folder: string): Promise<string> {
  const [downloads, root] = [join(folder, 'packages'), join(folder, 'root')];
  await mkdir(downloads);
  await mkdir(root);
  const simulation = await run('apt-get', ['install', '--simulate', '--no-install-recommends', ...PACKAGES]);
  const planned = readPackageNames(simulation.stdout);
  const { losesRows, archive } = readCandidate((await run('apt-cache', ['policy', 'patroni'])).stdout);
  const names = losesRows ? planned.filter((name) => name !== 'patroni') : planned;
  if (names.length > 0) await run('apt-get', ['download', ...names], { cwd: downloads });
  if (losesRows) {
    const newer = await selectNewerRelease(join(folder, 'apt'), archive);
    await run('apt-get', [...newer, 'update']);
    await run('apt-get', [...newer, 'download', 'patroni'], { cwd: downloads });
  }
  for (const file of await readdir(downloads)) await run('dpkg-deb', ['--extract', join(downloads, file), root]);
  return root;
}

async function findProgram(root: string, name: string): Promise<string> {
  for (const folder of [join(root, 'usr/bin'), join(root, 'usr/sbin'), '/usr/bin', '/usr/sbin']) {
    if (await exists(join(folder, name))) return join(folder, name);
  }
  throw new Error(`The packages ${PACKAGES.join(', ')} contain no program ${name}.`);
}

/** Finds or unpacks every program. @throws an error that says what is missing on this system */
export async function unpackPackages(folder: string): Promise<HaPrograms> {
  await requireDebian();
  const postgres = await findPostgres();
  const root = await unpack(folder).catch((error: unknown) => {
    throw new Error('The packages cannot be downloaded. Run apt-get update, then try again.', { cause: error });
  });
  const libraries = (await readdir(join(root, 'usr/lib')).catch(() => [])).filter((name) => name.includes('-linux-'));
  return {
    python: PYTHON,
    patroni: await findProgram(root, 'patroni'),
    etcd: await findProgram(root, 'etcd'),
    haproxy: await findProgram(root, 'haproxy'),
    pgbouncer: await findProgram(root, 'pgbouncer'),
    postgres,
    environment: {
      PATH: `${postgres}:/usr/bin:/bin`,
      LANG: 'C.UTF-8',
      LD_LIBRARY_PATH: libraries.map((name) => join(root, 'usr/lib', name)).join(':'),
      PYTHONPATH: join(root, 'usr/lib/python3/dist-packages'),
    },
  };
}
