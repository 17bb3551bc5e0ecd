import type { Logger } from 'pino';
import type { ChainClient } from '../chain/chainClient.ts';
import type { Signer } from '../chain/signer.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Journal } from '../db/journal.ts';
import type { Catalog } from '../domain/catalog.ts';
import type { ReportStep } from './steps.ts';

/** What every worker works with. */
export type EngineContext = {
  readonly catalog: Catalog;
  readonly database: Database;
  /** Of every chain of the catalog, by chain id. */
  readonly clients: ReadonlyMap<number, ChainClient>;
  readonly signer: Signer;
  /** Null where the operator wants none. */
  readonly journal: Journal | null;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly reportStep: ReportStep;
};
