import type { Address } from 'viem';
import type { Catalog, Chain } from './catalog.ts';
import { findPinnedToken } from './catalog.ts';
import { assumedGas } from './chainFamily.ts';
import type { Deposit } from './deposit.ts';
import { quotedGasPrice } from './gasPrice.ts';
import { gasCostInToken } from './price.ts';

// Far below any amount that a person mistypes, which is refunded.
const TRIVIAL_SHARE = 1000n;

/** The smallest amount of its token that a route from the chain accepts; null without a route. */
function smallestMinimum({ routes }: Catalog, chain: Chain, token: Address): bigint | null {
  const offered = routes.filter(({ origin, originToken }) => origin.id === chain.id && originToken.address === token);
  return offered.reduce<bigint | null>((least, { min }) => (least === null || min < least ? min : least), null);
}

/**
 * Whether a deposit is too small to handle. The service does not store it, and the amount stays in the vault.
 *
 * A deposit that a route accepts is never dust, whatever gas costs in its block: it can be paid out where gas is cheap. Nor is
 * one of an unknown token or of a token without a route, because the configuration does not say what is small. Another
 * deposit, without a configured minimum, is dust when its refund would cost more gas than it is worth, at the base fee of its
 * block. So every reading of the block gives the same result. Where gas costs almost nothing, thousands of deposits of one base unit
 * would be worth their refunds, so it is also a deposit below a thousandth of every minimum of its token.
 * @param baseFee of the deposit's block
 */
export function isDust(
  catalog: Catalog,
  chain: Chain,
  { deposit, baseFee }: { readonly deposit: Pick<Deposit, 'token' | 'amount'>; readonly baseFee: bigint },
): boolean {
  const pinned = findPinnedToken(catalog, chain, deposit.token);
  if (!pinned) return false;
  const { token, deployment } = pinned;
  const minimum = smallestMinimum(catalog, chain, deposit.token);
  if (minimum === null || deposit.amount >= minimum) return false;
  if (deployment.handlingMinimum !== undefined) return deposit.amount < deployment.handlingMinimum;
  if (deposit.amount * TRIVIAL_SHARE < minimum) return true;
  const gasPrice = quotedGasPrice({ baseFee, tip: 0n }, chain.maxGasPrice);
  const cost = gasCostInToken(
    { gas: catalog.refundGas ?? assumedGas(chain), gasPrice, nativePrice: chain.nativePrice },
    { decimals: deployment.decimals, price: token.price },
  );
  return deposit.amount <= cost;
}
