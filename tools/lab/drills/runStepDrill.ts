import { createInstallation } from '../installation/installation.ts';
import type { Testbed } from '../installation/testbed.ts';
import { startTestbed } from '../installation/testbed.ts';
import type { TestPostgres } from '../postgres/testPostgres.ts';
import type { TestPrograms } from '../service/programs.ts';
import type { StepDrill } from './drill.ts';
import { findProblems } from './judge.ts';

/** Runs step drills one after another. They share chains until one needs another vault or leaves problems behind. */
export type StepLane = {
  /** @returns the problems found */
  run(drill: StepDrill, run: StepRun): Promise<readonly string[]>;
  stop(): Promise<void>;
};

export type StepRun = {
  readonly programs: TestPrograms;
  /** The folder for logs. By default the lane's. */
  readonly logs?: string;
  /** Whether the service is a mutant, whose wrong payments may come later. */
  readonly isMutant?: boolean;
};

export type StepLaneOptions = {
  readonly firstChainId: number;
  readonly postgres: TestPostgres;
  readonly logs: string;
};

async function runOn(testbed: Testbed, { name, change, key, run, expect }: StepDrill, programs: TestPrograms) {
  const installation = await createInstallation({
    ...{ testbed, name: name.replaceAll(' ', '-'), programs },
    ...(change && { change }),
    ...(key && { key }),
  });
  try {
    await run(installation);
    return await findProblems(installation, expect);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    await installation.stop();
    testbed.destination.chain.setBaseFee(0n);
  }
}

export function createStepLane(options: StepLaneOptions): StepLane {
  let current: { readonly testbed: Testbed; readonly replayProtection: boolean } | null = null;
  const discard = async () => {
    await current?.testbed.stop();
    current = null;
  };
  const take = async (replayProtection: boolean): Promise<Testbed> => {
    if (current?.replayProtection !== replayProtection) await discard();
    current ??= { testbed: await startTestbed({ ...options, replayProtection }), replayProtection };
    return current.testbed;
  };
  return {
    run: async (drill, { programs, logs = options.logs, isMutant = false }) => {
      const testbed = await take(drill.replayProtection === true);
      const problems = await runOn({ ...testbed, logs }, drill, programs);
      // Whatever a mistake leaves on the chains must not affect the next drill.
      if (problems.length > 0 || isMutant) await discard();
      return problems;
    },
    stop: discard,
  };
}
