import { isNativeToken } from '#shared/address.ts';
import { convertRoundingDown, parseAmount } from '#shared/amount.ts';
import type { Catalog, Chain, ConfirmationTier, Deployment, Route, Token } from '../domain/catalog.ts';
import { routeId } from '../domain/catalog.ts';
import { parsePrice } from '../domain/price.ts';
import { bridgeFee } from '../domain/quote.ts';
import type { ChainConfig, ConfigFile, RouteConfig, TokenConfig } from './configSchema.ts';

/** Collects what is wrong, so that a person sees everything at once. */
export type Report = (path: string, problem: string) => void;

const GWEI_DECIMALS = 9;
const NATIVE_DECIMALS = 18;
const UNWATCHED = 'must not be more than reorgWindow, or a reorganised deposit could go unnoticed';

function reportDuplicates(report: Report, path: string, values: readonly (string | number)[]): void {
  values.forEach((value, index) => {
    if (values.indexOf(value) !== index) report(`${path}.${index}`, `repeats ${value}`);
  });
}

function readPrice(report: Report, path: string, text: string): bigint {
  const price = parsePrice(text);
  if (price === null) report(path, 'must be more than 0, with at most 18 decimals');
  return price ?? 1n;
}

function toToken(report: Report, config: TokenConfig, index: number): Token {
  return {
    name: config.name,
    price: readPrice(report, `tokens.${index}.price`, config.price),
    deployments: new Map(Object.entries(config.deployments)),
  };
}

function checkTokens(report: Report, { tokens, chains }: ConfigFile): void {
  reportDuplicates(
    report,
    'tokens',
    tokens.map(({ name }) => name),
  );
  tokens.forEach((token, index) => {
    for (const chainName of Object.keys(token.deployments)) {
      if (!chains.some(({ name }) => name === chainName)) {
        report(`tokens.${index}.deployments.${chainName}`, 'is on a chain that "chains" does not list');
      }
    }
  });
  for (const chain of chains) {
    const addresses = tokens.flatMap((token) => token.deployments[chain.name]?.address ?? []);
    reportDuplicates(
      (_, problem) => report('tokens', `two tokens on ${chain.name} share an address: ${problem}`),
      '',
      addresses,
    );
  }
}

function readNativePrice(report: Report, { chain, path, tokens }: ChainContext): bigint {
  const token = tokens.find(({ name }) => name === chain.nativeToken);
  const deployment = token?.deployments.get(chain.name);
  if (!token) report(`${path}.nativeToken`, `is ${chain.nativeToken}, which "tokens" does not list`);
  else if (!deployment || !isNativeToken(deployment.address)) {
    report(`${path}.nativeToken`, `is ${token.name}, whose address on ${chain.name} must be the zero address`);
  } else if (deployment.decimals !== NATIVE_DECIMALS) {
    report(`${path}.nativeToken`, `is ${token.name}, which must have ${NATIVE_DECIMALS} decimals on ${chain.name}`);
  }
  return token?.price ?? 1n;
}

type ChainContext = { readonly chain: ChainConfig; readonly path: string; readonly tokens: readonly Token[] };

function toTiers(report: Report, { chain, path }: ChainContext): ConfirmationTier[] {
  const tiers = chain.confirmationTiers.map(({ above, confirmations }, index) => ({
    above: readPrice(report, `${path}.confirmationTiers.${index}.above`, above),
    confirmations,
  }));
  tiers.forEach(({ above, confirmations }, index) => {
    const tierPath = `${path}.confirmationTiers.${index}`;
    const before = tiers[index - 1] ?? { above: 0n, confirmations: chain.confirmations };
    if (above <= before.above) report(`${tierPath}.above`, 'must be more than that of the tier before');
    if (confirmations <= before.confirmations) {
      report(`${tierPath}.confirmations`, 'must be more than those of smaller deposits');
    }
    if (confirmations > chain.reorgWindow) {
      report(`${tierPath}.confirmations`, UNWATCHED);
    }
  });
  return tiers;
}

function readFinality(report: Report, { chain, path }: ChainContext): number {
  const deepest = Math.max(chain.confirmations, ...chain.confirmationTiers.map(({ confirmations }) => confirmations));
  const finality = chain.finality ?? deepest;
  if (finality < deepest) report(`${path}.finality`, 'must not be less than the confirmations of the largest deposits');
  if (finality > chain.reorgWindow) report(`${path}.finality`, UNWATCHED);
  return finality;
}

function readSecondRpc(report: Report, { chain, path }: ChainContext): bigint | null {
  if (chain.secondRpcAbove === undefined) return null;
  const hosts = new Set(chain.rpcUrls.map((url) => new URL(url).host));
  if (hosts.size < 2) report(`${path}.secondRpcAbove`, 'needs RPCs on two hosts at least');
  return readPrice(report, `${path}.secondRpcAbove`, chain.secondRpcAbove);
}

