import { startTestPostgres } from '../../postgres/testPostgres.ts';
import { bundleFailpoints } from '../../service/programs.ts';
import { runParallel } from '../harness/runParallel.ts';
import type { Testbed } from '../harness/testbed.ts';
import { startTestbed } from '../harness/testbed.ts';
import type { FailpointCase } from './failpointCases.ts';
import { nameOfCase } from './failpointCases.ts';
import { runFailpointCase } from './runFailpointCase.ts';

export type FailpointResult = FailpointCase & { readonly seconds: number; readonly problems: readonly string[] };

export type FailpointOptions = {
  readonly logs: string;
  readonly firstChainId: number;
  /** How many cases run at the same time. */
  readonly parallel: number;
  readonly print: (line: string) => void;
};

/** One testbed per slot. Cases reuse it until one of them finds a problem. */
function createTestbedPool({ firstChainId, logs }: FailpointOptions, postgres: Testbed['postgres']) {
  const testbeds = new Map<number, Testbed>();
  return {
    take: async (slot: number): Promise<Testbed> => {
      const options = { firstChainId: firstChainId + slot * 2, postgres, logs, replayProtection: false };
      const testbed = testbeds.get(slot) ?? (await startTestbed(options));
      testbeds.set(slot, testbed);
      return testbed;
    },
    discard: async (slot: number): Promise<void> => {
      const testbed = testbeds.get(slot);
      testbeds.delete(slot);
      await testbed?.stop();
    },
    stop: () => Promise.all([...testbeds.values()].map((testbed) => testbed.stop())),
  };
}

/**
 * Makes the service fail at each case's step. The vault has no replay protection, so only the service prevents a
 * second payment.
 */
export async function runFailpoints(
  cases: readonly FailpointCase[],
  options: FailpointOptions,
): Promise<readonly FailpointResult[]> {
  const { parallel, print } = options;
  const { programs, remove } = await bundleFailpoints();
  const postgres = await startTestPostgres();
  const pool = createTestbedPool(options, postgres);
  try {
    return await runParallel(cases, parallel, async (failpointCase, slot) => {
      const startedMs = Date.now();
      const problems = await runFailpointCase(await pool.take(slot), programs.failpoints, failpointCase);
      const seconds = Math.round((Date.now() - startedMs) / 100) / 10;
      print(`${nameOfCase(failpointCase)}: ${problems.join('; ') || 'recovered'} (${seconds} s)`);
      if (problems.length > 0) await pool.discard(slot);
      return { ...failpointCase, seconds, problems };
    });
  } finally {
    await pool.stop();
    await postgres.stop();
    await remove();
  }
}
