import type { Address } from 'viem';
import { parseAddress } from '#shared/address.ts';
import { formatAmount, NATIVE_DECIMALS } from '#shared/amount.ts';
import { splitTarget } from '#shared/gasDrop.ts';
import type { Catalog, Chain, Route } from '../../boot/model/catalog.ts';
import { internalAddresses, maxGasDropOf } from '../../boot/model/catalog.ts';

export type RecipientResult =
  | { readonly ok: true; readonly recipient: Address }
  | { readonly ok: false; readonly problem: string };

// EIP-1352 reserves the lowest addresses for precompiled contracts. Money sent there is lost.
const HIGHEST_RESERVED = 0xffffn;

export const NOT_AN_ADDRESS = 'is not an account address (0x and 40 hex digits with a valid checksum)';

/**
 * Parses a payout's recipient. It trims and corrects nothing: text that isn't exactly an address is rejected.
 * @param internal the bridge's addresses and the tokens on the destination chain
 */
function parseRecipient(text: string, internal: readonly Address[]): RecipientResult {
  const recipient = parseAddress(text);
  if (!recipient) return { ok: false, problem: NOT_AN_ADDRESS };
  if (BigInt(recipient) === 0n) return { ok: false, problem: 'is the zero address' };
  if (BigInt(recipient) <= HIGHEST_RESERVED) return { ok: false, problem: 'is reserved for precompiled contracts' };
  if (internal.includes(recipient)) return { ok: false, problem: 'is an address of the bridge or a token contract' };
  return { ok: true, recipient };
}

/** Parses a payout's recipient on a chain of the catalog. */
export function readRecipient(catalog: Catalog, destination: Chain, text: string): RecipientResult {
  return parseRecipient(text, internalAddresses(catalog, destination));
}

export type TargetResult =
  | { readonly ok: true; readonly recipient: Address; readonly gasDrop: bigint }
  | { readonly ok: false; readonly code: 'recipient_invalid' | 'gas_drop_refused'; readonly problem: string };

/** What a payout to a target may be. */
export type TargetBounds = { readonly internal: readonly Address[]; readonly maxGasDrop: bigint };

// For people who misspelt a gas drop. The recipient before it may be fine.
const MISSPELT_GAS = /^0x[0-9a-f]{40}\+/i;

/** Parses a deposit's target: a recipient, and perhaps a gas drop. */
export function parseTarget(text: string, { internal, maxGasDrop }: TargetBounds): TargetResult {
  const refuseGas = (problem: string) => ({ ok: false, code: 'gas_drop_refused', problem }) as const;
  const { recipient: address, gasDrop } = splitTarget(text);
  if (MISSPELT_GAS.test(address)) return refuseGas('asks for gas on arrival in a form that the bridge does not read');
  const parsed = parseRecipient(address, internal);
  if (!parsed.ok) return { ...parsed, code: 'recipient_invalid' };
  if (gasDrop <= maxGasDrop) return { ...parsed, gasDrop };
  const [asked, most] = [gasDrop, maxGasDrop].map((amount) => formatAmount({ amount, decimals: NATIVE_DECIMALS }));
  return refuseGas(`asks for ${asked} native tokens for gas, more than the ${most} that the bridge pays`);
}

/** Parses the target of a deposit whose payout is in a token on a chain of the catalog. */
export function readTarget(
  catalog: Catalog,
  { destination, destinationToken }: Pick<Route, 'destination' | 'destinationToken'>,
  text: string,
): TargetResult {
  const internal = internalAddresses(catalog, destination);
  return parseTarget(text, { internal, maxGasDrop: maxGasDropOf(destination, destinationToken.address) });
}
