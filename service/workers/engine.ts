import { randomUUID } from 'node:crypto';
import type { ChainClient } from '../chain/chainClient.ts';
import { verifyChain, WrongChain } from '../chain/verifyChain.ts';
import type { Lease } from '../db/leases.ts';
import { createLease } from '../db/leases.ts';
import { foldTallies } from '../db/tallies.ts';
import { acceptDeposits } from './accept/acceptDeposits.ts';
import type { EngineContext } from './engineContext.ts';
import type { Loop, Turn } from './loop.ts';
import { startLoop } from './loop.ts';
import { signPayments } from './pay/signPayments.ts';
import { createFeeRefresher } from './quote/refreshFees.ts';
import { refreshLiquidity } from './quote/refreshLiquidity.ts';
import { createBroadcaster } from './send/broadcastPayments.ts';
import { checkJournal } from './send/checkJournal.ts';
import { createReconciler } from './send/reconcilePayments.ts';
import { createRescanner } from './watch/rescanDeposits.ts';
import { watchDeposits } from './watch/watchDeposits.ts';

export const WORKERS = ['fees', 'liquidity', 'watch', 'accept', 'sign', 'broadcast', 'reconcile', 'rescan'] as const;
export type Worker = (typeof WORKERS)[number];

export type Engine = {
  /** Ends every worker after its turn. */
  stop(): Promise<void>;
};

export type EngineOptions = {
  /** Which workers run in this process; safety needs no particular set of them. */
  readonly workers: readonly Worker[];
  /** Whether processes on one database take turns instead of all doing the same; safety needs none of it. */
  readonly leases: boolean;
};

const FIRST_TURN_TIMEOUT_MS = 5000;
// After so long others take the turns of a process that died.
const LEASE_MS = 5000;
const FOLD_MS = 10_000;
// Quotes are read anew once a second at most.
const MIN_LIQUIDITY_MS = 1000;
// What a quote needs is stored before the first request can ask for one.
const QUOTED: readonly Worker[] = ['fees', 'liquidity'];

/** Checks a chain before the first turn of any of its workers, again and again while it cannot be reached. */
function createGate(context: EngineContext, client: ChainClient): () => Promise<void> {
  const { database, logger } = context;
  let passed: Promise<void> | null = null;
  const check = async () => {
    const halted = await verifyChain(database, client);
    await checkJournal(context, client);
    if (halted) logger.fatal({ chain: client.chain.name }, `payments are halted: ${halted}`);
  };
  return () => {
    passed ??= check().catch((error: unknown) => {
      // Trying again cannot put the wrong chain right; what cannot be reached now may be reached later.
      if (!(error instanceof WrongChain)) passed = null;
      throw error;
    });
    return passed;
  };
}

/** Lets nobody ask for signatures before the signer was there once, and with the right key. */
function createSignerGate({ signer }: EngineContext): () => Promise<void> {
  let passed = false;
  return async () => {
    if (!passed) await signer.probe();
    passed = true;
  };
}

function createTurns(context: EngineContext, client: ChainClient): Readonly<Record<Worker, Turn>> {
  const signerGate = createSignerGate(context);
  return {
    fees: createFeeRefresher(context, client),
    liquidity: () => refreshLiquidity(context, client),
    watch: () => watchDeposits(context, client),
    accept: () => acceptDeposits(context, client),
    sign: async () => {
      await signerGate();
      return signPayments(context, client);
    },
    broadcast: createBroadcaster(context, client),
    reconcile: createReconciler(context, client),
    rescan: createRescanner(context, client),
  };
}

// Who may have something new to do after a worker's turn: a deposit on one chain is paid on another.
const WAKES: Readonly<Partial<Record<Worker, Worker>>> = { watch: 'accept', accept: 'sign', sign: 'broadcast' };

async function withTimeout(work: Promise<unknown>): Promise<void> {
  const timeout = new Promise<void>((resolve) => {
    setTimeout(resolve, FIRST_TURN_TIMEOUT_MS).unref();
  });
  await Promise.race([work, timeout]);
}

/**
 * Starts the workers of every chain.
 * @throws WrongChain where configuration, database and a chain that can be reached do not belong together
 */
export async function startEngine(
  context: EngineContext,
  { workers, leases: wantsLeases }: EngineOptions,
): Promise<Engine> {
  const { clients, database, logger } = context;
  const chains = [...clients.values()].map((client) => ({
    client,
    gate: createGate(context, client),
    turns: createTurns(context, client),
  }));
  const checks = await Promise.allSettled(chains.map(({ gate }) => gate()));
  for (const check of checks) {
    if (check.status === 'rejected' && check.reason instanceof WrongChain) throw check.reason;
  }
  const first = chains.map(async ({ gate, turns }) => {
    await gate();
    await Promise.all(QUOTED.filter((worker) => workers.includes(worker)).map((worker) => turns[worker]()));
  });
  await withTimeout(Promise.allSettled(first));

  const loops = new Map<string, Loop>();
  const leases: Lease[] = [];
  const holder = randomUUID();
  const wake = (worker: Worker) => {
    for (const { client } of chains) loops.get(`${client.chain.id}:${worker}`)?.wake();
  };
  for (const { client, gate, turns } of chains) {
    const { chain } = client;
    for (const worker of workers) {
      const lease = createLease(database, {
        ...{ name: `${worker} ${chain.id}`, holder, ttlMs: LEASE_MS, now: () => performance.now() },
      });
      if (wantsLeases) leases.push(lease);
      const turn = async () => {
        await gate();
        if (wantsLeases && !(await lease.acquire())) return false;
        const didWork = await turns[worker]();
        const next = WAKES[worker];
        if (next && didWork) wake(next);
        return didWork;
      };
      const intervalMs =
        worker === 'liquidity' ? Math.max(chain.pollIntervalMs, MIN_LIQUIDITY_MS) : chain.pollIntervalMs;
      const options = { name: `${worker} ${chain.name}`, intervalMs, turn, logger };
      loops.set(`${chain.id}:${worker}`, startLoop(options));
    }
  }
  const fold = () => foldTallies(context.database);
  loops.set('tallies', startLoop({ name: 'tallies', intervalMs: FOLD_MS, turn: fold, logger }));
  return {
    stop: async () => {
      await Promise.all([...loops.values()].map((loop) => loop.stop()));
      // Whoever waits for them gets them a little later otherwise.
      await Promise.allSettled(leases.map((lease) => lease.release()));
    },
  };
}
