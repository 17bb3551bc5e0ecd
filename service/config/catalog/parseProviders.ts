import type { Chain } from '../../domain/catalog.ts';
import type { ChainConfig } from '../configFileSchema.ts';
import type { ReportProblem } from './reportProblem.ts';

type ChainProviders = { readonly chain: ChainConfig; readonly path: string };

// Well above the block time of every common chain, and well below the time in which a person would notice. Test chains can
// stand still for longer.
const MAX_HEAD_AGE_SECONDS = { Mainnet: 120, Testnet: 900 } as const;

function defaultQuorum(providers: number): number {
  return providers === 1 ? 1 : Math.floor(providers / 2) + 1;
}

function parseQuorum(report: ReportProblem, { chain, path }: ChainProviders): number {
  const { rpcUrls } = chain;
  const quorum = chain.quorum ?? defaultQuorum(rpcUrls.length);
  if (quorum > rpcUrls.length) {
    report(`${path}.quorum`, `must not be more than the ${rpcUrls.length} entries of "rpcUrls": ${quorum}`);
  }
  // Two URLs on one host are one provider, and its one lie would count twice.
  const hosts = new Set(rpcUrls.map((url) => new URL(url).host));
  if (quorum > 1 && hosts.size < rpcUrls.length) {
    report(`${path}.rpcUrls`, `must be on different hosts, because ${quorum} providers must agree`);
  }
  return quorum;
}

export function parseProviders(
  report: ReportProblem,
  source: ChainProviders,
): Pick<Chain, 'quorum' | 'maxHeadAgeSeconds'> {
  const { chain } = source;
  return {
    quorum: parseQuorum(report, source),
    maxHeadAgeSeconds: chain.maxHeadAgeSeconds ?? MAX_HEAD_AGE_SECONDS[chain.category],
  };
}
