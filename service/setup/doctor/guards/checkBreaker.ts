import { formatAmount } from '#shared/amount.ts';
import { readBreakerFigures } from '../../../db/breaker.ts';
import type { Database } from '../../../db/database.ts';
import type { BreakerBounds } from '../../../domain/breakerBounds.ts';
import type { Catalog } from '../../../domain/catalog.ts';
import { totalValue } from '../../../domain/exposure.ts';
import { PRICE_DECIMALS } from '../../../domain/price.ts';
import type { Finding } from '../finding.ts';
import { failed, passed, warned } from '../finding.ts';
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

/** Whether the breaker reads each chain, and has stopped nothing. */
export async function checkBreakerReadings(
  { chains }: Catalog,
  { maxReadAgeSeconds }: BreakerBounds,
  database: Database,
): Promise<readonly Finding[]> {
  const { stops, readings } = await readBreakerFigures(database, null);
  const ages = chains.map(({ id, name }): Finding => {
    const check = `breaker: readings of ${name}`;
    const age = readings.find(({ chainId }) => chainId === id)?.ageSeconds ?? null;
    if (age === null) return failed(check, 'it has read no event yet', 'docs/runbook.md#causewaybreakerunread');
    const detail = `its events were read ${Math.round(age)} s ago`;
    return age <= maxReadAgeSeconds
      ? passed(check, detail)
      : failed(check, `${detail}, and payments wait`, 'docs/runbook.md#causewaybreakerunread');
  });
  const check = 'breaker: stops';
  return [
    ...ages,
    stops === 0
      ? passed(check, 'it has stopped nothing')
      : failed(check, `${stops} of its stops wait for an operator`, 'docs/runbook.md#causewaybreakerstopped'),
  ];
}
