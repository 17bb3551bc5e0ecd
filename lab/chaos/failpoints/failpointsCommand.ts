import { createLogFolder } from '../harness/createLogFolder.ts';
import { FAILPOINT_CASES, nameOfCase } from './failpointCases.ts';
import { runFailpoints } from './runFailpoints.ts';

const PARALLEL = 3;

/** Runs the cases whose name contains `only`. @returns whether the service recovered in every case */
export async function failpointsCommand(only: string, print: (line: string) => void): Promise<boolean> {
  const cases = FAILPOINT_CASES.filter((failpointCase) => nameOfCase(failpointCase).includes(only));
  if (cases.length === 0) {
    print(`--only ${JSON.stringify(only)} matches no case; a case is named like "payout sign.signed kill"`);
    return false;
  }
  const logs = await createLogFolder('failpoints');
  const results = await runFailpoints(cases, { logs, firstChainId: 50_000, parallel: PARALLEL, print });
  const failed = results.filter(({ problems }) => problems.length > 0);
  for (const result of failed) print(`FAILED ${nameOfCase(result)}: ${result.problems.join('; ')}`);
  console.log(`The service recovered in ${results.length - failed.length} of ${results.length} cases.`);
  return failed.length === 0;
}
