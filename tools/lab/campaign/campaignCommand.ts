import { bundlePrograms } from '../service/programs.ts';
import type { CampaignResult } from './runCampaign.ts';
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

/** Counts only, so that the lines of several seeds can be added up. */
function describeSeed({ injectedFaults, rpcFaults, audit, database }: CampaignResult): string {
  const format = (count: number) => count.toLocaleString('en-US');
  const { kills, reorgs, deepReorgs, databaseRestarts, lies, strangersDeposits } = injectedFaults;
  const answers = Object.values(rpcFaults).reduce((sum, count) => sum + count, 0);
  return [
    `${format(audit.deposits)} deposits and ${format(strangersDeposits)} of attackers`,
    `${format(audit.payouts)} payouts, ${format(audit.gasDrops)} with a gas drop, ${format(audit.refunds)} refunds`,
    `${audit.violations.length} lost, paid twice or wrong; ${database.unfinished} unfinished`,
    `${format(kills)} kills, ${reorgs + deepReorgs} reorgs, ${databaseRestarts} database crashes, ${lies} lies, ${format(answers)} other RPC faults`,
  ].join('; ');
}

/** Runs one campaign per seed, and prints a line for each. @returns whether all of them passed */
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
    print(`seed ${seed} ${result.passed ? 'passed' : 'FAILED'} in ${result.seconds} s: ${JSON.stringify(result)}`);
    console.log(describeSeed(result));
    hasPassed &&= result.passed;
  }
  await remove();
  return hasPassed;
}
