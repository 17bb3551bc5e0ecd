import type { Clock } from '../boot/clock.ts';
import type { ChainClient } from '../chain/chainClient.ts';
import { readHead } from '../chain/chainClient.ts';
import { readCursor, readRewrite } from '../chain/chains.ts';
import { headAgeSeconds, isStale } from '../chain/model/confirmations.ts';
import { isNoQuorum } from '../chain/rpc/agreement.ts';
import type { Database, Queryable } from '../db/database.ts';
import { readHeldLeases } from '../db/leases.ts';
import { withTimeout } from '../db/withTimeout.ts';
import { countSendsOfOthers } from '../payments/obligations.ts';

type TurnProbeOptions = {
  /** The leases of every worker on every chain. */
  readonly names: readonly string[];
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
};

// A turn that waits for providers and the signer can take a minute, and its lease ends meanwhile.
export const MAX_UNHELD_SECONDS = 120;

/**
 * Creates a probe that finds turns without a holder: workers of a chain that no process runs, because the processes
 * hang, fail before each turn, or are gone. It remembers when it last saw each turn held, starting from its own start.
 * @returns a function that returns the problem, or null
 */
export function createTurnProbe(database: Queryable, { names, now }: TurnProbeOptions): () => Promise<string | null> {
  const startedAt = now();
  const heldAt = new Map<string, number>();
  return async () => {
    const held = await readHeldLeases(database);
    for (const name of held) heldAt.set(name, now());
    const unheld = names
      .map((name) => ({ name, seconds: Math.floor((now() - (heldAt.get(name) ?? startedAt)) / 1000) }))
      .filter(({ seconds }) => seconds > MAX_UNHELD_SECONDS)
      .sort((left, right) => right.seconds - left.seconds);
    const [oldest, ...others] = unheld;
    if (!oldest) return null;
    const more = others.length === 0 ? '' : `, and ${others.length} other turn${others.length === 1 ? '' : 's'}`;
    return `no process has taken the turn "${oldest.name}" for ${oldest.seconds} s${more}`;
  };
}

/**
 * Wraps a computation so that calls during it, and for `ttlMs` after it, share one result. A flood of requests then
 * costs one computation. A failure isn't kept.
 */
export function cacheFor<T>(ttlMs: number, compute: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | null = null;
  return () => {
    if (current) return current;
    const started = compute();
    current = started;
    const forget = () => {
      if (current === started) current = null;
    };
    started.then(() => setTimeout(forget, ttlMs).unref(), forget);
    return started;
  };
}

export type ProbeResult = { readonly name: string; readonly ok: boolean; readonly detail: string };

/** The answer of `/ready`. Monitoring outside this repository reads these keys. */
export type Readiness = {
  /** Every probe is ok. */
  readonly ready: boolean;
  /** This process can do its work, whatever any one chain does. For load balancers. */
  readonly serving: boolean;
  readonly checks: readonly ProbeResult[];
};

export type ReadinessContext = {
  readonly database: Database;
  readonly clients: ReadonlyMap<number, ChainClient>;
  readonly clock: Clock;
  /** Throws if the signer can't sign, and returns what needs attention; absent in a process that never signs. */
  readonly probeSigner?: () => Promise<string | null>;
  /** What needs attention about the API's clients; absent in a process without it. */
  readonly describeClients?: () => string | null;
  /** Finds workers that no process runs; absent in a process without workers, or if the workers share nothing. */
  readonly findUnheldTurn?: () => Promise<string | null>;
  readonly limits: ReadinessLimits;
  /** Whether the process is stopping. It answers until the load balancers have noticed. */
  readonly isStopping?: () => boolean;
};

export type ReadinessLimits = {
  /** How many unread blocks still count as ready. */
  readonly maxCursorLagBlocks: number;
  /** How long ago a chain may have been read and still count as ready. */
  readonly maxLookAgeSeconds: number;
};

const PROBE_TIMEOUT_MS = 2500;
const TTL_MS = 1500;

/** @returns the problem, or null if there is none; a note is not a problem */
type Probe = () => Promise<string | null | { readonly note: string }>;

// An error's text can contain addresses and credentials, so the answer only says that there was one.
async function runProbe(name: string, probe: Probe): Promise<ProbeResult> {
  try {
    const found = await withTimeout(PROBE_TIMEOUT_MS, probe());
    if (typeof found === 'string') return { name, ok: false, detail: found };
    return { name, ok: true, detail: found?.note ?? 'ok' };
  } catch {
    return { name, ok: false, detail: `failed, or no answer within ${PROBE_TIMEOUT_MS / 1000} s` };
  }
}

