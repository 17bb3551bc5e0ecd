import type { Installation } from '../../installation/installation.ts';
import { createInstallation } from '../../installation/installation.ts';
import type { LabInstallation } from '../../installation/installationFile.ts';
import { fillDefaults } from '../../installation/installationFile.ts';
import type { TestbedOptions } from '../../installation/testbed.ts';
import { startTestbed } from '../../installation/testbed.ts';
import { createCleanups } from '../../processes/cleanups.ts';
import { createLogFolder } from '../../processes/createLogFolder.ts';
import { bundlePrograms } from '../../service/programs.ts';
import { lowerPriority } from './lowerPriority.ts';

const FIRST_CHAIN_ID = 47_200;
/** The Nice= value of docs/operations/causeway-api.service. */
export const API_NICE = 10;

type BenchOptions = Pick<TestbedOptions, 'blockEveryMs' | 'isBlockPerTransaction'> & {
  /** By default the service's production limit. */
  readonly requestsPerSecond?: number;
  /** Changes the installation before its processes start. */
  readonly prepare?: (installation: Installation) => Promise<void>;
};

function useProductionLimits(file: LabInstallation, requestsPerSecond: number | undefined): void {
  delete file.lab.burst;
  // The load generator sends the client addresses in x-forwarded-for.
  const api = { url: file.api.url, trustProxy: ['127.0.0.1'] };
  file.api = fillDefaults({
    ...file,
    api: { ...api, ...(requestsPerSecond !== undefined && { requestsPerSecond }) },
  }).api;
}

/** Starts an installation with separate processes and the API at its production priority. Stops it after the work. */
export async function withBench<T>(
  { requestsPerSecond, prepare, ...mining }: BenchOptions,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const cleanups = createCleanups();
  try {
    const { programs, remove } = await bundlePrograms();
    cleanups.add(remove);
    const logs = await createLogFolder('bench');
    const testbed = await startTestbed({ firstChainId: FIRST_CHAIN_ID, logs, ...mining });
    cleanups.add(testbed.stop);
    const change = (file: LabInstallation) => useProductionLimits(file, requestsPerSecond);
    const installation = await createInstallation({ testbed, name: 'bench', programs, change });
    cleanups.add(installation.stop);
    await prepare?.(installation);
    await installation.run();
    lowerPriority({ pid: installation.api.pid() }, API_NICE);
    await installation.untilPairs();
    const result = await work(installation);
    const { signer, workers, api } = installation;
    const exits = [signer, ...workers, api].reduce((sum, one) => sum + one.unexpectedExits(), 0);
    if (exits > 0) throw new Error(`processes of the service ended ${exits} times during the bench: see ${logs}`);
    return result;
  } finally {
    await cleanups.run();
  }
}
