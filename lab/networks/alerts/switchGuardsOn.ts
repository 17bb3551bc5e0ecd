import type { World } from '../tryDeployment.ts';
import { must } from './alertCase.ts';
import { changeConfig } from './machineActions.ts';

/** A folder that the worker's account can read. It cannot read /etc/causeway. */
export const SCREENING_LIST = '/var/lib/causeway-worker/screening.txt';
const BOUND = '1000';

/** Switches the circuit breaker and the screening on, which an installation has only on request. */
export async function switchGuardsOn(world: World): Promise<void> {
  const line = `0x${'de'.repeat(20)} # an address that the bridge must not pay`;
  await must(world, `echo '${line}' > ${SCREENING_LIST} && chown causeway-worker ${SCREENING_LIST}`);
  for (const role of ['worker', 'api'] as const) {
    await changeConfig(world, role, (file) => {
      file.breaker = { windowSeconds: 21_600, maxNetOutflow: BOUND, maxReadAgeSeconds: 300 };
      file.screening = { listFile: SCREENING_LIST };
    });
  }
}