/** Whether commits are durable, and the chains with a halted sender. */
type Health = { readonly isDurable: boolean; readonly haltedChains: readonly number[] };

/** @throws DatabaseUnavailable */
async function readHealth(database: Database): Promise<Health> {
  const [row] = await database.query<{ durable: boolean; halted: readonly string[] }>(
    `select current_setting('fsync') <> 'off' and current_setting('synchronous_commit') <> 'off' as durable,
       array(select chain_id::text from senders where halted_reason is not null and not revoked) as halted`,
  );
  // The embedded database never syncs to disk. The configuration allows it only for testnets.
  return {
    isDurable: database.kind === 'embedded' || row?.durable === true,
    haltedChains: (row?.halted ?? []).map(Number),
  };
}

function nullWithoutQuorum(error: unknown): null {
  if (isNoQuorum(error)) return null;
  throw error;
}

function createChainProbe({ database, clock, limits }: ReadinessContext, client: ChainClient): Probe {
  return async () => {
    if ((await readRewrite(database, client.chain.id)) !== null)
      return 'rewritten deeper than its reorg window, stopped';
    const [head, { scannedTo, lookedAt }] = await Promise.all([
      readHead(client).catch(nullWithoutQuorum),
      readCursor(database, client.chain.id),
    ]);
    if (!head) return `no ${client.chain.quorum} RPC endpoints agree on the newest block`;
    if (isStale(client.chain, head.time, clock.now())) {
      return `newest block is ${headAgeSeconds(head.time, clock.now())} s old`;
    }
    if (scannedTo === null || lookedAt === null) return 'never read';
    const lag = head.number - scannedTo;
    if (lag > BigInt(limits.maxCursorLagBlocks)) return `${lag} blocks not read yet`;
    const age = Math.round((clock.now().getTime() - lookedAt.getTime()) / 1000);
    return age > limits.maxLookAgeSeconds ? `last read ${age} s ago` : null;
  };
}

function startProbes(context: ReadinessContext): readonly Promise<ProbeResult>[] {
  const { database, clients, clock, probeSigner } = context;
  const chains = [...clients.values()];
  const nameOf = (id: number) => clients.get(id)?.chain.name ?? String(id);
  const hotWallets = chains.map(({ chain }) => ({ chainId: chain.id, address: chain.hotWallet }));
  const health = readHealth(database);
  const probes: [string, Probe][] = [
    ['clock', async () => clock.findProblem?.() ?? null],
    [
      'database',
      async () =>
        (await health).isDurable ? null : 'can lose acknowledged commits: fsync or synchronous_commit is off',
    ],
    [
      'senders',
      async () => {
        const { haltedChains } = await health;
        if (haltedChains.length > 0) return `halted on ${haltedChains.map(nameOf).join(', ')}`;
        const [former] = await countSendsOfOthers(database, hotWallets);
        if (!former) return null;
        const { count, address, chainId } = former;
        return `${count} unsettled payments of the former hot wallet ${address} on ${nameOf(chainId)} wait until it is no longer a payer`;
      },
    ],
    ...chains
      .filter(({ chain }) => chain.isOpen)
      .map((client): [string, Probe] => [`chain ${client.chain.name}`, createChainProbe(context, client)]),
  ];
  const { describeClients } = context;
  if (describeClients) {
    probes.push([
      'clients',
      async () => {
        const note = describeClients();
        return note === null ? null : { note };
      },
    ]);
  }
  if (context.findUnheldTurn) probes.push(['turns', context.findUnheldTurn]);
  if (probeSigner) {
    probes.push([
      'signer',
      async () => {
        const note = await probeSigner();
        return note === null ? null : { note };
      },
    ]);
  }
  return probes.map(([name, probe]) => runProbe(name, probe));
}

// A chain, a halted sender or a turn without a holder concerns the whole installation: every process would report the
// same, and a load balancer that listened would remove all of them.
const OF_INSTALLATION = /^(?:senders$|turns$|chain )/;
const STOPPING: ProbeResult = { name: 'stopping', ok: false, detail: 'the process stops' };

/** Creates a function that probes everything payments depend on. A failed probe means not ready. */
export function createReadiness(context: ReadinessContext): () => Promise<Readiness> {
  const probe = cacheFor(TTL_MS, () => Promise.all(startProbes(context)));
  return async () => {
    const checks = [...(await probe()), ...(context.isStopping?.() ? [STOPPING] : [])];
    const failed = checks.filter(({ ok }) => !ok);
    return {
      ready: failed.length === 0,
      serving: failed.every(({ name }) => OF_INSTALLATION.test(name)),
      checks,
    };
  };
}
