import { formatAmount } from '#shared/amount.ts';
import type { BreakerBounds } from '../../../domain/breakerBounds.ts';
import type { Catalog } from '../../../domain/catalog.ts';
import { totalValue } from '../../../domain/exposure.ts';
import { PRICE_DECIMALS } from '../../../domain/price.ts';
import type { Finding } from '../finding.ts';
import { passed, warned } from '../finding.ts';
import type { VaultState } from './readVaults.ts';

const show = (value: bigint) => formatAmount({ amount: value, decimals: PRICE_DECIMALS });

/** Compares the bound with what the vaults hold. */
export function checkBreakerBound(
  catalog: Catalog,
  { maxNetOutflow }: BreakerBounds,
  vaults: readonly VaultState[],
): Finding {
  const values = vaults.map(({ chain, tokens }) => totalValue(catalog, chain, tokens) ?? 0n);
  const held = values.reduce((total, value) => total + value, 0n);
  const check = 'breaker: maxNetOutflow';
  return maxNetOutflow < held
    ? passed(check, `${show(maxNetOutflow)} of the ${show(held)} in the vaults`)
    : warned(
        check,
        `it is ${show(maxNetOutflow)}, but the vaults hold ${show(held)}: it stops nothing in time`,
        'docs/configuration.md#circuit-breaker',
      );
}
