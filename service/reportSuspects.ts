import type { Logger } from 'pino';
import type { RpcObserver } from './chain/rpcObserver.ts';
import type { Database } from './db/database.ts';
import { recordIncident } from './db/incidents.ts';

/** Also logs each suspected provider and records an incident. */
export function reportSuspects(
  observer: RpcObserver,
  { database, logger }: { readonly database: Database; readonly logger: Logger },
): RpcObserver {
  return {
    ...observer,
    onSuspect: (suspect) => {
      const { chainId, rpc, detail } = suspect;
      observer.onSuspect(suspect);
      logger.error({ chainId, rpc }, detail);
      recordIncident(database, { kind: 'providerSuspected', chainId, detail }).catch((error: unknown) => {
        logger.error({ err: error, chainId, rpc }, 'incident of a suspected provider not recorded');
      });
    },
  };
}
