import { divideRoundingUp } from '#shared/amount.ts';
import type { Catalog, Chain, Route } from '../../boot/model/catalog.ts';
import { findPinnedToken, isRouteOf } from '../../boot/model/catalog.ts';
import { assumedGas } from '../../boot/model/chainFamily.ts';
import { quotedGasPrice } from '../../chain/model/gasPrice.ts';
import type { Deposit } from '../../deposits/model/deposit.ts';
import { gasCostInToken } from './price.ts';
import type { FeeSchedule } from './quote.ts';
import { differsLittle, quoteWindow, schedulesInForce } from './quote.ts';

// Far below any amount that a person mistypes, which is refunded.
const TRIVIAL_SHARE = 1000n;

/** What is too small to handle while a fee schedule is in force, in the origin token's base units. */
export type DustTerms = {
  /** Smaller deposits are dust, whatever gas costs. */
  readonly dustBelow: bigint;
  /** What a refund costs at `refundGasPrice`; 0 if the cost doesn't count. */
  readonly refundCost: bigint;
  /** The highest gas price to sign on the origin chain, in wei. */
  readonly refundGasPrice: bigint;
};

/** The fields of a stored schedule that define dust. */
export type DustSchedule = Pick<FeeSchedule, 'routeId' | 'validFrom' | 'min'> & DustTerms;

/** A route's terms according to the current configuration and prices. */
export function createDustTerms({ refundGas }: Pick<Catalog, 'refundGas'>, route: Route): DustTerms {
  const { min, origin, originToken, token } = route;
  const { maxGasPrice: refundGasPrice, nativePrice } = origin;
  const { decimals, handlingMinimum } = originToken;
  if (handlingMinimum !== undefined) return { dustBelow: handlingMinimum, refundCost: 0n, refundGasPrice };
  const cost = { gas: refundGas ?? assumedGas(origin), gasPrice: refundGasPrice, nativePrice };
  return {
    dustBelow: divideRoundingUp(min, TRIVIAL_SHARE),
    refundCost: gasCostInToken(cost, { decimals, price: token.price }),
    refundGasPrice,
  };
}

/** Whether stored terms still hold. A refund's cost follows prices, so a small difference doesn't count. */
export function isSameDust(stored: DustTerms, current: DustTerms): boolean {
  return (
    stored.dustBelow === current.dustBelow &&
    stored.refundGasPrice === current.refundGasPrice &&
    differsLittle(stored.refundCost, current.refundCost)
  );
}

/** What decides about a token's deposits in a block. */
export type DustQuestion = {
  readonly token: Deposit['token'];
  readonly blockTime: Date;
  /**
   * The stored schedules of the chain's routes, including removed ones: at least those in force during the block's
   * quote window.
   */
  readonly schedules: readonly DustSchedule[];
};

/**
 * The terms that the service may have quoted for a deposit, by its block's time, whatever the route. What was stored
 * earlier or later doesn't count, so every read of the block finds the same terms. Before the first schedule, as in a
 * new database, the configured terms count. None for an unknown token, or one without a route.
 */
export function findDustTerms(
  catalog: Catalog,
  chain: Chain,
  { token, blockTime, schedules }: DustQuestion,
): readonly (DustTerms & Pick<FeeSchedule, 'min'>)[] {
  const pinned = findPinnedToken(catalog, chain, token);
  if (!pinned) return [];
  const ofToken = schedules.filter(({ routeId }) => isRouteOf(routeId, pinned.token.name, chain.id));
  const window = quoteWindow(blockTime, catalog.quoteValiditySeconds);
  const inForce = [...new Set(ofToken.map(({ routeId }) => routeId))].flatMap((id) =>
    schedulesInForce(
      ofToken.filter(({ routeId }) => routeId === id),
      window,
    ),
  );
  if (inForce.length > 0) return inForce;
  const routes = catalog.routes.filter(({ id }) => isRouteOf(id, pinned.token.name, chain.id));
  return routes.map((route) => ({ min: route.min, ...createDustTerms(catalog, route) }));
}

/**
 * Whether a deposit is too small to handle under each of these terms. The service then doesn't store it, and the amount
 * stays in the vault.
 *
 * A deposit that a schedule accepts is never dust, whatever gas costs in its block: it can be paid out where gas is
 * cheap. Nor is a deposit without terms, because nothing says what is small. Any other deposit is dust below the
 * configured minimum. Without one, it is dust if its refund would cost more gas than it is worth, at its block's base
 * fee. Where gas costs almost nothing, thousands of deposits of one base unit would be worth their refunds, so a
 * deposit below a thousandth of every minimum is dust too.
 * @param baseFee of the deposit's block
 */
export function isDust(
  terms: ReturnType<typeof findDustTerms>,
  { amount, baseFee }: Pick<Deposit, 'amount'> & { readonly baseFee: bigint },
): boolean {
  const isBelow = ({ min, dustBelow, refundCost, refundGasPrice }: (typeof terms)[number]) => {
    if (amount >= min) return false;
    const gasPrice = quotedGasPrice({ baseFee, tip: 0n }, refundGasPrice);
    return amount < dustBelow || amount <= divideRoundingUp(refundCost * gasPrice, refundGasPrice);
  };
  return terms.length > 0 && terms.every(isBelow);
}
