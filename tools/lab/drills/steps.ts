import { parseGwei } from 'viem';
import { WORKERS } from '../../../service/engine.ts';
import type { FailpointProcess } from '../installation/failpointProcess.ts';
import type { FaultPlan } from '../installation/faultPlan.ts';
import type { Installation } from '../installation/installation.ts';
import { waitUntil } from '../processes/waitUntil.ts';

/** How long the service has to finish a drill's transfers. */
export const FINISH_MS = 90_000;
export const WORKERS_WITHOUT_SIGN = WORKERS.filter((worker) => worker !== 'sign');

export async function waitForState({ query }: Installation, state: string, count: number): Promise<void> {
  const hasReached = async () => (await query('select 1 from transfers where state = $1', [state])).length === count;
  await waitUntil(hasReached, { what: `${count} transfers in state ${state}` });
}

/** Far above the first attempt's fee, so that only an attempt with a higher fee is mined. */
export const HIGH_BASE_FEE = parseGwei('40');
/** Longer than the service waits before a fee bump, but shorter than the clock difference it tolerates. */
export const BUMP_CLOCK_AHEAD_MS = 25_000;

/** Signs a payment and kills the process before it broadcasts. */
export async function signWithoutBroadcast(
  installation: Installation,
  { triggers = [] }: Pick<FaultPlan, 'triggers'> = {},
): Promise<FailpointProcess> {
  const signed = async () => (await installation.query("select 1 from sends where state = 'open'")).length;
  const before = await signed();
  const workers = WORKERS.filter((worker) => worker !== 'broadcast' && worker !== 'reconcile');
  const signing = await installation.start('signing', { workers, triggers });
  await installation.deposit();
  await waitUntil(async () => (await signed()) > before, { what: 'a signed payment' });
  await signing.kill();
  return signing;
}

/** Raises the destination chain's base fee above every signed attempt's fee. */
export async function raiseBaseFee({ testbed }: Installation): Promise<void> {
  testbed.destination.chain.setBaseFee(HIGH_BASE_FEE);
  // The first block after the change may have the old fee.
  await testbed.destination.chain.untilBlocks(2);
}
