import type { Hex } from 'viem';
import { isNativeToken } from '#shared/address.ts';
import { fitsTarget } from '#shared/gasDrop.ts';
import { isContract } from '../../chain/model/accountCode.ts';
import type { Route } from '../../config/registry.ts';

/** What the destination shows of a recipient, and what gas costs there. */
export type RecipientGas = { readonly code: Hex; readonly balance: bigint; readonly maxFeePerGas: bigint };

/** Sending native tokens uses 21,000 gas. An account with less can do nothing on its chain. */
const LEAST_GAS = 21_000n;
/** Moving a token twenty times uses about this much gas. */
const OFFERED_GAS = 1_300_000n;

/**
 * How much gas the form offers to let arrive, in wei; 0 for none. The pair's maximum is the operator's limit, and can be
 * far more than a person needs on a cheap chain. So the offer pays for about twenty transfers, and is a round number.
 */
export function gasOffer({ pair, destinationToken }: Route, { code, balance, maxFeePerGas }: RecipientGas): bigint {
  if (!pair.gasDrop || isNativeToken(destinationToken.address) || isContract(code)) return 0n;
  if (balance >= LEAST_GAS * maxFeePerGas) return 0n;
  const wanted = roundUp(OFFERED_GAS * maxFeePerGas);
  const { amount: max } = pair.gasDrop.max;
  const offered = wanted < max ? wanted : max;
  return fitsTarget(offered) ? offered : 0n;
}

/** Rounds up to one digit other than 0. */
function roundUp(amount: bigint): bigint {
  const unit = 10n ** BigInt(`${amount}`.length - 1);
  return ((amount + unit - 1n) / unit) * unit;
}
