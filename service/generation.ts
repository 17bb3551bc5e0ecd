import type { Logger } from 'pino';
import type { ChainClient } from './chain/chainClient.ts';
import { createChainClient, createRequestClient } from './chain/chainClient.ts';
import type { RpcObserver } from './chain/rpcObserver.ts';
import type { Clock } from './clock.ts';
import type { Database } from './db/database.ts';
import type { Catalog } from './domain/catalog.ts';
import { createLivePrices } from './domain/livePrices.ts';
import type { ScheduleCache } from './http/scheduleCache.ts';
import { createScheduleCache } from './http/scheduleCache.ts';
import { startPriceFeeds } from './priceFeeds.ts';

/** Everything that is made from one version of the configuration. A reload makes the next one. */
export type Generation = {
  readonly catalog: Catalog;
  /** A disabled chain needs a client too: its open payments must settle. */
  readonly clients: ReadonlyMap<number, ChainClient>;
  readonly requestClients: ReadonlyMap<number, ChainClient>;
  readonly schedules: ScheduleCache;
  stop(): void;
};

export type GenerationOptions = {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Of the workers' calls, and of the requests'. */
  readonly observers: { readonly workers: RpcObserver; readonly requests: RpcObserver };
};

export async function createGeneration(
  configured: Catalog,
  { database, clock, logger, observers }: GenerationOptions,
): Promise<Generation> {
  const prices = createLivePrices(configured);
  const { catalog } = prices;
  const clients = new Map(catalog.chains.map((chain) => [chain.id, createChainClient(chain, observers.workers)]));
  const requestClients = new Map(
    catalog.chains.map((chain) => [
      chain.id,
      createRequestClient(chain, observers.requests, clients.get(chain.id)?.providers),
    ]),
  );
  const feeds = await startPriceFeeds({ prices, clients, clock, logger });
  const schedules = createScheduleCache(database, catalog, clock);
  return { catalog, clients, requestClients, schedules, stop: feeds.stop };
}

/** A catalog that always has what the current one has, for readers that outlive a reload. */
export function followCatalog(first: Catalog, current: () => Catalog): Catalog {
  return new Proxy(first, { get: (_first, key) => Reflect.get(current(), key) });
}
