import type { Logger } from 'pino';
import type { ChainClient } from '../chain/chainClient.ts';
import type { Signer } from '../chain/signer.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Journal } from '../db/journal.ts';
import type { Catalog } from '../domain/catalog.ts';
import type { PaymentObserver } from '../domain/paymentObserver.ts';
import type { ReportStep } from './steps.ts';

/** The dependencies of every worker. */
export type EngineContext = {
  readonly catalog: Catalog;
  readonly database: Database;
  /** One client per chain of the catalog, by chain id. */
  readonly clients: ReadonlyMap<number, ChainClient>;
  readonly signer: Signer;
  /** Null if the operator has turned it off. */
  readonly journal: Journal | null;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly reportStep: ReportStep;
  /** Absent without metrics. */
  readonly payments?: PaymentObserver;
};
