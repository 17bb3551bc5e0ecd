import type { Registry } from 'prom-client';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { RequestObserver } from '../../api/operation.ts';
import type { Clock } from '../../boot/clock.ts';
import type { Catalog } from '../../boot/model/catalog.ts';
import type { ProviderOutcome, ProviderSuspect, RpcObserver } from '../../chain/rpc/rpcObserver.ts';
import { RPC_ERROR_CLASSES } from '../../chain/rpc/rpcObserver.ts';

const OUTCOMES: readonly ProviderOutcome[] = ['agreed', 'disagreed', 'failed'];
const SUSPICIONS: readonly ProviderSuspect['problem'][] = ['foreign', 'disagrees'];

/** Compares the providers of each chain, as this process sees them. */
export function createProviderMetrics(
  registry: Registry,
  { chains }: Catalog,
  clock: Clock,
): Pick<RpcObserver, 'onOutcome' | 'onHead' | 'onSuspect'> {
  const registers = [registry];
  const labelNames = ['chain', 'rpc'];
  const names = new Map(chains.map(({ id, name }) => [id, name]));
  const toLabels = ({ chainId, rpc }: { readonly chainId: number; readonly rpc: number }) => {
    return { chain: names.get(chainId) ?? String(chainId), rpc: String(rpc) };
  };
  const heads = new Map<string, { readonly labels: ReturnType<typeof toLabels>; readonly time: bigint }>();
  const outcomes = new Counter({
    name: 'causeway_provider_answers_total',
    help: 'Answers of a provider, by whether the quorum of its chain gave the same answer',
    labelNames: [...labelNames, 'outcome'],
    registers,
  });
  const suspects = new Counter({
    name: 'causeway_provider_suspected_total',
    help: 'Times that a provider contradicted the others for too long for a reorg (disagrees), or served another chain (foreign)',
    labelNames: [...labelNames, 'problem'],
    registers,
  });
  new Gauge({
    name: 'causeway_provider_head_age_seconds',
    help: 'Age of the newest block of a provider, by its timestamp',
    labelNames,
    registers,
    collect() {
      const now = clock.now().getTime() / 1000;
      for (const { labels, time } of heads.values()) this.set(labels, Math.max(0, now - Number(time)));
    },
  });
  for (const { id: chainId, rpcUrls } of chains) {
    for (const [index] of rpcUrls.entries()) {
      const labels = toLabels({ chainId, rpc: index + 1 });
      for (const outcome of OUTCOMES) outcomes.inc({ ...labels, outcome }, 0);
      for (const problem of SUSPICIONS) suspects.inc({ ...labels, problem }, 0);
    }
  }
  return {
    onOutcome: ({ outcome, ...provider }) => outcomes.inc({ ...toLabels(provider), outcome }),
    onSuspect: ({ problem, ...provider }) => suspects.inc({ ...toLabels(provider), problem }),
    onHead: ({ time, ...provider }) => {
      const labels = toLabels(provider);
      heads.set(`${labels.chain} ${labels.rpc}`, { labels, time });
    },
  };
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
// If two answers contradict each other, it is unknown which RPC is wrong.
const ANY_RPC = 'any';

/** Counts this process's calls to RPC endpoints. */
export function createCallMetrics(
  registry: Registry,
  { chains }: Catalog,
): Pick<RpcObserver, 'onCall' | 'onContradiction'> {
  const registers = [registry];
  const duration = new Histogram({
    name: 'causeway_rpc_call_duration_seconds',
    help: 'Duration of RPC calls; a retry is a further call; rpc is the position in the rpcUrls of the chain, from 1',
    labelNames: ['chain', 'rpc'],
    buckets: SECONDS,
    registers,
  });
  const errors = new Counter({
    name: 'causeway_rpc_errors_total',
    help: 'RPC calls that failed, by class of error',
    labelNames: ['chain', 'rpc', 'class'],
    registers,
  });
  const names = new Map(chains.map(({ id, name }) => [id, name]));
  // rate() ignores the increase with which a counter appears, so every counter starts at 0.
  for (const { name: chain, rpcUrls } of chains) {
    errors.inc({ chain, rpc: ANY_RPC, class: 'inconsistent' }, 0);
    for (const [index] of rpcUrls.entries()) {
      duration.zero({ chain, rpc: String(index + 1) });
      for (const kind of RPC_ERROR_CLASSES) {
        if (kind !== 'inconsistent') errors.inc({ chain, rpc: String(index + 1), class: kind }, 0);
      }
    }
  }
  return {
    onCall: ({ chainId, rpc, seconds, failure }) => {
      const labels = { chain: names.get(chainId) ?? String(chainId), rpc: String(rpc) };
      duration.observe(labels, seconds);
      if (failure) errors.inc({ ...labels, class: failure });
    },
    onContradiction: (chainId) => {
      errors.inc({ chain: names.get(chainId) ?? String(chainId), rpc: ANY_RPC, class: 'inconsistent' });
    },
  };
}

/** Counts the requests that this process answers on the public port. */
export function createRequestMetrics(registry: Registry): RequestObserver {
  const registers = [registry];
  const requests = new Counter({
    name: 'causeway_http_requests_total',
    help: 'Requests on the public port, by operation and status code of the envelope',
    labelNames: ['operation', 'code'],
    registers,
  });
  const duration = new Histogram({
    name: 'causeway_http_request_duration_seconds',
    help: 'Time from the first byte of a request on the public port to the last byte of its answer',
    labelNames: ['operation'],
    buckets: SECONDS,
    registers,
  });
  return ({ operation, code, seconds }) => {
    requests.inc({ operation, code: String(code) });
    duration.observe({ operation }, seconds);
  };
}
