import { createRateLimiter } from '../../../service/api/rateLimiter.ts';
import { measureCpu } from './measureCpu.ts';

const REQUESTS = 200_000;

/** The microseconds that counting a request takes while so many clients take turns. */
export async function measureClients(clients: number): Promise<number> {
  const limiter = createRateLimiter({ perSecond: 20, burst: 100 });
  const addresses = Array.from(
    { length: clients },
    (_, index) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
  );
  const count = (requests: number, at: number) => {
    for (let request = 0; request < requests; request += 1) limiter(addresses[request % clients] ?? '', at + request);
  };
  count(clients, 0);
  return ((await measureCpu(() => count(REQUESTS, clients))) * 1000) / REQUESTS;
}
