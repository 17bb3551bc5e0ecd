import { execFile, spawn } from 'node:child_process';
import { access, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startProcess } from '../processes/startProcess.ts';
import { waitUntil } from '../processes/waitUntil.ts';

const run = promisify(execFile);

export type Ran = { readonly code: number; readonly output: string; readonly seconds: number };

/** A booted systemd with an empty /etc and /var, and with this system's programs. */
export type Machine = {
  /** Runs a shell command as root, in the clone's folder. */
  run(command: string): Promise<Ran>;
  stop(): Promise<void>;
};

export type MachineOptions = {
  /** Its host name, also used for its log. */
  readonly name: string;
  /** For the downloaded package, and for the log. */
  readonly folder: string;
  /** The folder in which commands run, by its path in the machine. */
  readonly home: string;
  /** This system's folders, by their paths in the machine. */
  readonly binds: Readonly<Record<string, string>>;
};

const PROGRAM = '/usr/bin/systemd-nspawn';
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const BOOT_TIMEOUT_MS = 120_000;

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Debian's program, from this system or from its package. Starts no system service. */
async function findProgram(folder: string): Promise<string> {
  if (process.getuid?.() !== 0) throw new Error('This command boots a systemd in a container and needs root.');
  const [downloads, root] = [join(folder, 'packages'), join(folder, 'root')];
  for (const path of [PROGRAM, join(root, PROGRAM)]) if (await isThere(path)) return path;
  await mkdir(downloads, { recursive: true });
  await run('apt-get', ['download', 'systemd-container'], { cwd: downloads }).catch((error: unknown) => {
    throw new Error("Debian's package systemd-container is missing: apt-get install systemd-container", {
      cause: error,
    });
  });
  for (const file of await readdir(downloads)) await run('dpkg-deb', ['--extract', join(downloads, file), root]);
  return join(root, PROGRAM);
}

async function findLeader(pid: number): Promise<string | null> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  for (const child of children.split(' ').filter(Boolean)) {
    const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
    if (command.startsWith('/usr/lib/systemd/systemd') || command.startsWith('/sbin/init')) return child;
  }
  return null;
}

// A machine's systemd kills unknown processes in its cgroup. So each machine gets its own cgroup below the root of every
// hierarchy that systemd might use.
const HIERARCHIES = ['/sys/fs/cgroup', '/sys/fs/cgroup/unified', '/sys/fs/cgroup/systemd'];
const JOIN_GROUP = `for root in ${HIERARCHIES.join(' ')}; do
  [ ! -e $root/cgroup.procs ] || { mkdir -p $root/$0 && echo $$ > $root/$0/cgroup.procs; } || exit 1
done
exec "$@"`;

async function removeGroup(group: string): Promise<void> {
  const folders = HIERARCHIES.map((root) => join(root, group));
  // A cgroup's files cannot be deleted, but its empty folders can.
  await run('find', [...folders, '-depth', '-type', 'd', '-delete']).catch(() => {});
}

// Behind a proxy with its own certificate authority, npm needs that authority in the machine too.
const { NODE_EXTRA_CA_CERTS: AUTHORITIES } = process.env;
const AUTHORITIES_INSIDE = '/authorities.crt';

/** Boots a machine that shares this one's network. */
export async function bootMachine({ name, folder, home, binds }: MachineOptions): Promise<Machine> {
  const group = `${name}-${process.pid}`;
  const booted = startProcess({
    title: `the machine ${name}`,
    command: '/bin/sh',
    args: [
      ...['-c', JOIN_GROUP, group, await findProgram(folder)],
      ...['-D', '/', '--volatile=yes', '--register=no', '--keep-unit', '--boot', `--machine=${name}`],
      // The machine sees only this system's /usr, read-only.
      '--tmpfs=/usr/local/bin',
      ...Object.entries(binds).map(([inside, outside]) => `--bind=${outside}:${inside}`),
      ...(AUTHORITIES ? [`--bind-ro=${AUTHORITIES}:${AUTHORITIES_INSIDE}`] : []),
      ...['systemd.firstboot=off', 'systemd.mask=systemd-firstboot.service', 'systemd.mask=postgresql.service'],
    ],
    logFile: join(folder, `${name}.log`),
    stopSignal: 'SIGTERM',
  });
  let leader = '';
  const enter = (command: string): Promise<Ran> => {
    const authorities = AUTHORITIES ? { NODE_EXTRA_CA_CERTS: AUTHORITIES_INSIDE } : {};
    const variables = Object.entries({ PATH, HOME: '/root', LANG: 'C.UTF-8', ...authorities });
    const settings = variables.map(([name, value]) => `${name}=${value}`);
    const script = `cd '${home}' && { ${command}\n}`;
    const args = ['-t', leader, '-a', '/usr/bin/env', '-i', ...settings, '/bin/sh', '-c', script];
    const begin = performance.now();
    return new Promise((resolve, reject) => {
      const child = spawn('/usr/bin/nsenter', args, { stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
      child.on('error', reject);
      child.on('close', (code) =>
        resolve({ code: code ?? 1, output, seconds: Math.round((performance.now() - begin) / 1000) }),
      );
    });
  };
  const isUp = async () => {
    leader = (await findLeader(booted.pid)) ?? '';
    if (leader === '') return false;
    // "degraded" means that one of this system's services failed in the container.
    return /^(?:running|degraded)/.test((await enter('systemctl is-system-running')).output);
  };
  const stop = async () => {
    await booted.stop();
    await removeGroup(group);
  };
  try {
    await waitUntil(isUp, { timeoutMs: BOOT_TIMEOUT_MS });
    // The machine's /etc is empty. This makes the name resolve without a DNS server.
    await enter("echo '127.0.0.1 localhost' > /etc/hosts");
  } catch (error) {
    await stop();
    throw new Error(`The machine did not boot:\n${booted.lastLines()}`, { cause: error });
  }
  return { run: enter, stop };
}
