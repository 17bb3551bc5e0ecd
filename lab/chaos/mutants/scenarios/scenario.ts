import { WORKERS } from '../../../../service/engine.ts';
import type { LabInstallation } from '../../../installation/installationFile.ts';
import { waitUntil } from '../../../processes/waitUntil.ts';
import type { ServiceUnderTest } from '../../harness/serviceUnderTest.ts';

/** A situation that a correct service survives without a problem. */
export type Scenario = {
  /** Completes the sentence "In this scenario, …". */
  readonly description: string;
  /** True: the vault refuses a second payment, as in production. Default: it pays twice. */
  readonly replayProtection?: boolean;
  /** True: the key is in a signer process with its payment log, as in production. Default: in the service's process. */
  readonly signerProcess?: boolean;
  readonly change?: (file: LabInstallation) => void;
  /** @returns the problems afterwards */
  readonly run: (service: ServiceUnderTest) => Promise<readonly string[]>;
};

export const FINISH_MS = 90_000;
export const WORKERS_WITHOUT_SIGN = WORKERS.filter((worker) => worker !== 'sign');

export async function waitForState(service: ServiceUnderTest, state: string, count: number): Promise<void> {
  const hasReached = async () =>
    (await service.query('select 1 from transfers where state = $1', [state])).length === count;
  await waitUntil(hasReached, { what: `${count} transfers in state ${state}` });
}
