import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listDescendants } from '../../processes/processTree.ts';
import type { ProcessSpec, RunningProcess } from '../../processes/startProcess.ts';
import { startProcess } from '../../processes/startProcess.ts';
import type { CuttableProxy } from './cuttableProxy.ts';

/** One server of the cluster: PostgreSQL and its Patroni agent, which fail together as the programs of one machine do. */
export type DatabaseNode = {
  readonly name: string;
  /** PostgreSQL's own port: reachable during a partition too. */
  readonly port: number;
  readonly restPort: number;
  start(): void;
  /** Ends every process of the node at once. */
  kill(): Promise<void>;
  /** Stops every process of the node in its tracks. */
  freeze(): Promise<void>;
  /** Continues what `freeze` stopped. */
  thaw(): void;
  /** Cuts the node off from the other nodes, etcd and HAProxy. */
  cut(): void;
  heal(): void;
  stop(): Promise<void>;
};

export type DatabaseNodeOptions = {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  readonly dataFolder: string;
  readonly agent: ProcessSpec;
  /** Every way between this node and the others. */
  readonly proxies: readonly CuttableProxy[];
};

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended.
  }
}

/** PostgreSQL writes the id of its first process into this file. */
async function readPostmaster(dataFolder: string): Promise<number | null> {
  const text = await readFile(join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
}

export function createDatabaseNode({ agent, dataFolder, proxies, ...ports }: DatabaseNodeOptions): DatabaseNode {
  let running: RunningProcess | null = null;
  const frozen = new Set<number>();
  // A frozen process ignores every signal but SIGKILL. Whatever ends this program must leave none behind.
  const thaw = () => {
    for (const pid of frozen) send(pid, 'SIGCONT');
    frozen.clear();
  };
  process.once('exit', thaw);

  const listServer = async () => {
    const postmaster = await readPostmaster(dataFolder);
    if (postmaster === null) return [];
    const command = await readFile(`/proc/${postmaster}/cmdline`, 'utf8').catch(() => '');
    // After a kill the file stays, and another program can have the same id.
    if (!command.includes(dataFolder)) return [];
    return [postmaster, ...(await listDescendants(postmaster)).map(({ pid }) => pid)];
  };
  const signalAll = async (signal: NodeJS.Signals, note: (pid: number) => void = () => {}) => {
    const pids = [...(running ? [running.pid] : []), ...(await listServer())];
    for (const pid of pids) {
      note(pid);
      send(pid, signal);
    }
  };
  return {
    ...ports,
    start: () => {
      running = startProcess(agent);
    },
    kill: async () => {
      await signalAll('SIGKILL');
      await running?.exited;
      running = null;
    },
    freeze: async () => {
      const note = (pid: number) => frozen.add(pid);
      await signalAll('SIGSTOP', note);
      // The server can have started a process between the list and its stop.
      await signalAll('SIGSTOP', note);
    },
    thaw,
    cut: () => {
      for (const proxy of proxies) proxy.cut();
    },
    heal: () => {
      for (const proxy of proxies) proxy.heal();
    },
    stop: async () => {
      process.off('exit', thaw);
      thaw();
      running?.send('SIGKILL');
      await running?.exited;
      const [postmaster] = await listServer();
      // PostgreSQL removes its shared memory when it stops by itself.
      if (postmaster !== undefined) {
        send(postmaster, 'SIGQUIT');
        for (let looks = 0; looks < 200 && (await listServer()).length > 0; looks += 1) {
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      }
      await Promise.all(proxies.map((proxy) => proxy.stop()));
    },
  };
}
