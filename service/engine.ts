import { randomUUID } from 'node:crypto';
import { createBookkeeper } from './books/keepBooks.ts';
import { requireCertainTime } from './boot/clock.ts';
import type { ChainClient } from './chain/chainClient.ts';
import { withPriority } from './chain/chainClient.ts';
import { readRewrite } from './chain/chains.ts';
import { awaitAll, createShareRecent } from './chain/concurrency.ts';
import { subscribeToHeads } from './chain/rpc/headSubscription.ts';
import { WrongChain } from './chain/rpc/refusals.ts';
import { createLeases } from './db/leases.ts';
import { acceptDeposits } from './deposits/accept.ts';
import { createRescanner } from './deposits/rescan.ts';
import { createWatcher } from './deposits/watch.ts';
import { createVaultWatcher } from './deposits/watchVaults.ts';
import type { EngineContext } from './engineContext.ts';
import { createFlowReader } from './guards/breaker.ts';
import { supportedTokens } from './guards/model/supportedTokens.ts';
import { storeSupportedTokens } from './guards/orders.ts';
import type { Loop, Turn } from './loop.ts';
import { startLoop } from './loop.ts';
import { createBroadcaster } from './payments/broadcast.ts';
import { createFormerReconciler } from './payments/formerWallets.ts';
import { createLiquidityRefresher } from './payments/freeFunds.ts';
import { createReconciler } from './payments/reconcile.ts';
import { signPayments } from './payments/sign.ts';
import { createFeeRefresher } from './quotes/refreshFees.ts';
import { createChainVerification, createSignerProbe, verifyOpenWork } from './verifyAtStart.ts';

export const WORKERS = [
  'fees',
  'liquidity',
  'watch',
  'accept',
  'sign',
  'broadcast',
  'reconcile',
  'rescan',
  'vault',
  'books',
] as const;
export type Worker = (typeof WORKERS)[number];

/** The name of a worker's lease on a chain. */
export const leaseName = (worker: Worker, chain: { readonly id: number }): string => `${worker} ${chain.id}`;

/**
 * The worker that may have new work after another worker's turn, on any chain: a deposit on one chain is paid on
 * another.
 */
const WAKES: Readonly<Partial<Record<Worker, Worker>>> = { watch: 'accept', accept: 'sign', sign: 'broadcast' };

/** The workers that may have new work at each block of a chain. The watcher has read it when they wake. */
const AFTER_HEAD: readonly Worker[] = ['accept', 'reconcile'];

/** Creates every worker's turn on a chain. */
function createTurns(context: EngineContext, client: ChainClient): Readonly<Record<Worker, Turn>> {
  const probeSigner = createSignerProbe(context, client);
  const watcher = withPriority(client, 'watch');
  const background = withPriority(client, 'rescan');
  const acceptor = withPriority(client, 'payment');
  const reconcile = createReconciler(context, client);
  const watchVaults = createVaultWatcher(context, background);
  const readFlows = createFlowReader(context, withPriority(client, 'payment'));
  const reconcileFormer = createFormerReconciler(context, client);
  return {
    fees: createFeeRefresher(context, client),
    liquidity: createLiquidityRefresher(context, background),
    watch: createWatcher(context, watcher),
    accept: () => acceptDeposits(context, acceptor),
    sign: async () => {
      await probeSigner();
      return signPayments(context, client);
    },
    broadcast: createBroadcaster(context, client),
    reconcile: async () => {
      await awaitAll([reconcile(), reconcileFormer()]);
      return false;
    },
    rescan: createRescanner(context, background),
    vault: async () => {
      let hasMore = false;
      await awaitAll(
        [watchVaults, readFlows].map(async (turn) => {
          hasMore = (await turn()) || hasMore;
        }),
      );
      return hasMore;
    },
    books: createBookkeeper(context, background),
  };
}

export type Engine = {
  /** Stops every worker after its current turn. */
  stop(): Promise<void>;
};

export type EngineOptions = {
  /** The workers of this process. Any set is safe. */
  readonly workers: readonly Worker[];
  /** Whether processes on one database acquire leases to share the work. Both are safe. */
  readonly leases: boolean;
};

