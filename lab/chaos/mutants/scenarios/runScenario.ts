import { createServiceUnderTest } from '../../harness/serviceUnderTest.ts';
import type { Testbed } from '../../harness/testbed.ts';
import type { Scenario } from './scenario.ts';
import type { ScenarioName } from './scenarios.ts';
import { SCENARIOS } from './scenarios.ts';

/**
 * Runs a scenario with a bundle of the service. The testbed must have the replay protection that the scenario names.
 * @returns the problems afterwards
 */
export async function runScenario(
  testbed: Testbed,
  { program, name }: { readonly program: string; readonly name: ScenarioName },
): Promise<readonly string[]> {
  const { change, signerProcess = false, run }: Scenario = SCENARIOS[name];
  const options = { testbed, name, program, signerProcess, ...(change && { change }) };
  const service = await createServiceUnderTest(options);
  try {
    return await run(service);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    await service.stop();
    testbed.destination.blocks.setBaseFee(0n);
  }
}
