import { BlockList, isIP } from 'node:net';
import { parseAmount } from '#shared/amount.ts';
import type { Depth } from '../../chain/model/depth.ts';
import { isDeeper } from '../../chain/model/depth.ts';
import { PRICE_DECIMALS } from '../../quotes/model/price.ts';
import type { Change } from './change.ts';

type Kind = Change['kind'];

/**
 * Judges what a new value allows; undefined means the setting is absent. The file's schema has checked the shape of the
 * values.
 */
export type Weigh = (before: unknown, after: unknown) => Kind;

const NO_LIMIT = 10n ** 60n;

function toAmount(value: unknown): bigint {
  const parsed = parseAmount(String(value), PRICE_DECIMALS);
  return parsed.ok ? parsed.amount : NO_LIMIT;
}

const toList = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
const lacks = (list: readonly string[], one: string) =>
  list.every((other) => other.toLowerCase() !== one.toLowerCase());

/** A limit on what is paid: higher is wider, and none is widest. */
export const weighLimit: Weigh = (before, after) => (toAmount(after) > toAmount(before) ? 'wider' : 'narrower');

/** An amount that is offered: higher is wider, and none is 0. */
export const weighOffer: Weigh = (before = 0, after = 0) => weighLimit(before, after);

/** A number that must be reached: lower is wider. */
export const weighFloor: Weigh = (before, after) => (Number(after) < Number(before) ? 'wider' : 'narrower');

/** Something that asks or refuses. What another one lets through is unknown. */
export const weighGuard: Weigh = (before) => (before === undefined ? 'narrower' : 'wider');

/** A testnet has none of a mainnet's rules. */
export const weighCategory: Weigh = (_before, after) => (after === 'Testnet' ? 'wider' : 'narrower');

export const weighSwitch: Weigh = (_before, after) => (after === true ? 'wider' : 'narrower');

/** A list of what is refused or watched. */
export const weighRefused: Weigh = (before, after) => {
  // A list's path, whose content this comparison can't see.
  if (typeof before === 'string') return 'wider';
  return toList(before).some((one) => lacks(toList(after), one)) ? 'wider' : 'narrower';
};

/** A list of who is admitted. */
export const weighAdmitted: Weigh = (before, after) =>
  toList(after).some((one) => lacks(toList(before), one)) ? 'wider' : 'narrower';

const isDepth = (value: unknown): value is Depth =>
  typeof value === 'number' || value === 'safe' || value === 'finalized';

export const weighDepth: Weigh = (before, after) =>
  isDepth(before) && isDepth(after) && isDeeper(after, before) ? 'narrower' : 'wider';

/** Depths by the value above which they apply. */
export type Tiers = readonly { readonly above: bigint; readonly confirmations: Depth }[];

const isTiers = (value: unknown): value is Tiers => Array.isArray(value);

function depthAt(tiers: Tiers, value: bigint): Depth {
  return tiers.reduce<Depth>((depth, tier) => (tier.above <= value ? tier.confirmations : depth), 0);
}

/**
 * At each value, the depth that a deposit needs.
 * @param before tiers in increasing order, starting at 0
 */
export const weighTiers: Weigh = (before, after) => {
  if (!isTiers(before) || !isTiers(after)) return 'wider';
  const steps = [...before, ...after].map(({ above }) => above);
  return steps.some((value) => isDeeper(depthAt(before, value), depthAt(after, value))) ? 'wider' : 'narrower';
};

/** Whether one of the networks contains the whole other one. */
function isWithin(network: string, networks: readonly string[]): boolean {
  const [base = '', bits = isIP(base) === 6 ? 128 : 32] = network.split('/');
  return networks.some((other) => {
    const [start = '', length = isIP(start) === 6 ? 128 : 32] = other.split('/');
    if (isIP(start) !== isIP(base) || Number(length) > Number(bits)) return false;
    const list = new BlockList();
    const family = isIP(start) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(start, Number(length), family);
    return list.check(base, family);
  });
}

/** The proxies' networks: whoever is in one can claim to be any client. */
export const weighNetworks: Weigh = (before, after) =>
  toList(after).every((network) => isWithin(network, toList(before))) ? 'narrower' : 'wider';

/** Something that admits others. What another one admits is unknown. */
export const weighOpening: Weigh = (_before, after) => (after === undefined ? 'narrower' : 'wider');

const LOOPBACK = ['127.0.0.1', '::1'];

/** The address on which the operator's ports also listen. */
export const weighHost: Weigh = (_before, after) => (LOOPBACK.includes(String(after)) ? 'narrower' : 'wider');

type Feeds = readonly { readonly chain: string; readonly address: string; readonly maxAgeSeconds: number }[];

const isFeeds = (value: unknown): value is Feeds => Array.isArray(value);

/** The feeds that a price follows and that must agree. */
export const weighFeeds: Weigh = (before, after) => {
  if (!isFeeds(before) || !isFeeds(after)) return 'wider';
  const isLooser = before.some(({ chain, address, maxAgeSeconds }) => {
    const next = after.find((feed) => feed.chain === chain && feed.address === address);
    return !next || next.maxAgeSeconds > maxAgeSeconds;
  });
  return isLooser ? 'wider' : 'narrower';
};

const STATUSES = ['closed', 'closing', 'open'];

export const weighStatus: Weigh = (before, after) =>
  STATUSES.indexOf(String(after)) > STATUSES.indexOf(String(before)) ? 'wider' : 'narrower';
