import { bundlePrograms } from '../../service/programs.ts';
import { runCampaign } from './runCampaign.ts';

// In every fifth seed, 30 % of the reorgs are deeper than the service's confirmations.
const DEEP_REORG_SEEDS = 5;
const DEEP_SHARE = 0.3;
const HOSTILITY_EVERY_MS = {
  clockJump: 12_400,
  fullDisk: 16_500,
  lie: 4100,
  stranger: 6600,
  configurationChange: 2000,
};

export type CampaignCommand = {
  readonly seeds: readonly number[];
  readonly transfers: number;
  readonly print: (line: string) => void;
};

/** Runs one campaign per seed. @returns whether all of them passed */
export async function campaignCommand({ seeds, transfers, print }: CampaignCommand): Promise<boolean> {
  const { programs, remove } = await bundlePrograms();
  let hasPassed = true;
  for (const seed of seeds) {
    const result = await runCampaign({
      seed: String(seed),
      transfers,
      programs,
      workers: 3,
      everyMs: {
        deposit: 170,
        kill: 1000,
        reorg: 10_800,
        databaseRestart: 21_500,
        feeSpike: 16_500,
        ...HOSTILITY_EVERY_MS,
      },
      deepShare: seed % DEEP_REORG_SEEDS === 0 ? DEEP_SHARE : 0,
      faultsAfterLastDepositMs: 50_000,
      recoveryMs: 480_000,
      print,
    });
    console.log(JSON.stringify(result));
    const { audit, database, completionSeconds, seconds, passed } = result;
    print(
      `seed ${seed} ${passed ? 'passed' : 'FAILED'} in ${seconds} s: ${JSON.stringify({ audit, database, completionSeconds })}`,
    );
    hasPassed &&= passed;
  }
  await remove();
  return hasPassed;
}
