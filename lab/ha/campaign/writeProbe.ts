import pg from 'pg';

/** Writes numbered rows all the time and remembers which commits the server acknowledged. */
export type WriteProbe = {
  /** The number and the time of each acknowledged row. */
  readonly acknowledged: ReadonlyMap<number, number>;
  readonly attempts: () => number;
  /** When the server acknowledged the first row that was sent after this moment; null if none was yet. */
  firstAfter(ms: number): number | null;
  stop(): Promise<void>;
};

export const CREATE_PROBE = 'create table probe (id bigint primary key)';

const EVERY_MS = 400;
// Attempts overlap: one that waits for a lost server must not hide the moment when another succeeds.
const GIVE_UP_MS = 6000;

// Every probe of a process counts on, so no number is used twice.
let next = 0;

async function write(url: string, id: number): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: GIVE_UP_MS,
    query_timeout: GIVE_UP_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(`insert into probe (id) values (${id})`);
  } finally {
    // A server that fell silent does not answer the goodbye either.
    void client.end().catch(() => {});
  }
}

export function startWriteProbe(url: string): WriteProbe {
  const acknowledged = new Map<number, number>();
  const sent = new Map<number, number>();
  const open = new Set<Promise<void>>();
  const attempt = () => {
    next += 1;
    const id = next;
    sent.set(id, Date.now());
    const ended: Promise<void> = write(url, id)
      .then(() => void acknowledged.set(id, Date.now()))
      .catch(() => {})
      .finally(() => open.delete(ended));
    open.add(ended);
  };
  const timer = setInterval(attempt, EVERY_MS);
  return {
    acknowledged,
    attempts: () => sent.size,
    firstAfter: (ms) => {
      const times = [...acknowledged].filter(([id]) => (sent.get(id) ?? 0) >= ms).map(([, time]) => time);
      return times.length === 0 ? null : Math.min(...times);
    },
    stop: async () => {
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}

/** Counts the acknowledged rows that the database does not hold. */
export async function countLost(url: string, probes: readonly WriteProbe[]): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>('select id::text from probe');
    const stored = new Set(rows.map(({ id }) => Number(id)));
    return probes.flatMap(({ acknowledged }) => [...acknowledged.keys()]).filter((id) => !stored.has(id)).length;
  } finally {
    await client.end();
  }
}
