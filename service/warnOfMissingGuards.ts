import type { Logger } from 'pino';
import type { Catalog } from './domain/catalog.ts';
import { listMissingGuards } from './domain/missingGuards.ts';

/** Logs each guard that a mainnet lacks. */
export function warnOfMissingGuards(catalog: Catalog, logger: Logger): void {
  for (const missing of listMissingGuards(catalog)) logger.warn(missing, 'mainnet without a guard');
}
