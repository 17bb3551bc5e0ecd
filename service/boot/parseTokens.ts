import { zeroAddress } from 'viem';
import { NATIVE_TOKEN_ADDRESS } from '#shared/address.ts';
import { convertRoundingDown, formatAmount, NATIVE_DECIMALS, parseAmount } from '#shared/amount.ts';
import type { SweepRule } from '../books/model/sweep.ts';
import { largestPayout } from '../quotes/model/liquidity.ts';
import { gasDropFloor } from '../quotes/model/price.ts';
import type { PriceFeed } from '../quotes/model/priceFeed.ts';
import { bridgeFee } from '../quotes/model/quote.ts';
import { ofChain } from './fields.ts';
import type { Installation, TokenSettings, TransferSettings } from './installation.ts';
import type { Catalog, Chain, Deployment, Route, Token } from './model/catalog.ts';
import { internalAddresses, routeId } from './model/catalog.ts';
import type { ReportProblem } from './reportProblem.ts';
import { byName, parsePositiveDecimal, reportDuplicates } from './reportProblem.ts';

/** The names of two chains that a token can be moved between, and the entry of the file that says how. */
export type RouteSettings = {
  readonly from: string;
  readonly to: string;
  readonly transfer: TransferSettings;
  /** The entry's path in the file. */
  readonly path: string;
};

/** The chains of the file that have a token, in file order. */
export function chainsOf(file: Pick<Installation, 'chains'>, token: TokenSettings): Installation['chains'] {
  return file.chains.filter(
    ({ name, nativeToken }) => nativeToken === token.name || token.addresses[name] !== undefined,
  );
}

/**
 * A token's routes. For each pair of its chains, the first matching entry decides, and without one there is no route. A
 * mainnet and a testnet are not a pair.
 */
export function listRoutes(
  file: Pick<Installation, 'chains'>,
  token: TokenSettings,
  tokenPath: string,
): readonly RouteSettings[] {
  return listPairs(file, token, tokenPath).filter(({ transfer }) => !transfer.closed);
}

/** A token's routes, and the routes that an entry closes. */
function listPairs(
  file: Pick<Installation, 'chains'>,
  token: TokenSettings,
  tokenPath: string,
): readonly RouteSettings[] {
  const chains = chainsOf(file, token);
  return chains.flatMap((from) =>
    chains.flatMap((to) => {
      if (to === from || to.category !== from.category) return [];
      const matches = ({ from: wanted = from.name, to: other = to.name }: TransferSettings) =>
        wanted === from.name && other === to.name;
      const index = token.transfers.findIndex(matches);
      const transfer = token.transfers[index];
      return transfer ? [{ from: from.name, to: to.name, transfer, path: `${tokenPath}.transfers.${index}` }] : [];
    }),
  );
}

/** A token's address on a chain, or undefined. The native token has the zero address. */
export function addressOn(
  token: TokenSettings,
  { name, nativeToken }: Pick<Installation['chains'][number], 'name' | 'nativeToken'>,
) {
  return nativeToken === token.name ? NATIVE_TOKEN_ADDRESS : token.addresses[name];
}

/** The decimals of a token on a chain. */
export function decimalsOn(
  token: TokenSettings,
  { name, nativeToken }: Pick<Installation['chains'][number], 'name' | 'nativeToken'>,
): number {
  return nativeToken === token.name ? NATIVE_DECIMALS : (ofChain(token.decimals, name) ?? NATIVE_DECIMALS);
}

