/** The current gas price of a chain, in wei. */
export type FeeMarket = { readonly baseFee: bigint; readonly tip: bigint };

/** Fees of an EIP-1559 transaction, in wei. */
export type TransactionFees = { readonly maxFee: bigint; readonly tip: bigint };

/**
 * The gas price that users pay: 150 % of the base fee, which can rise by an eighth with every block. The service never signs
 * more than the highest gas price, so it charges no more either: a single provider could name any price.
 */
export function quotedGasPrice({ baseFee, tip }: FeeMarket, maxGasPrice: bigint): bigint {
  const wanted = (baseFee * 3n) / 2n + tip;
  return wanted < maxGasPrice ? wanted : maxGasPrice;
}

/** The gas price that the chain charges in the next block. */
export function expectedGasPrice({ baseFee, tip }: FeeMarket): bigint {
  return baseFee + tip;
}

/** The fees to sign. They allow the base fee to double; the chain charges only the actual base fee. */
export function signingFees({ baseFee, tip }: FeeMarket, maxGasPrice: bigint): TransactionFees {
  const wanted = baseFee * 2n + tip;
  const maxFee = wanted < maxGasPrice ? wanted : maxGasPrice;
  return { maxFee, tip: tip < maxFee ? tip : maxFee };
}

function raise(amount: bigint): bigint {
  // Nodes require a replacement to raise both fees by a tenth. An eighth covers their rounding.
  return amount + (amount + 7n) / 8n;
}

/**
 * The fees of a transaction that replaces an attempt.
 * @returns null when they would exceed the cap
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
 * The fees of another attempt at the same nonce.
 * @returns null when the current attempt can still be mined, or a replacement would exceed the cap
 */
export function bumpedFees(current: TransactionFees, market: FeeMarket, maxGasPrice: bigint): TransactionFees | null {
  const enough = current.maxFee >= market.baseFee + market.tip && current.tip >= market.tip;
  return enough ? null : replacementFees(current, market, maxGasPrice);
}
