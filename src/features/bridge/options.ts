import { isNativeToken } from '#shared/address.ts';
import type { ChainConfig, TokenConfig } from '../../config/runtimeConfig.ts';
import type { PickerOption } from './PickerDialog.tsx';

export function chainOptions(chains: readonly ChainConfig[]): readonly PickerOption[] {
  return chains.map((chain) => ({ name: chain.name, detail: `Chain ${chain.id}` }));
}

// Tickers are anybody's to take; the address is what tells one USDC from another.
export function tokenOptions(tokens: readonly TokenConfig[]): readonly PickerOption[] {
  return tokens.map((token) => ({
    name: token.name,
    detail: isNativeToken(token.address) ? 'Native token, pays for gas' : token.address,
  }));
}