function parseTokenAmount(
  report: ReportProblem,
  path: string,
  { text, decimals, on }: { text: string; decimals: number; on: string },
): bigint {
  const result = parseAmount(text, decimals);
  if (!result.ok) report(path, `must fit the token's ${decimals} decimals on ${on}, not ${text}`);
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

type RouteSource = {
  readonly route: RouteSettings;
  readonly token: Token;
  /** By name. */
  readonly chains: ReadonlyMap<string, Chain>;
  readonly payoutGas: number | undefined;
};

const AMOUNTS = ['min', 'max', 'feeFloor'] as const;

/** Parses a route. Returns null if a limit or fee is missing, which is reported. */
export function parseRoute(report: ReportProblem, { route, token, chains, payoutGas }: RouteSource): Route | null {
  const { transfer, path } = route;
  const [origin, destination] = [chains.get(route.from), chains.get(route.to)];
  const [originToken, destinationToken] = [token.deployments.get(route.from), token.deployments.get(route.to)];
  for (const name of [...AMOUNTS, 'feeBps'] as const) {
    if (transfer[name] === undefined) report(`${path}.${name}`, 'is missing');
  }
  const { min, max, feeFloor, feeBps, minFee = feeFloor } = transfer;
  if (!origin || !destination || !originToken || !destinationToken) return null;
  if (min === undefined || max === undefined || feeFloor === undefined || feeBps === undefined) return null;
  const parse = (name: string, text: string) =>
    parseTokenAmount(report, `${path}.${name}`, { text, decimals: originToken.decimals, on: origin.name });
  const result: Route = {
    ...{ token, origin, destination, originToken, destinationToken },
    id: routeId(token.name, origin.id, destination.id),
    min: parse('min', min),
    max: parse('max', max),
    feeFloor: parse('feeFloor', feeFloor),
    minFee: parse('minFee', minFee ?? feeFloor),
    gasDropFloor:
      destination.maxGasDrop === 0n
        ? 0n
        : gasDropFloor(destination.nativePrice, { ...originToken, price: token.price }),
    feeBps: BigInt(feeBps),
    payoutGas: payoutGas === undefined ? null : BigInt(payoutGas),
  };
  validateLimits(report, path, result);
  return result;
}

/**
 * Reports entries of "transfers" that decide no route, such as one with a misspelt chain, which would leave that route
 * open.
 */
function validateTransfers(report: ReportProblem, file: Installation): void {
  file.tokens.forEach((token, index) => {
    const names = chainsOf(file, token).map(({ name }) => name);
    const used = new Set(listPairs(file, token, `tokens.${index}`).map(({ path }) => path));
    token.transfers.forEach(({ from, to }, at) => {
      const path = `tokens.${index}.transfers.${at}`;
      const unknown = Object.entries({ from, to }).filter(([, name]) => name !== undefined && !names.includes(name));
      for (const [end, name] of unknown)
        report(`${path}.${end}`, `is ${name}, but ${token.name} is on ${names.join(', ')}`);
      if (unknown.length > 0 || used.has(path)) return;
      report(
        path,
        from !== undefined && from === to
          ? `must lead to a chain other than ${from}`
          : 'decides no route: the entries before it do, or no two of its chains are both mainnets or both testnets',
      );
    });
  });
}

/** Reports vaults that have routes but no cap. */
function validateCaps(report: ReportProblem, file: Installation): void {
  file.tokens.forEach((token, index) => {
    const isMoved = token.transfers.some(({ closed }) => !closed);
    for (const { name, nativeToken, maxGasDrop } of chainsOf(file, token)) {
      const isPaid = isMoved || (nativeToken === token.name && maxGasDrop !== undefined);
      if (!isPaid || ofChain(token.perDay, name) !== undefined) continue;
      const path = `tokens.${index}.perDay`;
      const advice = 'is missing. Set the cap of a vault for 24 hours';
      report(token.perDay === undefined ? path : `${path}.${name}`, advice);
    }
  });
}

type SweepCatalog = Pick<Catalog, 'chains' | 'tokens' | 'routes'>;

function validateTreasury(report: ReportProblem, { tokens }: SweepCatalog, chain: Chain): void {
  const { treasury } = chain;
  if (treasury === null) return;
  if (treasury === zeroAddress) report('vaults.treasury', 'must not be the zero address');
  // What arrives at one of these is lost, or isn't a sweep.
  else if (internalAddresses({ tokens }, chain).includes(treasury)) {
    report('vaults.treasury', `must not be a contract of the bridge, a token or the hot wallet, but is ${treasury}`);
  }
}

/** Reports treasuries to which nothing would be swept. */
function validateSwept(report: ReportProblem, { vaults: { treasury }, chains, tokens }: Installation): void {
  const swept = chains.filter(({ name }) => tokens.some(({ float }) => ofChain(float, name) !== undefined));
  const useless = (path: string) => report(path, 'has no effect without "float" of a token');
  if (typeof treasury === 'string' && swept.length === 0) useless('vaults.treasury');
  if (typeof treasury !== 'object') return;
  for (const name of Object.keys(treasury)) {
    if (swept.every((chain) => chain.name !== name)) useless(`vaults.treasury.${name}`);
  }
}

/** Reports floats that can't be kept, and sweeps that lead nowhere. */
export function validateSweeps(report: ReportProblem, file: Installation, catalog: SweepCatalog): void {
  validateSwept(report, file);
  for (const chain of catalog.chains) validateTreasury(report, catalog, chain);
  file.tokens.forEach(({ name, float }, index) => {
    for (const chain of catalog.chains) {
      const text = ofChain(float, chain.name);
      const deployment = catalog.tokens[index]?.deployments.get(chain.name);
      if (text === undefined || !deployment) continue;
      const { address, decimals } = deployment;
      const amount = parseTokenAmount(report, `tokens.${index}.float`, { text, decimals, on: chain.name });
      const needed = largestPayout(catalog.routes, chain, address);
      if (amount >= needed) continue;
      const shown = formatAmount({ amount: needed, decimals });
      report(`tokens.${index}.float`, `must be at least ${shown}, the payout of the largest transfer of ${name}`);
    }
  });
}

/** Reports chains that a setting has a value for but the file doesn't have. */
export function validateChainNames(report: ReportProblem, { vaults, tokens, chains, signer }: Installation): void {
  const known = new Set(chains.map(({ name }) => name));
  const validate = (path: string, value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    for (const name of Object.keys(value)) {
      if (!known.has(name)) report(`${path}.${name}`, 'names a chain that "chains" does not list');
    }
  };
  validate('signer.chains', signer.chains);
  for (const account of ['owner', 'guardian', 'treasury'] as const) validate(`vaults.${account}`, vaults[account]);
  tokens.forEach((token, index) => {
    for (const setting of ['addresses', 'decimals', 'float', 'perDay'] as const) {
      validate(`tokens.${index}.${setting}`, token[setting]);
    }
  });
}

function validateNativeTokens(report: ReportProblem, { tokens, chains }: Installation): void {
  tokens.forEach((token, index) => {
    const { name: ticker, addresses, decimals } = token;
    for (const { name } of chains.filter(({ nativeToken }) => nativeToken === ticker)) {
      const reason = `${ticker} is the native token of ${name}`;
      if ((addresses[name] ?? zeroAddress) !== zeroAddress) {
        report(`tokens.${index}.addresses.${name}`, `must be absent: ${reason}`);
      }
      // One value for all chains is about the contracts elsewhere.
      if (typeof decimals === 'object' && (decimals[name] ?? NATIVE_DECIMALS) !== NATIVE_DECIMALS) {
        report(`tokens.${index}.decimals.${name}`, `must be ${NATIVE_DECIMALS}, not ${decimals[name]}: ${reason}`);
      }
    }
  });
}

function validateTokenAddresses(report: ReportProblem, { tokens, chains }: Installation): void {
  for (const chain of chains) {
    const addresses = tokens.flatMap((token) => addressOn(token, chain) ?? []);
    const seen = new Set<string>();
    const shared = new Set<string>();
    for (const address of addresses) (seen.has(address) ? shared : seen).add(address);
    for (const address of shared) {
      report('tokens', `must have different addresses on ${chain.name}, but two tokens share ${address}`);
    }
  }
}

/** A testnet's feed has no real price, so mainnet money must not depend on it. */
function parseFeed(
  report: ReportProblem,
  path: string,
  { token, file }: { readonly token: TokenSettings; readonly file: Installation },
): PriceFeed | null {
  const [first, second = null] = token.feeds.map(({ chain, address, maxAgeSeconds }) => ({
    chain,
    address,
    maxAgeSeconds,
  }));
  if (!first) return null;
  const readable = byName(file.chains.filter(({ status }) => status !== 'closed'));
  const isReal = chainsOf(file, token).some(({ category }) => category === 'Mainnet');
  token.feeds.forEach(({ chain }, index) => {
    const category = readable.get(chain)?.category;
    const at = `${path}.feeds.${index}.chain`;
    if (category === undefined) report(at, `is ${chain}, but "chains" does not list it, or it is closed`);
    else if (isReal && category !== 'Mainnet') report(at, `is ${chain}, a testnet, but the token is on a mainnet`);
  });
  if (second && second.chain === first.chain && second.address === first.address) {
    report(`${path}.feeds.1`, 'must differ from the first feed');
  }
  return { ...first, maxDeviationPercent: token.maxDeviationPercent, second };
}

// An excess of less than a tenth of the float is not worth a sweep.
const SWEEP_PART = 10n;

function sweepRule(file: Installation, token: TokenSettings, { name, decimals }: { name: string; decimals: number }) {
  const text = ofChain(token.float, name);
  if (text === undefined || ofChain(file.vaults.treasury, name) === undefined) return {};
  // `validateSweeps` reports a text with too many decimals.
  const parsed = parseAmount(text, decimals);
  const float = parsed.ok ? parsed.amount : 0n;
  const minimum = float / SWEEP_PART;
  const sweep: SweepRule = { float, minimum: minimum === 0n ? 1n : minimum };
  return { sweep };
}

function parseDeployments(
  report: ReportProblem,
  file: Installation,
  { token, path }: { readonly token: TokenSettings; readonly path: string },
): Token['deployments'] {
  const { handlingMinimum } = file.lab;
  const entries = file.chains.flatMap((chain) => {
    const address = addressOn(token, chain);
    if (address === undefined) return [];
    if (ofChain(token.decimals, chain.name) === undefined && chain.nativeToken !== token.name) {
      report(`${path}.decimals`, `lacks ${chain.name}`);
    }
    const decimals = decimalsOn(token, chain);
    const parsed = handlingMinimum === undefined ? null : parseAmount(handlingMinimum, decimals);
    const deployment: Deployment = {
      ...{ address, decimals },
      ...(parsed?.ok && { handlingMinimum: parsed.amount }),
      ...sweepRule(file, token, { name: chain.name, decimals }),
    };
    return [[chain.name, deployment] as const];
  });
  return new Map(entries);
}

export function parseTokens(report: ReportProblem, file: Installation): readonly Token[] {
  const names = file.tokens.map(({ name }) => name);
  reportDuplicates(report, 'tokens', names);
  validateNativeTokens(report, file);
  validateTokenAddresses(report, file);
  validateTransfers(report, file);
  validateCaps(report, file);
  return file.tokens.map((token, index) => ({
    name: token.name,
    feed: parseFeed(report, `tokens.${index}`, { token, file }),
    price: parsePositiveDecimal(report, `tokens.${index}.price`, token.price),
    deployments: parseDeployments(report, file, { token, path: `tokens.${index}` }),
  }));
}
