import type { Envelope } from '#shared/wire/envelope.ts';
import type { ChainClient } from '../chain/chainClient.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Catalog } from '../domain/catalog.ts';
import type { PreparedAnswer } from './preparedAnswer.ts';
import type { ScheduleCache } from './scheduleCache.ts';

/** The dependencies of the operations. None of them can sign. */
export type OperationContext = {
  readonly catalog: Catalog;
  readonly database: Database;
  readonly schedules: ScheduleCache;
  /** By chain id. */
  readonly clients: ReadonlyMap<number, ChainClient>;
  readonly clock: Clock;
};

/**
 * Counts a request as several more under the rate limit of its client.
 * @throws RequestRefused when the client is above its limit then
 */
export type Charge = (requests: number) => void;

/** Answers a request, given its body. */
export type Operation = (
  context: OperationContext,
  body: unknown,
  charge: Charge,
) => Promise<Envelope<unknown> | PreparedAnswer>;
