import { expect, test } from 'vitest';
import { bundleProgram } from '../harness/bundleProgram.ts';
import { runCampaign } from './runCampaign.ts';

// The short form of `npm run chaos -- campaign`: long enough to fail where something is badly wrong.
test('while everything breaks, every deposit is paid or refunded, once and to the unit', {
  timeout: 300_000,
}, async () => {
  const result = await runCampaign({
    seed: 'short',
    transfers: 60,
    program: await bundleProgram('service/main.ts'),
    workers: 2,
    everyMs: { deposit: 200, kill: 1500, reorg: 5000, databaseRestart: 9000, feeSpike: 6000 },
    deepShare: 0,
    troubledMs: 10_000,
    calmMs: 180_000,
    say: () => {},
  });
  expect(result.verdict.faults).toEqual([]);
  expect(result.books).toMatchObject({ total: 60, unfinished: 0, incidents: {} });
  expect(result.passed).toBe(true);
  const { kills, reorgs, databaseRestarts } = result.troubles;
  expect(Math.min(kills, reorgs, databaseRestarts)).toBeGreaterThan(0);
});
