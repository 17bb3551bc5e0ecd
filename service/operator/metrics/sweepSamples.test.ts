import { expect, test } from 'vitest';
import { createSampleCatalog, pickRoute } from '../../../tools/lab/service/sampleCatalog.ts';
import type { SweepFigures } from './valuedMetrics.ts';
import { sweepSamples } from './valuedMetrics.ts';

const TREASURY = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const USDC = 1_000_000n;

const catalog = createSampleCatalog((file) => {
  file.vaults.treasury = TREASURY;
  for (const token of file.tokens) if (token.name === 'USDC') token.float = { Northshore: '20000' };
});
const { origin, destination, originToken } = pickRoute(catalog, 'USDC');
const token = originToken.address;

const held = { ...{ chainId: origin.id, token, balance: 30_000n * USDC, spendable: 0n, perPayment: 0n, free: 0n } };
const figures = (more: Partial<SweepFigures> = {}): SweepFigures => ({
  ...{ liquidity: [{ ...held, ageSeconds: 5 }], open: [], scheduled: [] },
  ...more,
});

const sample = (value: number) => [{ labels: { chain: 'Northshore', token: 'USDC' }, value }];
const readAll = (from: SweepFigures, of = catalog) => sweepSamples(of, from);

test('shows what neither the float, nor a transfer, nor a scheduled withdrawal needs', () => {
  expect(readAll(figures())).toEqual(sample(10_000));
  const open = { originChainId: origin.id, token, destinationId: BigInt(destination.id), amount: 4000n * USDC };
  const withdrawal = { chainId: origin.id, vault: origin.vault, token, recipient: origin.vault, amount: 5950n * USDC };
  const times = { readyAt: new Date(), expiresAt: new Date() };
  const claimed = { open: [{ ...open, payout: null, gasDrop: 0n }] };
  expect(readAll(figures(claimed))).toEqual(sample(6000));
  // 50 are left, which is below the minimum.
  expect(readAll(figures({ ...claimed, scheduled: [{ ...withdrawal, ...times }] }))).toEqual(sample(0));
});

test('shows nothing without a float, and while the balance is old or unknown', () => {
  expect(readAll(figures(), createSampleCatalog())).toEqual([]);
  expect(readAll(figures({ liquidity: [] }))).toEqual([]);
  expect(readAll(figures({ liquidity: [{ ...held, ageSeconds: 61 }] }))).toEqual([]);
});