function toChain(report: Report, context: ChainContext): Chain {
  const { chain, path } = context;
  const gasPrice = parseAmount(chain.maxGasPriceGwei, GWEI_DECIMALS);
  if (!gasPrice.ok || gasPrice.amount === 0n) {
    report(`${path}.maxGasPriceGwei`, 'must be more than 0, with at most 9 decimals');
  }
  if (chain.blockRange <= chain.reorgWindow) {
    report(`${path}.blockRange`, 'must be more than reorgWindow, or reading never gets ahead');
  }
  if (chain.confirmations > chain.reorgWindow) {
    report(`${path}.confirmations`, UNWATCHED);
  }
  if (chain.depositContract === chain.payoutContract) {
    report(`${path}.payoutContract`, 'must not be the deposit contract');
  }
  if ([chain.depositContract, chain.payoutContract].includes(chain.maker)) {
    report(`${path}.maker`, 'must be an account of its own, not a contract of the bridge');
  }
  const { maxGasPriceGwei: _gwei, nativeToken: _native, startBlock, ...rest } = chain;
  return {
    ...rest,
    startBlock: BigInt(startBlock),
    confirmationTiers: toTiers(report, context),
    finality: readFinality(report, context),
    exposureCap: chain.exposureCap === undefined ? null : readPrice(report, `${path}.exposureCap`, chain.exposureCap),
    secondRpcAbove: readSecondRpc(report, context),
    maxGasPrice: gasPrice.ok ? gasPrice.amount : 0n,
    nativePrice: readNativePrice(report, context),
  };
}

type RouteContext = {
  readonly route: RouteConfig;
  readonly path: string;
  readonly chains: readonly Chain[];
  readonly tokens: readonly Token[];
};

type RouteEnds = {
  readonly token: Token;
  readonly origin: Chain;
  readonly destination: Chain;
  readonly originToken: Deployment;
  readonly destinationToken: Deployment;
};

function findEnds(report: Report, { route, path, chains, tokens }: RouteContext): RouteEnds | null {
  const token = tokens.find(({ name }) => name === route.token);
  const origin = chains.find(({ name }) => name === route.from);
  const destination = chains.find(({ name }) => name === route.to);
  if (!token) report(`${path}.token`, `is ${route.token}, which "tokens" does not list`);
  if (!origin) report(`${path}.from`, `is ${route.from}, which "chains" does not list`);
  if (!destination) report(`${path}.to`, `is ${route.to}, which "chains" does not list`);
  if (!token || !origin || !destination) return null;
  if (origin === destination) report(`${path}.to`, 'must be another chain than "from"');
  if (origin.category !== destination.category) report(path, 'joins a Mainnet chain and a Testnet chain');
  const originToken = token.deployments.get(origin.name);
  const destinationToken = token.deployments.get(destination.name);
  if (!originToken) report(`${path}.from`, `has no ${token.name}: see its deployments`);
  if (!destinationToken) report(`${path}.to`, `has no ${token.name}: see its deployments`);
  return originToken && destinationToken ? { token, origin, destination, originToken, destinationToken } : null;
}

function readAmount(report: Report, path: string, { text, decimals }: { text: string; decimals: number }): bigint {
  const result = parseAmount(text, decimals);
  if (!result.ok) report(path, `must fit ${decimals} decimals, those of the token on the origin chain`);
  return result.ok ? result.amount : 0n;
}

function checkLimits(report: Report, path: string, route: Route): void {
  const { min, max, originToken, destinationToken } = route;
  if (min === 0n) report(`${path}.min`, 'must be more than 0');
  else if (min > max) report(`${path}.min`, 'must not be more than max');
  else {
    // What is left after the fee grows with the amount, so the least amount decides for all.
    const net = min - bridgeFee(route, min);
    const receive =
      net <= 0n ? 0n : convertRoundingDown({ amount: net, decimals: originToken.decimals }, destinationToken.decimals);
    if (receive <= 0n) report(`${path}.min`, 'leaves nothing for the recipient after feeBps and feeFloor');
  }
}

function toRoute(report: Report, context: RouteContext): Route[] {
  const ends = findEnds(report, context);
  if (!ends) return [];
  const { route, path } = context;
  const { token, origin, destination, originToken } = ends;
  const { decimals } = originToken;
  const result: Route = {
    ...ends,
    id: routeId(token.name, origin.id, destination.id),
    min: readAmount(report, `${path}.min`, { text: route.min, decimals }),
    max: readAmount(report, `${path}.max`, { text: route.max, decimals }),
    feeFloor: readAmount(report, `${path}.feeFloor`, { text: route.feeFloor, decimals }),
    feeBps: BigInt(route.feeBps),
    payoutGas: BigInt(route.payoutGas),
  };
  checkLimits(report, path, result);
  return [result];
}

/** Turns a file of the right shape into a catalog, and reports everything in it that does not fit together. */
export function toCatalog(report: Report, file: ConfigFile): Catalog {
  const { http, operator } = file;
  if (operator && operator.port !== 0 && operator.port === http.port) {
    report('operator.port', 'must be another port than that of "http"');
  }
  reportDuplicates(
    report,
    'chains',
    file.chains.map(({ name }) => name),
  );
  reportDuplicates(
    report,
    'chains',
    file.chains.map(({ id }) => id),
  );
  checkTokens(report, file);
  const tokens = file.tokens.map((token, index) => toToken(report, token, index));
  const chains = file.chains.map((chain, index) => toChain(report, { chain, path: `chains.${index}`, tokens }));
  const routes = file.routes.flatMap((route, index) =>
    toRoute(report, { route, path: `routes.${index}`, chains, tokens }),
  );
  reportDuplicates(
    report,
    'routes',
    routes.map(({ id }) => id),
  );
  return {
    chains,
    tokens,
    routes,
    quoteValiditySeconds: file.quoteValiditySeconds,
    feeEpochSeconds: file.feeEpochSeconds,
    refundGas: BigInt(file.refundGas),
  };
}
