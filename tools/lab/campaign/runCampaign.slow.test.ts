import { expect, onTestFinished, test } from 'vitest';
import { bundlePrograms } from '../service/programs.ts';
import { runCampaign } from './runCampaign.ts';

const HOSTILITY_EVERY_MS = { clockJump: 5000, fullDisk: 5000, lie: 3000, stranger: 4000, configurationChange: 5000 };

// A short campaign. `npm run lab -- campaign` runs the long ones.
test('pays or refunds every deposit exactly once, to the base unit, while faults happen', async () => {
  const { programs, remove } = await bundlePrograms();
  onTestFinished(remove);
  const result = await runCampaign({
    seed: 'short',
    transfers: 40,
    programs,
    workers: 2,
    everyMs: { deposit: 200, kill: 1500, reorg: 4000, databaseRestart: 5000, feeSpike: 6000, ...HOSTILITY_EVERY_MS },
    deepShare: 0,
    faultsAfterLastDepositMs: 6000,
    recoveryMs: 180_000,
    print: () => {},
  });
  expect(result.audit.violations).toEqual([]);
  expect(result.database).toMatchObject({ total: 40, unfinished: 0, incidents: {} });
  expect(result.passed).toBe(true);
  const { kills, reorgs, databaseRestarts, newVaults } = result.injectedFaults;
  expect(Math.min(kills, reorgs, databaseRestarts, newVaults)).toBeGreaterThan(0);
});