const FIRST_TURN_TIMEOUT_MS = 5000;
// After this time, another process takes over a dead one's workers.
const LEASE_MS = 5000;
// A turn can last longer than this anyway. Each signature reads it again under its locks.
const REWRITE_MAX_AGE_MS = 250;
// Prices move slowly.
const STORE_TOKENS_MS = 60_000;
// Liquidity is read at most once a second.
const MIN_LIQUIDITY_MS = 1000;
// The service stores fees and liquidity before its first request, because quotes need them.
const QUOTED: readonly Worker[] = ['fees', 'liquidity'];

async function withTimeout(work: Promise<unknown>): Promise<void> {
  const timeout = new Promise<void>((resolve) => {
    setTimeout(resolve, FIRST_TURN_TIMEOUT_MS).unref();
  });
  await Promise.race([work, timeout]);
}

/**
 * Starts the workers of every chain.
 * @throws WrongChain if the configuration, the database and a reachable chain do not belong together
 */
export async function startEngine(
  context: EngineContext,
  { workers, leases: wantsLeases }: EngineOptions,
): Promise<Engine> {
  const { clients, database, logger } = context;
  const chains = [...clients.values()].map((client) => ({
    client,
    verify: createChainVerification(context, client),
    turns: createTurns(context, client),
  }));
  await verifyOpenWork(context);
  const verifications = await Promise.allSettled(chains.map(({ verify }) => verify()));
  for (const result of verifications) {
    if (result.status === 'rejected' && result.reason instanceof WrongChain) throw result.reason;
  }
  const first = chains.map(async ({ verify, turns }) => {
    requireCertainTime(context.clock);
    await verify();
    await Promise.all(QUOTED.filter((worker) => workers.includes(worker)).map((worker) => turns[worker]()));
  });
  await withTimeout(Promise.allSettled(first));

  const loops = new Map<string, Loop>();
  const leases = createLeases(database, { holder: randomUUID(), ttlMs: LEASE_MS, now: () => performance.now() });
  const wakeOn = (chainId: number, workers: readonly Worker[]) => {
    for (const worker of workers) loops.get(`${chainId}:${worker}`)?.wake();
  };
  const wake = (worker: Worker) => {
    for (const { client } of chains) loops.get(`${client.chain.id}:${worker}`)?.wake();
  };
  // If creating a subscription fails, no loop must stay behind.
  const subscriptions = chains.flatMap(({ client: { chain, heads } }) => {
    const ofChain = chain.wsUrls.map((url, index) =>
      subscribeToHeads({
        url,
        onHead: () => wakeOn(chain.id, ['watch']),
        onProblem: (problem) =>
          logger.warn({ chain: chain.name, ws: index + 1, problem }, 'head subscription ended, will reconnect'),
      }),
    );
    heads.onNew((hash) => {
      wakeOn(chain.id, AFTER_HEAD);
      for (const subscription of ofChain) subscription.noteBlock(hash);
    });
    return ofChain;
  });
  for (const { client, verify, turns } of chains) {
    const { chain } = client;
    const shareRewrite = createShareRecent<string | null>();
    const findRewrite = () => shareRewrite(REWRITE_MAX_AGE_MS, () => readRewrite(database, chain.id));
    for (const worker of workers) {
      const lease = leaseName(worker, chain);
      const turn = async () => {
        requireCertainTime(context.clock);
        await verify();
        if (wantsLeases && !(await leases.acquire(lease))) return false;
        if (!QUOTED.includes(worker) && (await findRewrite()) !== null) return false;
        const didWork = await turns[worker]();
        const next = WAKES[worker];
        if (next && didWork) wake(next);
        return didWork;
      };
      const intervalMs =
        worker === 'liquidity' ? Math.max(chain.pollIntervalMs, MIN_LIQUIDITY_MS) : chain.pollIntervalMs;
      const name = `${worker} ${chain.name}`;
      loops.set(`${chain.id}:${worker}`, startLoop({ name, intervalMs, turn, logger }));
    }
  }
  const storeTokens = async () => {
    await storeSupportedTokens(database, supportedTokens(context.catalog));
    return false;
  };
  loops.set('tokens', startLoop({ name: 'tokens', intervalMs: STORE_TOKENS_MS, turn: storeTokens, logger }));
  return {
    stop: async () => {
      for (const subscription of subscriptions) subscription.stop();
      await Promise.all([...loops.values()].map((loop) => loop.stop()));
      // If this fails, the leases expire a little later.
      if (wantsLeases) await leases.release().catch(() => {});
    },
  };
}
