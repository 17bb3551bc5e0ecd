import { startTestPostgres } from '../../postgres/testPostgres.ts';
import { bundleFailpoints } from '../../service/programs.ts';
import { runParallel } from '../harness/runParallel.ts';
import { createTestbedPool } from '../harness/testbedPool.ts';
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

/**
 * Makes the service fail at each case's step. The vault has no replay protection, so only the service prevents a
 * second payment.
 */
export async function runFailpoints(
  cases: readonly FailpointCase[],
  options: FailpointOptions,
): Promise<readonly FailpointResult[]> {
  const { logs, firstChainId, parallel, print } = options;
  const { programs, remove } = await bundleFailpoints();
  const postgres = await startTestPostgres();
  const pool = createTestbedPool({ firstChainId, postgres, logs });
  try {
    return await runParallel(cases, parallel, async (failpointCase, slot) => {
      const startedMs = Date.now();
      const testbed = await pool.take(slot, { replayProtection: false });
      const problems = await runFailpointCase(testbed, programs.failpoints, failpointCase);
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
