import { isNativeToken } from '#shared/address.ts';
import type { PairInfo } from '#shared/wire/pairs.ts';
import type { ChainConfig, TokenConfig } from '../../../config/runtimeConfig.ts';
import type { Route } from '../../../domain/registry.ts';
import { tokenByName } from '../../../domain/registry.ts';
import type { MainWords } from '../../../words/main/mainWords.ts';

export type PickerOption = {
  readonly name: string;
  readonly detail: string;
  /** Shown disabled. */
  readonly isDisabled: boolean;
};

type T = Pick<MainWords, 't'>;

export function chainOptions(chains: readonly ChainConfig[], { t }: T): readonly PickerOption[] {
  return chains.map((chain) => ({
    name: chain.name,
    detail: t('chainWithId', { id: `${chain.id}` }),
    isDisabled: false,
  }));
}

// Any token can call itself USDC, so the address identifies it.
function tokenDetail({ address }: TokenConfig, isPinned: boolean, { t }: T): string {
  if (isNativeToken(address)) return t('nativeGasToken');
  return isPinned ? address : t('unverifiedToken', { address });
}

type Tokens = { readonly offered: readonly TokenConfig[]; readonly unverifiable: readonly PairInfo[] };

/** Lists the tokens of an origin. Tokens that this app cannot verify follow, disabled. */
export function tokenOptions({ origin, pair }: Route, tokens: Tokens, words: T): readonly PickerOption[] {
  const offered = tokens.offered.map((token) => ({
    name: token.name,
    detail: tokenDetail(token, tokenByName(origin, token.name) !== undefined, words),
    isDisabled: false,
  }));
  const names = new Set([pair.tokenName, ...tokens.offered.map(({ name }) => name)]);
  const refused = tokens.unverifiable
    .filter((other) => other.origin.chainName === origin.name && !names.has(other.tokenName))
    .map(({ tokenName }) => ({ name: tokenName, detail: words.t('unavailableToken'), isDisabled: true }));
  return [...offered, ...new Map(refused.map((option) => [option.name, option])).values()];
}
