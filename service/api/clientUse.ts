import { clientKey } from './connections.ts';

/** What a request says about its client. */
type Seen = {
  /** The client as the rate limit counts it. */
  readonly ip: string;
  /** Whether `X-Forwarded-For` came from an address that is not a trusted proxy. */
  readonly isDisbelieved: boolean;
};

/** Notices when everybody shares one rate limit because the clients behind a proxy count as one. */
export type ClientUse = {
  note(seen: Seen): void;
  /** What needs attention; null if nothing does. */
  describe(): string | null;
};

// A few requests can come from one person trying the API.
const MIN_REQUESTS = 100;

export function createClientUse(): ClientUse {
  let requests = 0;
  let disbelieved = 0;
  // Two different clients are enough to know that not everybody counts as one.
  const clients = new Set<string>();
  return {
    note: ({ ip, isDisbelieved }) => {
      requests += 1;
      if (isDisbelieved) disbelieved += 1;
      if (clients.size < 2) clients.add(clientKey(ip));
    },
    describe: () => {
      if (requests < MIN_REQUESTS || clients.size > 1) return null;
      const [client = ''] = clients;
      const all = `all ${requests} requests count as one client, ${client}, and share one rate limit`;
      return disbelieved === 0
        ? `${all}. Behind a proxy, let it set X-Forwarded-For, and add it to api.trustProxy`
        : `${all}: ${disbelieved} of them name another client in X-Forwarded-For, but the proxy ${client} is missing from api.trustProxy`;
    },
  };
}
