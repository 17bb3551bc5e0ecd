import type { Depth } from '../chain/model/depth.ts';
import type { FileConfig } from './config.ts';
import { REFERENCE } from './fields.ts';
import type { ChainSettings, Installation } from './installation.ts';
import type { Catalog, Chain } from './model/catalog.ts';
import { listMainnets } from './model/catalog.ts';
import type { ChainFamily } from './model/chainFamily.ts';
import { FAMILY_DEPTHS } from './model/chainFamily.ts';
import type { ReportProblem } from './reportProblem.ts';

// On other chains, "safe" can be a block that the chain still often replaces.
const SAFE_FAMILIES: readonly ChainFamily[] = ['ethereum', 'opStack', 'arbitrum'];

type DepthFloor = {
  readonly path: string;
  readonly depth: Depth;
  readonly family: ChainFamily;
  /** The minimum number of confirmations. */
  readonly floor: number;
  readonly reason: string;
};

/** Reports a depth that is too small for a mainnet. */
function validateDepth(report: ReportProblem, { path, depth, family, floor, reason }: DepthFloor): void {
  if (depth === 'finalized' || (depth === 'safe' && SAFE_FAMILIES.includes(family))) return;
  if (depth === 'safe') {
    report(
      path,
      `must be a number of at least ${floor} or "finalized" on a mainnet of the family ${family}, not "safe"`,
    );
  } else if (depth < floor) {
    report(path, `must be at least ${floor} on a mainnet, not ${depth}: ${reason}`);
  }
}

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
 * Reports RPC endpoints on which a mainnet must not depend: a single provider, and connections that a host on the way
 * can change. The messages name no URL, because it can contain a key.
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
    const reason = 'one provider would count twice';
    report(`${path}.rpcUrls.${index}`, `must not be on the host of rpcUrls.${first} on a mainnet: ${reason}`);
  });
  if (hosts.length < MIN_PROVIDERS) {
    const reason = 'one provider alone could invent a deposit';
    report(
      `${path}.rpcUrls`,
      `must name providers on at least ${MIN_PROVIDERS} hosts on a mainnet, not ${hosts.length}: ${reason}`,
    );
  }
  validateSecrets(report, path, chain);
  // Without the setting, more than half of the providers must agree.
  if (chain.quorum !== undefined && chain.quorum < MIN_PROVIDERS) {
    const reason = 'one provider alone could invent a deposit';
    report(`${path}.quorum`, `must be at least ${MIN_PROVIDERS} on a mainnet, not ${chain.quorum}: ${reason}`);
  }
}

