import { parseGwei } from 'viem';
import { WORKERS } from '../../../service/engine.ts';
import { waitUntil } from '../../processes/waitUntil.ts';
import type { ServiceUnderTest } from './serviceUnderTest.ts';

/** Far above the fee of the first attempt, so the chain includes only an attempt with a higher fee. */
export const HIGH_BASE_FEE = parseGwei('40');
/** Longer than the service waits before a fee bump, shorter than the clock difference that it tolerates. */
export const BUMP_CLOCK_AHEAD_MS = 25_000;

/** Signs a payment and kills the process before it broadcasts. */
export async function signWithoutBroadcast(service: ServiceUnderTest): Promise<void> {
  const workers = WORKERS.filter((worker) => worker !== 'broadcast' && worker !== 'reconcile');
  const signing = await service.start('signing', { workers });
  await service.deposit();
  const isSigned = async () => (await service.query('select 1 from sends')).length === 1;
  await waitUntil(isSigned, { what: 'a signed payment' });
  await signing.kill();
}

/** Raises the destination chain's base fee above the fee of every signed attempt. */
export async function raiseBaseFee({ testbed }: ServiceUnderTest): Promise<void> {
  testbed.destination.blocks.setBaseFee(HIGH_BASE_FEE);
  // The first block after the change can have the old fee.
  await testbed.destination.blocks.next(2);
}
