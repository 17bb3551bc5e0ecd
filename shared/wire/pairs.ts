import * as v from 'valibot';
import { amountWire, encodeAmount } from './amount.ts';
import { addressWire, chainIdWire, decimalsWire, nameWire } from './primitives.ts';

export const CATEGORIES = ['Mainnet', 'Testnet'] as const;
export type Category = (typeof CATEGORIES)[number];

const categoryWire = v.pipe(
  v.string(),
  v.transform((text) => text.toLowerCase()),
  v.picklist(['mainnet', 'testnet', ''], 'must be "Mainnet", "Testnet" or empty'),
  v.transform((text): Category | null => (text === 'mainnet' ? 'Mainnet' : text === 'testnet' ? 'Testnet' : null)),
);

/**
 * Request of `get_all_pair_infos`. The category's case is ignored; null selects all categories. `includesGasFee` adds
 * the network fee to `min` and `max`.
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

const pairInfoWire = v.pipe(
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
  }),
  v.transform((wire) => ({
    depositContract: wire.contract_address,
    tokenName: wire.token_name,
    min: wire.min_value,
    max: wire.max_value,
    available: wire.available,
    origin: {
      chainId: wire.from_chain_id,
      chainName: wire.from_chain_name,
      token: wire.from_token_address,
      decimals: wire.from_token_decimals,
    },
    destination: {
      chainId: wire.to_chain_id,
      chainName: wire.to_chain_name,
      token: wire.to_token_address,
      decimals: wire.to_token_decimals,
    },
  })),
);

/**
 * A route for one token. `min` and `max` bound the amount a person types, in the origin token's decimals. `available` is false
 * while the bridge's funds do not cover `min`; `max` then equals `min`. Services that do not send it count as available.
 */
export type PairInfo = v.InferOutput<typeof pairInfoWire>;

/** `data` of `get_all_pair_infos`: `{ pair_infos }`, at most 10,000 items. */
export const pairsWire = v.pipe(
  v.object({ pair_infos: v.pipe(v.array(pairInfoWire), v.maxLength(10_000)) }),
  v.transform((wire): readonly PairInfo[] => wire.pair_infos),
);

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
  };
}

export function encodePairs(pairs: readonly PairInfo[]): v.InferInput<typeof pairsWire> {
  return { pair_infos: pairs.map(encodePairInfo) };
}
