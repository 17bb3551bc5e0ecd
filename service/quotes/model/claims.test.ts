import { expect, test } from 'vitest';
import { createSampleCatalog, pickChain, pickRoute } from '../../../tools/lab/service/sampleCatalog.ts';
import type { OpenTransfers } from './liquidity.ts';
import { claimOn, openClaims } from './liquidity.ts';

const catalog = createSampleCatalog();
const wbtc = pickRoute(catalog, 'WBTC');
const [origin, destination] = [pickChain(catalog, wbtc.origin.name), pickChain(catalog, wbtc.destination.name)];
const scale = 10n ** BigInt(wbtc.destinationToken.decimals - wbtc.originToken.decimals);

const open = (payout: bigint | null): OpenTransfers => ({
  ...{ originChainId: origin.id, token: wbtc.originToken.address, destinationId: BigInt(destination.id), amount: 500n },
  gasDrop: 0n,
  payout: payout === null ? null : { token: wbtc.destinationToken.address, amount: payout },
});

test('an unfinished transfer counts as a refund on its origin and as a payout on its destination', () => {
  for (const one of [open(null), open(7n)]) {
    expect(openClaims(catalog, origin, [one])).toEqual([{ token: wbtc.originToken.address, amount: 500n }]);
  }
  // Without a decision the whole deposit counts, in the decimals of the destination.
  expect(openClaims(catalog, destination, [open(null)])).toEqual([
    { token: wbtc.destinationToken.address, amount: 500n * scale },
  ]);
  expect(openClaims(catalog, destination, [open(7n)])).toEqual([{ token: wbtc.destinationToken.address, amount: 7n }]);
});

test('claims of one token add up, and those of another token or chain do not count', () => {
  const token = wbtc.destinationToken.address;
  expect(claimOn(catalog, { chain: destination, token }, [open(7n), open(null)])).toBe(7n + 500n * scale);
  const elsewhere = { ...open(null), destinationId: 1n };
  expect(claimOn(catalog, { chain: destination, token }, [elsewhere])).toBe(0n);
  const usdc = pickRoute(catalog, 'USDC').destinationToken.address;
  expect(claimOn(catalog, { chain: destination, token: usdc }, [open(7n)])).toBe(0n);
});
