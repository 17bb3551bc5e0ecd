import { clientKey } from './connections.ts';

/** What a request says about its client. */
type Seen = {
  /** The client as the rate limit counts it. */
  readonly ip: string;
  /** Whether that is a trusted proxy itself. */
  readonly isProxy: boolean;
  /** Whether the request has `X-Forwarded-For`. */
  readonly isForwarded: boolean;
  /** Whether the connection is from a trusted proxy. */
  readonly isThroughProxy: boolean;
};

/** Notices when many clients share one rate limit because those behind a proxy or a gateway count as one. */
export type ClientUse = {
  note(seen: Seen): void;
  /** What needs attention; null if nothing does. */
  describe(): string | null;
};

// A few requests can come from one person trying the API.
const MIN_REQUESTS = 100;
// Old requests count less and less, so that a change of the network shows.
const MAX_REQUESTS = 4000;
// Clients of one kind of connection may be few: only those with IPv6, for example.
const MIN_SHARE = 0.1;

const CONTAINERS = 'See docs/deploying.md#the-addresses-of-clients';

/** @param warn called once, with the first thing that needs attention */
export function createClientUse(warn: (problem: string) => void): ClientUse {
  let requests = 0;
  let ofProxies = 0;
  let isWarned = false;
  let last: Seen | null = null;
  let lastOfProxy: Seen | null = null;
  // Two different clients are enough to know that not everybody counts as one.
  const clients = new Set<string>();
  const describe = () => {
    if (lastOfProxy && ofProxies >= Math.max(MIN_REQUESTS, requests * MIN_SHARE)) {
      const { ip, isForwarded } = lastOfProxy;
      const shared = `requests count as the trusted proxy ${ip} and share one rate limit`;
      return isForwarded
        ? `${shared}: X-Forwarded-For names it, so the proxy sees a gateway instead of its clients. ${CONTAINERS}`
        : `${shared}, because it sends no X-Forwarded-For. Let it set the header`;
    }
    if (!last || requests < MIN_REQUESTS || clients.size > 1) return null;
    const [client = ''] = clients;
    const all = `all requests count as one client, ${client}, and share one rate limit`;
    if (!last.isForwarded) return `${all}. Behind a proxy, let it set X-Forwarded-For, and add it to api.trustProxy`;
    return last.isThroughProxy
      ? `${all}: X-Forwarded-For names no other. If it is a gateway, the proxy does not see its clients. ${CONTAINERS}`
      : `${all}: it sends X-Forwarded-For, but is missing from api.trustProxy`;
  };
  return {
    describe,
    note: (seen) => {
      last = seen;
      requests += 1;
      if (seen.isProxy) {
        lastOfProxy = seen;
        ofProxies += 1;
      }
      if (clients.size < 2) clients.add(clientKey(seen.ip));
      if (requests >= MAX_REQUESTS) {
        requests /= 2;
        ofProxies /= 2;
      }
      const problem = isWarned ? null : describe();
      if (problem === null) return;
      isWarned = true;
      warn(problem);
    },
  };
}
