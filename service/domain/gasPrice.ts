/** What a chain asks for gas now, in wei. */
export type FeeMarket = { readonly baseFee: bigint; readonly tip: bigint };

/** Fees of an EIP-1559 transaction, in wei. */
export type TransactionFees = { readonly maxFee: bigint; readonly tip: bigint };

/** The gas price that users are charged: half above the base fee, which can rise by an eighth with every block. */
export function quotedGasPrice({ baseFee, tip }: FeeMarket): bigint {
  return (baseFee * 3n) / 2n + tip;
}

/** The fees to sign with: room for the base fee to double, and only what is needed of it is spent. */
export function signingFees({ baseFee, tip }: FeeMarket, maxGasPrice: bigint): TransactionFees {
  const wanted = baseFee * 2n + tip;
  const maxFee = wanted < maxGasPrice ? wanted : maxGasPrice;
  return { maxFee, tip: tip < maxFee ? tip : maxFee };
}

function raise(amount: bigint): bigint {
  // Nodes want a replacement to raise both fees by a tenth; an eighth leaves room for their rounding.
  return amount + (amount + 7n) / 8n;
}

/**
 * The fees for a transaction that is to take the place of an attempt.
 * @returns null where the cap leaves no room for it
 */
export function replacementFees(
  current: TransactionFees,
  market: FeeMarket,
  maxGasPrice: bigint,
): TransactionFees | null {
  const wanted = signingFees(market, maxGasPrice);
  const least = { maxFee: raise(current.maxFee), tip: raise(current.tip) };
  if (least.maxFee > maxGasPrice) return null;
  const maxFee = wanted.maxFee > least.maxFee ? wanted.maxFee : least.maxFee;
  const tip = wanted.tip > least.tip ? wanted.tip : least.tip;
  return { maxFee, tip: tip < maxFee ? tip : maxFee };
}

/**
 * The fees for another attempt at the same nonce.
 * @returns null where the attempt can still be mined as it is, or the cap leaves no room for a replacement
 */
export function bumpedFees(current: TransactionFees, market: FeeMarket, maxGasPrice: bigint): TransactionFees | null {
  const enough = current.maxFee >= market.baseFee + market.tip && current.tip >= market.tip;
  return enough ? null : replacementFees(current, market, maxGasPrice);
}
