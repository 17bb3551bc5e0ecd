import type { World } from '../tryDeployment.ts';
import { must } from './alertCase.ts';
import { changeFile } from './machineActions.ts';

/** A folder that the worker's account can read, unlike /etc/causeway. */
export const SCREENING_LIST = '/var/lib/causeway-worker/screening.txt';
const BOUND = '1000';

/** Switches on the circuit breaker and screening, which are off by default. */
export async function switchGuardsOn(world: World): Promise<void> {
  const line = `0x${'de'.repeat(20)} # an address that the bridge must not pay`;
  await must(world, `echo '${line}' > ${SCREENING_LIST} && chown causeway-worker ${SCREENING_LIST}`);
  await changeFile(world, ['worker', 'api'], (file) => {
    file.guards = { ...file.guards, maxNetOutflow: BOUND, screening: { list: SCREENING_LIST } };
  });
}
