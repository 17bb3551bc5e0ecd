import { isNativeToken } from '#shared/address.ts';
import type { PairInfo } from '#shared/wire/pairs.ts';
import type { ChainConfig, TokenConfig } from '../../../config/runtimeConfig.ts';
import type { Route } from '../../../domain/registry.ts';
import { tokenByName } from '../../../domain/registry.ts';

export type PickerOption = {
  readonly name: string;
  readonly detail: string;
  /** Shown disabled. */
  readonly isDisabled: boolean;
};

export function chainOptions(chains: readonly ChainConfig[]): readonly PickerOption[] {
  return chains.map((chain) => ({ name: chain.name, detail: `Chain ${chain.id}`, isDisabled: false }));
}

// Any token can call itself USDC, so the address identifies it.
function tokenDetail(token: TokenConfig, isPinned: boolean): string {
  if (isNativeToken(token.address)) return 'Native token, pays for gas';
  return isPinned ? token.address : `Unverified: ${token.address}`;
}

/** Lists the tokens of an origin. Tokens that this app cannot verify follow, disabled. */
export function tokenOptions(
  { origin, pair }: Route,
  tokens: readonly TokenConfig[],
  unverifiable: readonly PairInfo[],
): readonly PickerOption[] {
  const offered = tokens.map((token) => ({
    name: token.name,
    detail: tokenDetail(token, tokenByName(origin, token.name) !== undefined),
    isDisabled: false,
  }));
  const names = new Set([pair.tokenName, ...tokens.map(({ name }) => name)]);
  const refused = unverifiable
    .filter((other) => other.origin.chainName === origin.name && !names.has(other.tokenName))
    .map(({ tokenName }) => ({
      name: tokenName,
      detail: 'Unavailable: this app can’t verify the token',
      isDisabled: true,
    }));
  return [...offered, ...new Map(refused.map((option) => [option.name, option])).values()];
}
