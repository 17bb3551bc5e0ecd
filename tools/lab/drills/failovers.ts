import pg from 'pg';
import type { PrimaryFailure } from '../postgres/replicatedPostgres.ts';
import { waitUntil } from '../processes/waitUntil.ts';
import type { TrafficDrill } from './drill.ts';

const EVERY_MS = 200;
// Attempts overlap, because one that waits for a lost server must not hide another's success.
const GIVE_UP_MS = 6000;

/** Constantly writes numbered rows, and remembers which commits the server acknowledged. */
type WriteProbe = { readonly acknowledged: ReadonlySet<number>; stop(): Promise<void> };

async function insert(url: string, id: number): Promise<void> {
  const timeouts = { connectionTimeoutMillis: GIVE_UP_MS, query_timeout: GIVE_UP_MS };
  const client = new pg.Client({ connectionString: url, ...timeouts });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(`insert into probe (id) values (${id})`);
  } finally {
    // A silent server does not answer the end of a connection either.
    void client.end().catch(() => {});
  }
}

/** @param first the first row's number; each probe has its own range */
function startWriteProbe(url: string, first: number): WriteProbe {
  const acknowledged = new Set<number>();
  const open = new Set<Promise<void>>();
  let next = first;
  const timer = setInterval(() => {
    const id = next;
    next += 1;
    const ended: Promise<void> = insert(url, id)
      .then(() => void acknowledged.add(id))
      .catch(() => {})
      .finally(() => open.delete(ended));
    open.add(ended);
  }, EVERY_MS);
  return {
    acknowledged,
    stop: async () => {
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}

const FIRST_OF_FORMER = 1_000_000;

/** The primary fails and the standby takes over. No committed row may be lost, and no payment made twice. */
function createFailover(failure: PrimaryFailure, title: string): TrafficDrill {
  return {
    kind: 'traffic',
    name: `failover-${failure}`,
    title,
    hasStandby: true,
    leavesTraces: true,
    mayStop: 'the database has no primary for a while',
    prepare: async ({ testbed: { replicated }, query, database }) => {
      if (!replicated) throw new Error('the testbed has no standby');
      await query('create table probe (id bigint primary key)');
      const name = new URL(database.admin).pathname.slice(1);
      const probe = startWriteProbe(database.admin, 0);
      await waitUntil(async () => probe.acknowledged.size > 0, { what: 'a row of the probe' });
      return async () => {
        await replicated.fail(failure);
        // A client next to the former primary can keep writing to it. Nothing acknowledged may be lost.
        const former = startWriteProbe(replicated.primary.urlOf(name), FIRST_OF_FORMER);
        await replicated.failOver();
        return {
          stop: async () => {
            replicated.mend();
            await Promise.all([probe.stop(), former.stop()]);
            const stored = new Set(
              (await query<{ id: string }>('select id::text from probe')).map(({ id }) => Number(id)),
            );
            const lost = [...probe.acknowledged, ...former.acknowledged].filter((id) => !stored.has(id));
            if (lost.length > 0) throw new Error(`${lost.length} committed rows were lost`);
          },
        };
      };
    },
  };
}

export const FAILOVERS: readonly TrafficDrill[] = [
  createFailover('shutDown', 'Failover: an operator shuts the primary down, and the standby takes over'),
  createFailover('killed', 'Failover: the primary is killed, and the standby takes over'),
  createFailover('frozen', 'Failover: the primary freezes, the standby takes over, and the former primary wakes up'),
  createFailover('partitioned', 'Failover: the primary loses its clients and its standby, which takes over'),
];
