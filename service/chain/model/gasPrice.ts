/**
 * A chain's current gas price, in wei. A legacy chain has no base fee (EIP-1559): its whole gas price is the tip, and a
 * transaction pays all of it.
 */
export type FeeMarket = { readonly baseFee: bigint; readonly tip: bigint; readonly isLegacy?: true };

/** A transaction's fees, in wei. In a legacy transaction (type 0), both are its gas price. */
export type TransactionFees = { readonly maxFee: bigint; readonly tip: bigint; readonly isLegacy?: true };

/** Adds half, because a quote is honoured for minutes, during which prices rise. */
function withHeadroom(price: bigint): bigint {
  return (price * 3n) / 2n;
}

/**
 * The gas price that users pay: 150 % of the base fee, which can rise by an eighth per block. The service never signs
 * above its highest gas price, so it doesn't charge more either: a single provider could name any price.
 */
export function quotedGasPrice({ baseFee, tip, isLegacy }: FeeMarket, maxGasPrice: bigint): bigint {
  const wanted = isLegacy ? withHeadroom(tip) : withHeadroom(baseFee) + tip;
  return wanted < maxGasPrice ? wanted : maxGasPrice;
}

/** What users pay for the fee that a rollup charges in addition to gas. It follows another chain's gas price. */
export function quotedDataFee(dataFee: bigint): bigint {
  return withHeadroom(dataFee);
}

/** The gas price that the chain charges in the next block. */
export function expectedGasPrice({ baseFee, tip }: FeeMarket): bigint {
  return baseFee + tip;
}

/** The fees to sign. They let the base fee double; the chain charges only the actual base fee. */
export function signingFees({ baseFee, tip, isLegacy }: FeeMarket, maxGasPrice: bigint): TransactionFees {
  const wanted = baseFee * 2n + tip;
  const maxFee = wanted < maxGasPrice ? wanted : maxGasPrice;
  return toFees({ maxFee, tip: tip < maxFee ? tip : maxFee, isLegacy });
}

type Wanted = { readonly maxFee: bigint; readonly tip: bigint; readonly isLegacy: true | undefined };

function toFees({ maxFee, tip, isLegacy }: Wanted): TransactionFees {
  return isLegacy ? { maxFee, tip: maxFee, isLegacy } : { maxFee, tip };
}

function raise(amount: bigint): bigint {
  // Nodes require a replacement to raise both fees by a tenth. An eighth covers their rounding.
  return amount + (amount + 7n) / 8n;
}

/**
 * The fees of a transaction that replaces an attempt.
 * @returns null if they would exceed the cap
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
  return toFees({ maxFee, tip: tip < maxFee ? tip : maxFee, isLegacy: market.isLegacy });
}

/**
 * The fees of another attempt at the same nonce.
 * @returns null if the current attempt can still be mined, or a replacement would exceed the cap
 */
export function bumpedFees(current: TransactionFees, market: FeeMarket, maxGasPrice: bigint): TransactionFees | null {
  const enough = current.maxFee >= market.baseFee + market.tip && current.tip >= market.tip;
  return enough ? null : replacementFees(current, market, maxGasPrice);
}
