import * as v from 'valibot';
import { amountWire, encodeAmount } from './amount.ts';
import { firstProblem, MalformedAnswer } from './envelope.ts';
import {
  addressWire,
  chainIdWire,
  decimalsWire,
  encodeTimestamp,
  nameWire,
  optionalWire,
  timestampWire,
} from './primitives.ts';

export const CATEGORIES = ['Mainnet', 'Testnet'] as const;
export type Category = (typeof CATEGORIES)[number];

const categoryWire = v.pipe(
  v.string(),
  v.transform((text) => text.toLowerCase()),
  v.picklist(['mainnet', 'testnet', ''], 'must be "Mainnet", "Testnet" or empty'),
  v.transform((text): Category | null => (text === 'mainnet' ? 'Mainnet' : text === 'testnet' ? 'Testnet' : null)),
);

/**
 * The request of `get_all_pair_infos`. The category's case is ignored; null selects all categories. `includesGasFee`
 * adds the network fee to `min` and `max`.
 */
export const pairsRequestWire = v.pipe(
  v.object({
    category: v.nullish(categoryWire, ''),
    value_include_gas_fee: v.nullish(v.boolean(), false),
  }),
  v.transform((wire) => ({ category: wire.category, includesGasFee: wire.value_include_gas_fee })),
);

export type PairsRequest = v.InferOutput<typeof pairsRequestWire>;

export function encodePairsRequest(request: PairsRequest): v.InferInput<typeof pairsRequestWire> {
  return { category: request.category ?? '', value_include_gas_fee: request.includesGasFee };
}

/** The same request for GET, an addition to the specification: the path and its parameters. */
export function pairsPath(request: PairsRequest): string {
  const { category, value_include_gas_fee } = encodePairsRequest(request);
  return `pairs?category=${category}&value_include_gas_fee=${value_include_gas_fee}`;
}

export const priceWire = v.pipe(
  v.object({
    currency: nameWire,
    value: v.pipe(v.string(), v.regex(/^\d{1,30}(?:\.\d{1,30})?$/, 'must be a plain decimal')),
    at: timestampWire,
  }),
  v.transform(({ currency, value, at }) => ({ currency, value, atMs: at })),
);

/** The price of one whole token: a plain decimal in a currency such as "USD". */
export type TokenPrice = Readonly<v.InferOutput<typeof priceWire>>;

export const gasDropWire = v.pipe(
  v.object({ token_name: nameWire, decimals: decimalsWire, max_value: amountWire }),
  v.transform((wire) => ({ tokenName: wire.token_name, decimals: wire.decimals, max: wire.max_value })),
);

const MAX_USUAL_SECONDS = 10 * 365 * 86_400;

export const pairInfoWire = v.pipe(
  v.object({
    contract_address: addressWire,
    from_chain_id: chainIdWire,
    from_chain_name: nameWire,
    from_token_address: addressWire,
    from_token_decimals: decimalsWire,
    max_value: amountWire,
    min_value: amountWire,
    to_chain_id: chainIdWire,
    to_chain_name: nameWire,
    to_token_address: addressWire,
    to_token_decimals: decimalsWire,
    token_name: nameWire,
    available: v.optional(v.boolean(), true),
    usual_seconds: optionalWire(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_USUAL_SECONDS))),
    from_token_price: optionalWire(priceWire),
    to_token_price: optionalWire(priceWire),
    gas_drop: optionalWire(gasDropWire),
  }),
  v.transform((wire) => ({
    depositContract: wire.contract_address,
    tokenName: wire.token_name,
    min: wire.min_value,
    max: wire.max_value,
    available: wire.available,
    usualSeconds: wire.usual_seconds,
    gasDrop: wire.gas_drop,
    origin: {
      chainId: wire.from_chain_id,
      chainName: wire.from_chain_name,
      token: wire.from_token_address,
      decimals: wire.from_token_decimals,
      price: wire.from_token_price,
    },
    destination: {
      chainId: wire.to_chain_id,
      chainName: wire.to_chain_name,
      token: wire.to_token_address,
      decimals: wire.to_token_decimals,
      price: wire.to_token_price,
    },
  })),
);

/**
 * A route for one token. `min` and `max` limit the amount a person types, in the origin token's decimals. `available`
 * is false while the bridge's funds don't cover `min`; `max` then equals `min`. Services that don't send it count as
 * available. `usualSeconds` is the median time from deposit to delivery of recent transfers; it and the prices are null
 * while unknown. `gasDrop` is the native token that can arrive with the payout, and at most how much of it; null where
 * it is not offered.
 */
export type PairInfo = v.InferOutput<typeof pairInfoWire>;

/**
 * Twice the size of the largest known bridge. A list is an array of that many small objects, so it needs at most 32 MB.
 */
const MAX_PAIRS = 40_000;

/** `data` of `get_all_pair_infos`: `{ pair_infos }`, at most 40,000 items. */
export const pairsWire = v.pipe(
  v.object({ pair_infos: v.pipe(v.array(pairInfoWire), v.maxLength(MAX_PAIRS)) }),
  v.transform((wire): readonly PairInfo[] => wire.pair_infos),
);

/** The items of `pairsWire`, unread. To read thousands, use `readPairInfo` on each. */
export const pairListWire = v.pipe(
  v.object({ pair_infos: v.pipe(v.array(v.unknown()), v.maxLength(MAX_PAIRS)) }),
  v.transform((wire): readonly unknown[] => wire.pair_infos),
);

/** @throws MalformedAnswer if the item isn't a pair */
export function readPairInfo(item: unknown, index: number): PairInfo {
  const read = v.safeParse(pairInfoWire, item);
  if (read.success) return read.output;
  throw new MalformedAnswer(`The answer's data is invalid: pair_infos.${index}.${firstProblem(read.issues)}`);
}

function encodePrice(price: TokenPrice | null): v.InferInput<typeof priceWire> | null {
  return price && { currency: price.currency, value: price.value, at: encodeTimestamp(price.atMs) };
}

function encodePairInfo(pair: PairInfo): v.InferInput<typeof pairInfoWire> {
  return {
    contract_address: pair.depositContract,
    from_chain_id: pair.origin.chainId.toString(),
    from_chain_name: pair.origin.chainName,
    from_token_address: pair.origin.token,
    from_token_decimals: pair.origin.decimals,
    max_value: encodeAmount(pair.max),
    min_value: encodeAmount(pair.min),
    to_chain_id: pair.destination.chainId.toString(),
    to_chain_name: pair.destination.chainName,
    to_token_address: pair.destination.token,
    to_token_decimals: pair.destination.decimals,
    token_name: pair.tokenName,
    available: pair.available,
    usual_seconds: pair.usualSeconds,
    from_token_price: encodePrice(pair.origin.price),
    to_token_price: encodePrice(pair.destination.price),
    gas_drop: pair.gasDrop && {
      token_name: pair.gasDrop.tokenName,
      decimals: pair.gasDrop.decimals,
      max_value: encodeAmount(pair.gasDrop.max),
    },
  };
}

export function encodePairs(pairs: readonly PairInfo[]): v.InferInput<typeof pairsWire> {
  return { pair_infos: pairs.map(encodePairInfo) };
}
