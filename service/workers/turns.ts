import type { ChainClient } from '../chain/chainClient.ts';
import { withPriority } from '../chain/chainClient.ts';
import { acceptDeposits } from './accept/acceptDeposits.ts';
import { awaitAll } from './awaitAll.ts';
import { createBookkeeper } from './books/keepBooks.ts';
import { createFlowReader } from './breaker/readFlows.ts';
import type { EngineContext } from './engineContext.ts';
import type { Turn } from './loop.ts';
import { signPayments } from './pay/signPayments.ts';
import { createFeeRefresher } from './quote/refreshFees.ts';
import { createLiquidityRefresher } from './quote/refreshLiquidity.ts';
import { createBroadcaster } from './send/broadcastPayments.ts';
import { createFormerReconciler } from './send/reconcileFormer.ts';
import { createReconciler } from './send/reconcilePayments.ts';
import { createSignerProbe } from './verifyOnce.ts';
import { createRescanner } from './watch/rescanDeposits.ts';
import { createWatcher } from './watch/watchDeposits.ts';
import { createVaultWatcher } from './watch/watchVaults.ts';

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

/** The name of the lease of a worker on a chain. */
export const leaseName = (worker: Worker, chain: { readonly id: number }): string => `${worker} ${chain.id}`;

/** The worker that may have new work after a worker's turn, on any chain: a deposit on one chain is paid on another. */
export const WAKES: Readonly<Partial<Record<Worker, Worker>>> = { watch: 'accept', accept: 'sign', sign: 'broadcast' };

/** The workers of a chain that may have new work with each of its blocks. The watcher has read it when they wake. */
export const AFTER_HEAD: readonly Worker[] = ['accept', 'reconcile'];

/** Creates the turn of every worker on a chain. */
export function createTurns(context: EngineContext, client: ChainClient): Readonly<Record<Worker, Turn>> {
  const probeSigner = createSignerProbe(context, client);
  const watcher = withPriority(client, 'watch');
  const background = withPriority(client, 'rescan');
  const reconcile = createReconciler(context, client);
  const watchVaults = createVaultWatcher(context, background);
  const readFlows = createFlowReader(context, client);
  const reconcileFormer = createFormerReconciler(context, client);
  return {
    fees: createFeeRefresher(context, client),
    liquidity: createLiquidityRefresher(context, background),
    watch: createWatcher(context, watcher),
    accept: () => acceptDeposits(context, client),
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
