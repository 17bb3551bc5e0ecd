import { isNativeToken } from '#shared/address.ts';
import type { PairInfo } from '#shared/wire/pairs.ts';
import type { ChainConfig, TokenConfig } from '../../../config/runtimeConfig.ts';
import type { Route } from '../../../domain/registry.ts';
import { tokenByName } from '../../../domain/registry.ts';
import type { PickerOption } from './PickerDialog.tsx';

export function chainOptions(chains: readonly ChainConfig[]): readonly PickerOption[] {
  return chains.map((chain) => ({ name: chain.name, detail: `Chain ${chain.id}`, isOff: false }));
}

// Tickers are anybody's to take; the address is what tells one USDC from another.
function tokenDetail(token: TokenConfig, isPinned: boolean): string {
  if (isNativeToken(token.address)) return 'Native token, pays for gas';
  return isPinned ? token.address : `Not verified by this app: ${token.address}`;
}

/** The tokens of an origin, and after them those that the service offers there and this app cannot verify. */
export function tokenOptions(
  { origin, pair }: Route,
  tokens: readonly TokenConfig[],
  unverifiable: readonly PairInfo[],
): readonly PickerOption[] {
  const offered = tokens.map((token) => ({
    name: token.name,
    detail: tokenDetail(token, tokenByName(origin, token.name) !== undefined),
    isOff: false,
  }));
  const names = new Set([pair.tokenName, ...tokens.map(({ name }) => name)]);
  const refused = unverifiable
    .filter((other) => other.origin.chainName === origin.name && !names.has(other.tokenName))
    .map(({ tokenName }) => ({ name: tokenName, detail: 'Not verifiable here, so it is off', isOff: true }));
  return [...offered, ...new Map(refused.map((option) => [option.name, option])).values()];
}
