import { zeroAddress } from 'viem';
import { convertRoundingDown, formatAmount, parseAmount } from '#shared/amount.ts';
import type { SweepRule } from '../books/model/sweep.ts';
import { largestPayout } from '../quotes/model/liquidity.ts';
import type { PriceFeed } from '../quotes/model/priceFeed.ts';
import { bridgeFee } from '../quotes/model/quote.ts';
import type { ConfigFile, RouteConfig } from './configSchema.ts';
import type { Catalog, Chain, Deployment, Route, Token } from './model/catalog.ts';
import { internalAddresses, routeId } from './model/catalog.ts';
import type { ReportProblem } from './reportProblem.ts';
import { parsePositiveDecimal, reportDuplicates } from './reportProblem.ts';

/** A route of the file, its path there, and the chains and tokens that it can name. */
type RouteSource = {
  readonly route: RouteConfig;
  readonly path: string;
  /** By name. */
  readonly chains: ReadonlyMap<string, Chain>;
  /** By name. */
  readonly tokens: ReadonlyMap<string, Token>;
};

type RouteEnds = {
  readonly token: Token;
  readonly origin: Chain;
  readonly destination: Chain;
  readonly originToken: Deployment;
  readonly destinationToken: Deployment;
};

function findEnds(report: ReportProblem, { route, path, chains, tokens }: RouteSource): RouteEnds | null {
  const token = tokens.get(route.token);
  const origin = chains.get(route.from);
  const destination = chains.get(route.to);
  if (!token) report(`${path}.token`, `is ${route.token}, but "tokens" does not list it`);
  if (!origin) report(`${path}.from`, `is ${route.from}, but "chains" does not list it`);
  if (!destination) report(`${path}.to`, `is ${route.to}, but "chains" does not list it`);
  if (!token || !origin || !destination) return null;
  if (origin === destination) report(`${path}.to`, `must differ from "from", but both are ${origin.name}`);
  if (origin.category !== destination.category) {
    report(path, `must not connect a mainnet with a testnet: ${origin.name}, ${destination.name}`);
  }
  const originToken = token.deployments.get(origin.name);
  const destinationToken = token.deployments.get(destination.name);
  if (!originToken) report(`${path}.from`, `is ${origin.name}, but ${token.name} has no deployment there`);
  if (!destinationToken) report(`${path}.to`, `is ${destination.name}, but ${token.name} has no deployment there`);
  return originToken && destinationToken ? { token, origin, destination, originToken, destinationToken } : null;
}

function parseTokenAmount(
  report: ReportProblem,
  path: string,
  { text, decimals }: { text: string; decimals: number },
): bigint {
  const result = parseAmount(text, decimals);
  if (!result.ok) report(path, `must fit the token's ${decimals} decimals on the origin chain, not ${text}`);
  return result.ok ? result.amount : 0n;
}

function validateLimits(report: ReportProblem, path: string, route: Route): void {
  const { min, max, feeFloor, minFee, originToken, destinationToken } = route;
  if (minFee > feeFloor) report(`${path}.minFee`, 'must not be more than feeFloor');
  if (min === 0n) report(`${path}.min`, 'must be more than 0');
  else if (min > max) report(`${path}.min`, 'must not be more than max');
  else {
    // A larger amount always leaves more after fees, so the minimum decides.
    const net = min - bridgeFee(route, min);
    const receive =
      net <= 0n ? 0n : convertRoundingDown({ amount: net, decimals: originToken.decimals }, destinationToken.decimals);
    if (receive <= 0n) report(`${path}.min`, 'leaves nothing for the recipient after feeBps and feeFloor');
  }
}

/** Parses a route. Returns null for a route without two valid ends, which is reported. */
export function parseRoute(report: ReportProblem, source: RouteSource): Route | null {
  const ends = findEnds(report, source);
  if (!ends) return null;
  const { route, path } = source;
  const { token, origin, destination, originToken } = ends;
  const { decimals } = originToken;
  const result: Route = {
    ...ends,
    id: routeId(token.name, origin.id, destination.id),
    min: parseTokenAmount(report, `${path}.min`, { text: route.min, decimals }),
    max: parseTokenAmount(report, `${path}.max`, { text: route.max, decimals }),
    feeFloor: parseTokenAmount(report, `${path}.feeFloor`, { text: route.feeFloor, decimals }),
    minFee: parseTokenAmount(report, `${path}.minFee`, { text: route.minFee ?? route.feeFloor, decimals }),
    feeBps: BigInt(route.feeBps),
    payoutGas: route.payoutGas === undefined ? null : BigInt(route.payoutGas),
  };
  validateLimits(report, path, result);
  return result;
}

type SweepSource = { readonly float: string; readonly minimum: string; readonly decimals: number };

function parseSweep(report: ReportProblem, path: string, { decimals, ...texts }: SweepSource): SweepRule {
  const parse = (name: 'float' | 'minimum') => {
    const parsed = parseAmount(texts[name], decimals);
    if (!parsed.ok) report(`${path}.${name}`, `must have at most ${decimals} decimals, not ${texts[name]}`);
    return parsed.ok ? parsed.amount : 1n;
  };
  const rule = { float: parse('float'), minimum: parse('minimum') };
  if (rule.minimum === 0n) report(`${path}.minimum`, 'must be more than 0');
  return rule;
}

type SweepCatalog = Pick<Catalog, 'chains' | 'tokens' | 'routes'>;

