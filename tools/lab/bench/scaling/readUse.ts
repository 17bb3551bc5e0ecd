import { cpus } from 'node:os';
import type { ReplicatedPostgres } from '../../postgres/replicatedPostgres.ts';
import { listDescendants } from '../../processes/processTree.ts';
import { readProcessorMs } from '../processUse.ts';
import type { Fleet } from './fleet.ts';

/** Who uses the processors. On one machine the chains' nodes compete with the rest, which they do nowhere else. */
export const KINDS = ['chains', 'workers', 'signers', 'APIs', 'primary', 'standby', 'bench'] as const;
export type Kind = (typeof KINDS)[number];

/** Counters since the start of each process. */
export type Use = {
  /** Processor time in milliseconds. */
  readonly cpuMs: Readonly<Record<Kind, number>>;
  /** The processor time of each worker and signer, which mostly runs in one thread. */
  readonly threadMs: readonly number[];
  /** The processor time that nobody on this machine used. */
  readonly idleMs: number;
  readonly commits: number;
  /** The calls of workers and APIs. */
  readonly calls: number;
  readonly atMs: number;
};

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

async function readServerMs(folder: string): Promise<number> {
  const [server] = (await listDescendants(process.pid)).filter(({ command }) => command.includes(folder));
  if (!server) throw new Error(`no PostgreSQL server runs in ${folder}`);
  const pids = [server, ...(await listDescendants(server.pid))].map(({ pid }) => pid);
  // A connection's process may end meanwhile.
  return sum(await Promise.all(pids.map((pid) => readProcessorMs(pid).catch(() => 0))));
}

export async function readUse(fleets: readonly Fleet[], { primary, standby }: ReplicatedPostgres): Promise<Use> {
  const read = (pids: readonly number[]) => Promise.all(pids.map(readProcessorMs));
  const chains = fleets.flatMap((fleet) => fleet.chains);
  const workers = await read(fleets.flatMap((fleet) => fleet.workers.map((worker) => worker.pid())));
  const signers = await read(fleets.map(({ signer }) => signer.pid()));
  const names = fleets.map(({ database }) => `'${database}'`).join(', ');
  const [row] = await primary.ask(
    `select sum(xact_commit)::text as commits from pg_stat_database where datname in (${names})`,
  );
  const own = process.cpuUsage();
  return {
    cpuMs: {
      ...{ workers: sum(workers), signers: sum(signers) },
      chains: sum(await read(chains.map(({ pid }) => pid))),
      APIs: sum(await read(fleets.map(({ api }) => api.pid()))),
      primary: await readServerMs(primary.folder),
      standby: await readServerMs(standby.folder),
      bench: (own.user + own.system) / 1000,
    },
    threadMs: [...workers, ...signers],
    idleMs: sum(cpus().map(({ times }) => times.idle)),
    commits: Number((row as { readonly commits: string }).commits),
    calls: sum(chains.map(({ proxy }) => proxy.counts().total)),
    atMs: performance.now(),
  };
}
