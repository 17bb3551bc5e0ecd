import { convertRoundingDown, parseAmount } from '#shared/amount.ts';
import type { Chain, Deployment, Route, Token } from '../../domain/catalog.ts';
import { routeId } from '../../domain/catalog.ts';
import { bridgeFee } from '../../domain/quote.ts';
import type { RouteConfig } from '../configFileSchema.ts';
import type { ReportProblem } from './reportProblem.ts';

/** A route of the file, its path there, and the chains and tokens that it can name. */
export type RouteSource = {
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
