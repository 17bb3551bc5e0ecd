import type { ChainClient } from './chain/chainClient.ts';
import { WrongChain } from './chain/wrongChain.ts';
import { InvalidConfig } from './config/invalidConfig.ts';
import type { Catalog } from './domain/catalog.ts';
import type { Generation, GenerationOptions } from './generation.ts';
import { createGeneration } from './generation.ts';
import { OperatorError } from './operatorError.ts';
import type { Engine, EngineOptions } from './workers/engine.ts';
import { startEngine } from './workers/engine.ts';
import type { EngineContext } from './workers/engineContext.ts';
import { createChainVerification } from './workers/verifyOnce.ts';

/** The workers of a process, apart from what the configuration decides. */
export type WorkerOptions = {
  readonly context: Omit<EngineContext, 'catalog' | 'clients'>;
  readonly options: EngineOptions;
};

export type SuccessionOptions = GenerationOptions & {
  /** Null in a process that moves no money. */
  readonly workers: WorkerOptions | null;
  readonly noteReload: (isRefused: boolean) => void;
};

/** The generations of a process, one after the other. */
export type Succession = {
  current(): Generation;
  /** The clients of the current generation, for readers that outlive it. */
  readonly clients: ReadonlyMap<number, ChainClient>;
  /** @returns whether the configuration was accepted; a refused one changes nothing */
  reload(readCatalog: () => Promise<Catalog>): Promise<boolean>;
  stop(): Promise<void>;
};

/** Verifies the chains as at the start. A chain that is down is verified before the workers' next turn. @throws WrongChain */
async function verifyChains({ context }: WorkerOptions, { catalog, clients }: Generation): Promise<void> {
  const verifications = [...clients.values()].map((client) =>
    createChainVerification({ ...context, catalog, clients }, client)(),
  );
  for (const result of await Promise.allSettled(verifications)) {
    if (result.status === 'rejected' && result.reason instanceof WrongChain) throw result.reason;
  }
}

/** @throws WrongChain if the configuration, the database and a reachable chain do not belong together */
export async function startSuccession(configured: Catalog, options: SuccessionOptions): Promise<Succession> {
  const { workers, noteReload, logger } = options;
  const run = async ({ catalog, clients }: Generation): Promise<Engine | null> =>
    workers && startEngine({ ...workers.context, catalog, clients }, workers.options);
  let current = await createGeneration(configured, options);
  let engine = await run(current);
  const clients = new Map(current.clients);
  let last: Promise<unknown> = Promise.resolve();

  const replace = async (next: Generation): Promise<void> => {
    if (workers) await verifyChains(workers, next);
    await engine?.stop();
    engine = null;
    try {
      engine = await run(next);
    } catch (error) {
      engine = await run(current).catch((cause: unknown) => {
        throw new Error('the workers stand still, because neither configuration could be started', { cause });
      });
      throw error;
    }
    current.stop();
    current = next;
    for (const [id, client] of next.clients) clients.set(id, client);
  };
  let isStopping = false;
  const reload = async (readCatalog: () => Promise<Catalog>): Promise<boolean> => {
    let next: Generation | null = null;
    try {
      next = await createGeneration(await readCatalog(), options);
      await replace(next);
    } catch (error) {
      next?.stop();
      if (!(error instanceof OperatorError)) throw error;
      noteReload(true);
      const problems = error instanceof InvalidConfig ? error.problems : [error.message];
      logger.error({ problems }, 'configuration not reloaded, nothing changed');
      return false;
    }
    noteReload(false);
    logger.info('configuration reloaded');
    return true;
  };
  return {
    current: () => current,
    clients,
    reload: (readCatalog) => {
      const outcome = last.then(() => !isStopping && reload(readCatalog));
      last = outcome.catch(() => {});
      return outcome;
    },
    stop: async () => {
      // A signal that comes after it must not start the workers again.
      isStopping = true;
      await last;
      await engine?.stop();
      current.stop();
    },
  };
}