// A segment of a provider's URL that is long and mixes letters and digits, as keys do. Network names have fewer digits.
const KEY = /(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{20,}/;

/** Whether a URL contains a user name, a password or what looks like a key. */
function holdsSecret(url: string): boolean {
  const { username, password, pathname, search } = new URL(url.replaceAll(REFERENCE, ''));
  return username !== '' || password !== '' || KEY.test(pathname) || KEY.test(search);
}

const WRITE_REFERENCE = 'Write the secret into a file, and {file:name} in its place';

function validateSecrets(report: ReportProblem, path: string, { rpcUrls, wsUrls = [] }: Endpoints['chain']): void {
  for (const [list, urls] of Object.entries({ rpcUrls, wsUrls })) {
    urls.forEach((url, index) => {
      if (holdsSecret(url)) report(`${path}.${list}.${index}`, `must hold no key on a mainnet. ${WRITE_REFERENCE}`);
    });
  }
}

type ChainSource = { readonly chain: ChainSettings; readonly path: string };

// Lower limits, not recommendations: the operator must estimate how deep a chain reorganises.
const MIN_CONFIRMATIONS = 2;
const MIN_FINAL_CONFIRMATIONS = 12;

function validateDepths(report: ReportProblem, { chain, path }: ChainSource): void {
  const { family = 'other' } = chain;
  const defaults = FAMILY_DEPTHS[family];
  const {
    confirmations = defaults?.confirmations,
    payoutConfirmations = defaults?.payoutConfirmations,
    finality = defaults?.finality,
  } = chain;
  const floors = [
    {
      ...{ setting: 'confirmations', depth: confirmations, floor: MIN_CONFIRMATIONS },
      reason: 'a reorg of one block would remove a deposit that is already paid',
    },
    {
      ...{ setting: 'payoutConfirmations', depth: payoutConfirmations, floor: MIN_FINAL_CONFIRMATIONS },
      reason: 'a shallow reorg would remove a payment that counts as delivered',
    },
    {
      ...{ setting: 'finality', depth: finality, floor: MIN_FINAL_CONFIRMATIONS },
      reason: 'the exposure cap counts only deposits that are not final',
    },
  ];
  for (const { setting, depth, floor, reason } of floors) {
    if (depth !== undefined) validateDepth(report, { path: `${path}.${setting}`, depth, family, floor, reason });
  }
  if (finality === undefined) {
    report(`${path}.finality`, `is missing. Set it to at least ${MIN_FINAL_CONFIRMATIONS} or "finalized" on a mainnet`);
  }
}

function validateExposure(report: ReportProblem, { chain, path }: ChainSource): void {
  if (chain.exposureCap !== undefined) return;
  const reason = 'without a cap, one reorg can cost every payment for a deposit that it removes';
  report(`${path}.exposureCap`, `is missing. Set the highest value that a reorg of this mainnet may cost: ${reason}`);
}

function validateGasPrice(report: ReportProblem, { chain, path }: ChainSource): void {
  if (chain.maxGasPriceGwei !== undefined) return;
  report(`${path}.maxGasPriceGwei`, `is missing. Set the highest gas price to pay on ${chain.name}`);
}

function validateFamily(report: ReportProblem, { chain, path }: ChainSource): void {
  if (chain.family !== undefined) return;
  const reason = 'some families charge more for a payment than its gas';
  report(`${path}.family`, `is missing. Set the kind of this mainnet, such as "ethereum" or "opStack": ${reason}`);
}

function validateStart(report: ReportProblem, { chain, path }: ChainSource): void {
  // `causeway chain add` writes both.
  if (chain.startBlock > 0 || chain.depositContract === undefined) return;
  const reason = 'from block 0 the watcher would read for days before it sees a deposit';
  report(`${path}.startBlock`, `must be the block of the deposit contract on a mainnet, not 0: ${reason}`);
}

/** Reports each unsafe setting of a mainnet, with what to set instead. */
function validateMainnetChain(report: ReportProblem, source: ChainSource): void {
  validateDepths(report, source);
  validateRpcUrls(report, source);
  validateFamily(report, source);
  validateExposure(report, source);
  validateGasPrice(report, source);
  validateStart(report, source);
}

const DAY_MS = 86_400_000;
// Long enough that a restart at night needs no new prices if the operator looks them up every week.
const MAX_AGE_DAYS = 30;

/** Reports prices that are too old for a mainnet, or from the future. */
export function validatePriceAge({ catalog, pricesAsOf }: FileConfig, now: Date, problems: string[]): void {
  if (pricesAsOf === null || listMainnets(catalog).length === 0) return;
  const day = pricesAsOf.toISOString().slice(0, 10);
  const days = Math.floor((now.getTime() - pricesAsOf.getTime()) / DAY_MS);
  if (days > MAX_AGE_DAYS) {
    problems.push(
      `prices.asOf is ${day}: the prices are ${days} days old, but a mainnet allows ${MAX_AGE_DAYS}. Look up the prices of "tokens", then set the new day.`,
    );
  } else if (days < -1)
    problems.push(`prices.asOf is ${day}, which has not come yet. Set the day on which you looked up the prices.`);
}

/** A guard that a mainnet can have but the configuration doesn't enable. */
type MissingGuard = {
  readonly chain: string;
  /** The setting that enables it. */
  readonly setting: 'guards.maxNetOutflow' | 'guards.approveAbove' | 'guards.screening' | 'float';
  /** What is unlimited without it, as a sentence without its full stop. */
  readonly consequence: string;
};

function hasFloat({ tokens }: Catalog, { name }: Chain): boolean {
  return tokens.some(({ deployments }) => deployments.get(name)?.sweep !== undefined);
}

/** Lists the guards that a configuration's mainnets lack. None is required: docs/security.md says why. */
export function listMissingGuards(catalog: Catalog): readonly MissingGuard[] {
  return listMainnets(catalog).flatMap((chain) => {
    const missing: MissingGuard[] = [];
    const note = (setting: MissingGuard['setting'], consequence: string) =>
      missing.push({ chain: chain.name, setting, consequence });
    if (!catalog.breaker) note('guards.maxNetOutflow', 'a fault of the service can pay up to the caps of the vault');
    if (!catalog.approval) note('guards.approveAbove', 'one operator alone can refund any amount, and end every halt');
    if (!catalog.screening) note('guards.screening', 'no list is asked about senders and recipients');
    if (!hasFloat(catalog, chain)) note('float', 'no alert says when the vault holds more than payments need');
    return missing;
  });
}

// Far above what many users behind one address need, far below what one client needs to keep the API busy.
const MAX_PER_SECOND = 1000;

function validateApi(report: ReportProblem, { api }: Installation): void {
  if (api.trustProxy === undefined) {
    const choice = 'Set false if clients connect directly, or the addresses of your reverse proxies';
    report('api.trustProxy', `is missing. ${choice}: otherwise all clients behind a proxy share one rate limit`);
  }
  if (api.requestsPerSecond > MAX_PER_SECOND) {
    const reason = 'a higher limit does not limit a client';
    report(
      'api.requestsPerSecond',
      `must be at most ${MAX_PER_SECOND} with a mainnet, not ${api.requestsPerSecond}: ${reason}`,
    );
  }
}

function validateDatabase(report: ReportProblem, { database }: Installation): void {
  if (database === undefined || !URL.canParse(database)) return;
  const { password, searchParams } = new URL(database);
  if (password === '' && !searchParams.has('password')) return;
  report('database', 'must hold no password on a mainnet. Write that of each role into /etc/causeway/passwords/<role>');
}

/** Reports each setting that is too dangerous for a chain of the category Mainnet. */
export function validateMainnets(report: ReportProblem, file: Installation): void {
  if (file.chains.every(({ category }) => category !== 'Mainnet')) return;
  validateApi(report, file);
  validateDatabase(report, file);
  if (file.prices.asOf === undefined) {
    const reason = 'the exposure caps and the network fees of a mainnet depend on them';
    report('prices.asOf', `is missing. Set the day on which you looked up the prices of "tokens": ${reason}`);
  }
  if (Object.values(file.lab).some((value) => value !== undefined)) {
    report('lab', 'must be absent with a mainnet: it weakens the service for laboratories');
  }
  file.chains.forEach((chain, index) => {
    if (chain.category === 'Mainnet') validateMainnetChain(report, { chain, path: `chains.${index}` });
  });
}
