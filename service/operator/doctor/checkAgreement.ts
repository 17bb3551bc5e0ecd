import { formatUnits } from 'viem';
import { isSameAddress } from '#shared/address.ts';
import type { Catalog, Chain, Route } from '../../boot/model/catalog.ts';
import { describeDepth, isDeeper } from '../../chain/model/depth.ts';
import type { ChainPolicy, Policy } from '../../signer/process/policy.ts';
import { REFUND_PERCENT, raiseForRefunds } from '../init/deployChain.ts';
import type { Finding } from './finding.ts';
import { failed, passed } from './finding.ts';
import type { Installation, WebFile } from './readInstallation.ts';

const POLICY_FIX = 'Correct policy.json, then: systemctl restart causeway-signer';
const WEB_FIX = 'Correct web.json, then: systemctl restart causeway-web';

/** Compares the files of an installation: what one program believes, the others must believe too. */
export function checkAgreement({ configs, policy, web }: Installation): readonly Finding[] {
  const { api, worker } = configs;
  const findings: Finding[] = [];
  if (api && worker) findings.push(compareConfigs(api.catalog, worker.catalog));
  const catalog = worker?.catalog ?? api?.catalog;
  if (catalog && policy) findings.push(...comparePolicy(catalog, policy));
  if (catalog && web) findings.push(...compareWeb(catalog, web));
  if (api && web) {
    const { pathname } = new URL(web.service.baseUrl);
    findings.push(
      pathname.replace(/\/+$/, '') === api.http.prefix
        ? passed('web: service', `its prefix is ${api.http.prefix}`)
        : failed(
            'web: service',
            `baseUrl ends with ${pathname}, but http.prefix of the API is ${api.http.prefix}`,
            WEB_FIX,
          ),
    );
  }
  return findings;
}

const toText = (value: unknown) =>
  JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}` : part instanceof Map ? [...part] : part));

function compareConfigs(api: Catalog, worker: Catalog): Finding {
  return toText(api) === toText(worker)
    ? passed('api.json and worker.json', 'chains, tokens and routes are the same')
    : failed(
        'api.json and worker.json',
        'chains, tokens, routes or prices differ',
        'Copy the differing settings from worker.json to api.json, then: systemctl restart causeway-api',
      );
}

function comparePolicy(catalog: Catalog, policy: Policy): readonly Finding[] {
  const chains = catalog.chains.map((chain) => {
    const found = policy.chains.find(({ id }) => id === chain.id);
    const problem = found ? findChainProblem(chain, found, policy) : 'the policy lacks it';
    return problem === null
      ? passed(`policy: chain ${chain.name}`, 'same contracts, hot wallet and confirmations')
      : failed(`policy: chain ${chain.name}`, problem, POLICY_FIX);
  });
  const routes = catalog.routes.map((route) => {
    const name = `policy: ${route.token.name} from ${route.origin.name} to ${route.destination.name}`;
    const problem = findRouteProblem(route, policy);
    return problem === null ? passed(name, 'covered') : failed(name, problem, POLICY_FIX);
  });
  return [...chains, ...routes];
}

function findChainProblem(chain: Chain, found: ChainPolicy, { hotWallet }: Policy): string | null {
  if (!isSameAddress(hotWallet, chain.hotWallet))
    return `hotWallet is ${hotWallet}, but the service has ${chain.hotWallet}`;
  for (const key of ['depositContract', 'vault'] as const) {
    if (!isSameAddress(found[key], chain[key])) return `${key} is ${found[key]}, but the service has ${chain[key]}`;
  }
  const missing = chain.retiredVaults.find(
    (vault) => !found.retiredVaults.some((other) => isSameAddress(other, vault)),
  );
  if (missing) return `retiredVaults lacks ${missing}`;
  if (found.name !== chain.name) return `its name is ${found.name}`;
  return isDeeper(found.confirmations, chain.confirmations)
    ? `it waits for ${describeDepth(found.confirmations)}, and the service for ${describeDepth(chain.confirmations)}: payments are refused at first`
    : null;
}

function findRouteProblem({ token, origin, destination, ...route }: Route, policy: Policy): string | null {
  const found = policy.routes.find(
    (other) => other.token === token.name && other.from === origin.name && other.to === destination.name,
  );
  if (!found) return 'the policy lacks this route, so its payouts are refused';
  if (found.minFee > route.minFee) return 'minFee is above that of the service, so payouts are refused';
  const capOn = (chain: Chain, address: string) =>
    policy.chains
      .find(({ id }) => id === chain.id)
      ?.tokens.find((one) => isSameAddress(one.address, address as `0x${string}`));
  const paid = capOn(destination, route.destinationToken.address);
  const refunded = capOn(origin, route.originToken.address);
  if (!paid || !refunded) return 'the policy lacks the token on one of the chains';
  if (paid.decimals !== route.destinationToken.decimals) return `decimals of ${destination.name} differ`;
  // A payout leaves from the destination, and a refund from the origin.
  const sides = [
    { chain: destination, cap: paid.maxPerPayment, max: scale(route.max, route.originToken, paid) },
    { chain: origin, cap: refunded.maxPerPayment, max: route.max },
  ];
  const low = sides.find(({ cap, max }) => cap < raiseForRefunds(max));
  if (!low) return null;
  const { decimals } = low.chain === origin ? route.originToken : paid;
  const needed = formatUnits(raiseForRefunds(low.max), decimals);
  return `maxPerPayment on ${low.chain.name} is below ${needed}, ${REFUND_PERCENT} % of max of the route: a refund returns the network fee too`;
}

type Decimals = { readonly decimals: number };

const scale = (amount: bigint, from: Decimals, to: Decimals) =>
  (amount * 10n ** BigInt(to.decimals)) / 10n ** BigInt(from.decimals);

function compareWeb({ chains, tokens }: Catalog, web: WebFile): readonly Finding[] {
  return chains.map((chain) => {
    const name = `web: chain ${chain.name}`;
    const found = web.chains.find(({ id }) => id === chain.id);
    if (!found) return failed(name, 'web.json lacks it', WEB_FIX);
    for (const key of ['name', 'depositContract', 'vault'] as const) {
      if (found[key].toLowerCase() !== chain[key].toLowerCase())
        return failed(name, `${key} is ${found[key]}, but the service has ${chain[key]}`, WEB_FIX);
    }
    for (const token of tokens) {
      const deployment = token.deployments.get(chain.name);
      const shown = found.tokens.find((one) => one.name === token.name);
      const isSame =
        deployment?.address.toLowerCase() === shown?.address.toLowerCase() && deployment?.decimals === shown?.decimals;
      if (!isSame) return failed(name, `address or decimals of ${token.name} differ from the service's`, WEB_FIX);
    }
    return passed(name, 'same contracts and tokens as the service');
  });
}
