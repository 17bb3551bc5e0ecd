import type { ReportProblem } from '../catalog/reportProblem.ts';

type Endpoints = {
  readonly chain: {
    readonly rpcUrls: readonly string[];
    readonly wsUrls?: readonly string[];
    readonly quorum?: number | undefined;
  };
  readonly path: string;
};

const MIN_PROVIDERS = 2;

/**
 * Reports RPC endpoints on which a mainnet must not depend: a single provider, and connections that a host on the way can
 * change. The messages name no URL, because it can hold a key.
 */
export function validateRpcUrls(report: ReportProblem, { chain, path }: Endpoints): void {
  const urls = chain.rpcUrls.map((url) => new URL(url));
  urls.forEach(({ protocol }, index) => {
    if (protocol === 'https:') return;
    report(
      `${path}.rpcUrls.${index}`,
      'must be an https URL on a mainnet: a host on the way can change an http answer',
    );
  });
  chain.wsUrls?.forEach((url, index) => {
    if (new URL(url).protocol === 'wss:') return;
    report(`${path}.wsUrls.${index}`, 'must be a wss URL on a mainnet: a host on the way can read the key in a ws URL');
  });
  // A name that ends with a dot is the same host.
  const hosts = urls.map(({ hostname }) => hostname.replace(/\.$/, ''));
  hosts.forEach((host, index) => {
    const first = hosts.indexOf(host);
    if (first === index) return;
    const reason = 'what one provider says would count twice';
    report(`${path}.rpcUrls.${index}`, `must not be on the host of rpcUrls.${first} on a mainnet: ${reason}`);
  });
  if (hosts.length < MIN_PROVIDERS) {
    const reason = 'one provider alone could invent a deposit';
    report(
      `${path}.rpcUrls`,
      `must name providers on at least ${MIN_PROVIDERS} hosts on a mainnet, not ${hosts.length}: ${reason}`,
    );
  }
  // Without the setting, more than half of the providers must agree.
  if (chain.quorum !== undefined && chain.quorum < MIN_PROVIDERS) {
    const reason = 'one provider alone could invent a deposit';
    report(`${path}.quorum`, `must be at least ${MIN_PROVIDERS} on a mainnet, not ${chain.quorum}: ${reason}`);
  }
}
