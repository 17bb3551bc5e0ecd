import { formatAmount } from '#shared/amount.ts';
import type { BreakerBounds } from '../../../domain/breakerBounds.ts';
import type { Catalog, Chain } from '../../../domain/catalog.ts';
import { totalValue } from '../../../domain/exposure.ts';
import { largestPayout } from '../../../domain/largestPayout.ts';
import { PRICE_DECIMALS } from '../../../domain/price.ts';
import type { Finding } from '../finding.ts';
import { failed, passed, warned } from '../finding.ts';
import type { VaultState } from './readVaults.ts';

const show = (value: bigint) => formatAmount({ amount: value, decimals: PRICE_DECIMALS });
const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);
const FIX = 'docs/configuration.md#circuit-breaker';

/** The value of the largest single payout on a chain. */
function largestValue(catalog: Catalog, chain: Chain): bigint {
  const values = catalog.tokens.map(({ deployments }) => {
    const token = deployments.get(chain.name)?.address;
    const amount = token ? largestPayout(catalog.routes, chain, token) : 0n;
    return token ? (totalValue(catalog, chain, [{ token, amount }]) ?? 0n) : 0n;
  });
  return values.reduce((most, value) => (value > most ? value : most), 0n);
}

/** The value that the caps of a vault let out while the breaker's window passes. */
function valueOfCaps(catalog: Catalog, { windowSeconds }: BreakerBounds, vault: VaultState): bigint {
  const windows = (BigInt(windowSeconds) + vault.windowSeconds - 1n) / vault.windowSeconds;
  const capped = vault.tokens.map(({ token, perWindow }) => ({ token, amount: perWindow * windows }));
  return totalValue(catalog, vault.chain, capped) ?? 0n;
}

type Outflow = { readonly check: string; readonly bound: bigint; readonly largest: bigint; readonly caps: bigint };

function compareOutflow({ check, bound, largest, caps }: Outflow): Finding {
  if (bound < largest) {
    return failed(
      check,
      `it is ${show(bound)}, but one payout can be worth ${show(largest)} and would stop payments`,
      FIX,
    );
  }
  if (bound >= caps) {
    return warned(
      check,
      `it is ${show(bound)}, but the caps of the vaults stop payments before, at ${show(caps)}`,
      FIX,
    );
  }
  return passed(check, `${show(bound)} is above the largest payout and below the caps of the vaults`);
}

/** Compares the bounds with what the routes pay, what the caps let out and what the vaults hold. */
export function checkBreakerBounds(
  catalog: Catalog,
  breaker: BreakerBounds,
  vaults: readonly VaultState[],
): readonly Finding[] {
  const { maxNetOutflow, maxOutflow } = breaker;
  const ofChains = vaults.map((vault) => ({
    vault,
    largest: largestValue(catalog, vault.chain),
    caps: valueOfCaps(catalog, breaker, vault),
    held: totalValue(catalog, vault.chain, vault.tokens) ?? 0n,
  }));
  const findings = ofChains.flatMap(({ vault: { chain }, largest, caps }) =>
    chain.maxOutflow === null
      ? []
      : [compareOutflow({ check: `breaker: maxOutflow of ${chain.name}`, bound: chain.maxOutflow, largest, caps })],
  );
  if (maxOutflow !== null) {
    const largest = ofChains.reduce((most, one) => (one.largest > most ? one.largest : most), 0n);
    const caps = sum(ofChains.map((one) => one.caps));
    findings.push(compareOutflow({ check: 'breaker: maxOutflow', bound: maxOutflow, largest, caps }));
  }
  if (maxNetOutflow !== null) {
    const held = sum(ofChains.map((one) => one.held));
    const check = 'breaker: maxNetOutflow';
    findings.push(
      maxNetOutflow < held
        ? passed(check, `${show(maxNetOutflow)} of the ${show(held)} in the vaults`)
        : warned(
            check,
            `it is ${show(maxNetOutflow)}, but the vaults hold ${show(held)}: it stops nothing in time`,
            FIX,
          ),
    );
  }
  return findings;
}