function validateTreasury(report: ReportProblem, path: string, catalog: SweepCatalog & { chain: Chain }): void {
  const { chain, tokens } = catalog;
  const { treasury } = chain;
  if (treasury === null) return;
  if (treasury === zeroAddress) report(path, 'must not be the zero address');
  // What arrives at one of these is lost, or is no sweep.
  else if (internalAddresses({ tokens }, chain).includes(treasury)) {
    report(path, `must not be a contract of the bridge, a token or the hot wallet, but is ${treasury}`);
  }
  if (tokens.every(({ deployments }) => deployments.get(chain.name)?.sweep === undefined)) {
    report(path, `has no effect without "sweep" of a token on ${chain.name}`);
  }
}

/** Reports floats that cannot be kept, and sweeps that lead nowhere. */
export function validateSweeps(report: ReportProblem, { chains, tokens, routes }: SweepCatalog): void {
  chains.forEach((chain, index) => {
    validateTreasury(report, `chains.${index}.treasury`, { chains, tokens, routes, chain });
  });
  tokens.forEach(({ name, deployments }, index) => {
    for (const chain of chains) {
      const { sweep, address, decimals } = deployments.get(chain.name) ?? {};
      if (!sweep || !address || decimals === undefined) continue;
      const path = `tokens.${index}.deployments.${chain.name}.sweep`;
      if (chain.treasury === null) report(path, `needs "treasury" of the chain ${chain.name}`);
      const needed = largestPayout(routes, chain, address);
      if (sweep.float < needed) {
        const shown = formatAmount({ amount: needed, decimals });
        report(`${path}.float`, `must be at least ${shown}, the payout of the largest transfer of ${name}`);
      }
    }
  });
}

function validateTokenChains(report: ReportProblem, { tokens, chains }: ConfigFile): void {
  const known = new Set(chains.map(({ name }) => name));
  tokens.forEach((token, index) => {
    for (const chainName of Object.keys(token.deployments)) {
      if (!known.has(chainName)) {
        report(`tokens.${index}.deployments.${chainName}`, 'names a chain that "chains" does not list');
      }
    }
  });
}

function validateTokenAddresses(report: ReportProblem, { tokens, chains }: ConfigFile): void {
  for (const chain of chains) {
    const addresses = tokens.flatMap((token) => token.deployments[chain.name]?.address ?? []);
    const seen = new Set<string>();
    const shared = new Set<string>();
    for (const address of addresses) (seen.has(address) ? shared : seen).add(address);
    for (const address of shared) {
      report('tokens', `must have different addresses on ${chain.name}, but two tokens share ${address}`);
    }
  }
}

type FeedSource = Pick<ConfigFile['tokens'][number], 'deployments' | 'priceFeed'> & { readonly file: ConfigFile };

/** A test network's feed has no real price, so the money of a mainnet must not depend on it. */
function parseFeed(
  report: ReportProblem,
  path: string,
  { file, priceFeed, deployments }: FeedSource,
): PriceFeed | null {
  if (!priceFeed) return null;
  const { second = null, ...first } = priceFeed;
  const categoryOf = (chainName: string) => file.chains.find(({ name }) => name === chainName)?.category;
  const isReal = Object.keys(deployments).some((chainName) => categoryOf(chainName) === 'Mainnet');
  for (const { at, chain } of [
    { at: path, chain: first.chain },
    ...(second ? [{ at: `${path}.second`, chain: second.chain }] : []),
  ]) {
    const category = categoryOf(chain);
    if (category === undefined) report(`${at}.chain`, `is ${chain}, but "chains" does not list it`);
    else if (isReal && category !== 'Mainnet')
      report(`${at}.chain`, `is ${chain}, a testnet, but the token is on a mainnet`);
  }
  if (second && second.chain === first.chain && second.address === first.address) {
    report(`${path}.second`, 'must be another feed than the first one');
  }
  return { ...first, second };
}

function parseDeployment(
  report: ReportProblem,
  path: string,
  { handlingMinimum, sweep, ...deployment }: ConfigFile['tokens'][number]['deployments'][string],
): Deployment {
  const rule = sweep && { sweep: parseSweep(report, `${path}.sweep`, { ...sweep, decimals: deployment.decimals }) };
  if (handlingMinimum === undefined) return { ...deployment, ...rule };
  const parsed = parseAmount(handlingMinimum, deployment.decimals);
  if (parsed.ok) return { ...deployment, ...rule, handlingMinimum: parsed.amount };
  report(`${path}.handlingMinimum`, `must have at most ${deployment.decimals} decimals, not ${handlingMinimum}`);
  return { ...deployment, ...rule };
}

export function parseTokens(report: ReportProblem, file: ConfigFile): readonly Token[] {
  const names = file.tokens.map(({ name }) => name);
  reportDuplicates(report, 'tokens', names);
  validateTokenChains(report, file);
  validateTokenAddresses(report, file);
  return file.tokens.map(({ name, price, priceFeed, deployments }, index) => ({
    name,
    feed: parseFeed(report, `tokens.${index}.priceFeed`, { file, priceFeed, deployments }),
    price: parsePositiveDecimal(report, `tokens.${index}.price`, price),
    deployments: new Map(
      Object.entries(deployments).map(([chain, deployment]) => [
        chain,
        parseDeployment(report, `tokens.${index}.deployments.${chain}`, deployment),
      ]),
    ),
  }));
}
