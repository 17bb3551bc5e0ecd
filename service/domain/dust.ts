import type { Catalog, Chain } from './catalog.ts';
import { findPinnedToken } from './catalog.ts';
import type { Deposit } from './deposit.ts';
import { quotedGasPrice } from './gasPrice.ts';
import { gasCostInToken } from './price.ts';

// Far below any amount that a person mistypes, which is refunded.
const TRIVIAL_SHARE = 1000n;

/** Whether an amount is trivial beside the smallest transfer of its token from the chain. */
function isTrivial({ routes }: Catalog, chain: Chain, { token, amount }: Pick<Deposit, 'token' | 'amount'>): boolean {
  const offered = routes.filter(({ origin, originToken }) => origin.id === chain.id && originToken.address === token);
  return offered.length > 0 && offered.every(({ min }) => amount * TRIVIAL_SHARE < min);
}

/**
 * Whether a deposit is too small to handle. The service does not store it, and the amount stays in the vault.
 *
 * Without a configured minimum, that is a deposit whose refund would cost more gas than it is worth, at the base fee of its
 * block. So every reading of the block gives the same result. Where gas costs almost nothing, thousands of deposits of one
 * base unit would be worth their refunds, so it is also a deposit below a thousandth of every minimum of its token. A deposit
 * of an unknown token has no known worth, so it is never dust.
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
  if (deployment.handlingMinimum !== undefined) return deposit.amount < deployment.handlingMinimum;
  if (isTrivial(catalog, chain, deposit)) return true;
  const gasPrice = quotedGasPrice({ baseFee, tip: 0n }, chain.maxGasPrice);
  const cost = gasCostInToken(
    { gas: catalog.refundGas, gasPrice, nativePrice: chain.nativePrice },
    { decimals: deployment.decimals, price: token.price },
  );
  return deposit.amount <= cost;
}
