import type { Registry } from 'prom-client';
import { Counter, Gauge } from 'prom-client';
import type { ProviderOutcome, RpcObserver } from '../../chain/rpcObserver.ts';
import type { Clock } from '../../clock.ts';
import type { Catalog } from '../../domain/catalog.ts';

const OUTCOMES: readonly ProviderOutcome[] = ['agreed', 'disagreed', 'failed'];

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
    help: 'Times that a provider contradicted the others for too long for a reorg, or served another chain',
    labelNames: [...labelNames, 'kind'],
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
      for (const kind of ['foreign', 'contradicts']) suspects.inc({ ...labels, kind }, 0);
    }
  }
  return {
    onOutcome: ({ outcome, ...provider }) => outcomes.inc({ ...toLabels(provider), outcome }),
    onSuspect: ({ kind, ...provider }) => suspects.inc({ ...toLabels(provider), kind }),
    onHead: ({ time, ...provider }) => {
      const labels = toLabels(provider);
      heads.set(`${labels.chain} ${labels.rpc}`, { labels, time });
    },
  };
}
