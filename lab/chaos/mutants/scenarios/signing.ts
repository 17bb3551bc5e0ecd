import type { Hex } from 'viem';
import { parseEther } from 'viem';
import { waitUntil } from '../../../processes/waitUntil.ts';
import type { FaultPlan } from '../../harness/faultPlan.ts';
import { findProblems } from '../../harness/findProblems.ts';
import type { ServiceUnderTest } from '../../harness/serviceUnderTest.ts';
import { BUMP_CLOCK_AHEAD_MS, raiseBaseFee, signWithoutBroadcast } from '../../harness/signWithoutBroadcast.ts';
import { FINISH_MS, WORKERS_WITHOUT_SIGN, waitForState } from './scenario.ts';

// PUSH0 PUSH0 REVERT
const REVERTING_CODE: Hex = '0x5f5ffd';

/** Two processes sign at the same moment. Each one signs the transfer that the other one failed to prepare. */
export async function signConcurrently(service: ServiceUnderTest): Promise<readonly string[]> {
  const accepting = await service.start('accepting', { workers: WORKERS_WITHOUT_SIGN });
  const deposits = [await service.deposit(), await service.deposit({ user: 1 })] as const;
  await waitForState(service, 'confirmed', 2);
  await accepting.kill();
  const planFor = ({ id: transferId }: (typeof deposits)[number]): FaultPlan => ({
    triggers: [
      { step: 'sign.prepared', action: { kind: 'waitAndThrow' }, transferId },
      { step: 'sign.signed', action: { kind: 'wait' } },
    ],
  });
  const processes = await Promise.all([
    service.start('first', planFor(deposits[0])),
    service.start('second', planFor(deposits[1])),
  ]);
  // Both processes read both payable transfers, and sign, before either process continues.
  for (const step of ['sign.prepared', 'sign.signed'] as const) {
    for (const started of processes) await started.waitForStep(step);
    for (const started of processes) started.release();
  }
  await service.finishes(2, FINISH_MS);
  return findProblems(service, { transfers: 2 });
}

/** The base fee rises above the fee of a signed payment. */
export async function outgrowFee(service: ServiceUnderTest): Promise<readonly string[]> {
  await signWithoutBroadcast(service);
  await raiseBaseFee(service);
  await service.start('first', { clockAheadMs: BUMP_CLOCK_AHEAD_MS });
  await service.finishes(1, FINISH_MS);
  return findProblems(service, { transfers: 1 });
}

/** After the simulation, one recipient of a batch starts to refuse payments. */
export async function refuseInBatch(service: ServiceUnderTest): Promise<readonly string[]> {
  const { client } = service.testbed.destination.chain;
  const accepting = await service.start('accepting', { workers: WORKERS_WITHOUT_SIGN });
  const request = { token: 'ETH', amount: parseEther('0.5') } as const;
  await service.deposit(request);
  const { recipient } = await service.deposit({ ...request, user: 1 });
  await waitForState(service, 'confirmed', 2);
  await accepting.kill();
  const step = 'sign.nonceTaken';
  const first = await service.start('first', { triggers: [{ step, action: { kind: 'wait' } }] });
  await first.waitForStep(step);
  const address = recipient as Hex;
  await client.setCode({ address, bytecode: REVERTING_CODE });
  first.release();
  const hasSucceeded = async () => (await service.query("select 1 from sends where state = 'succeeded'")).length > 0;
  await waitUntil(hasSucceeded, { what: 'the batch transaction' });
  await client.setCode({ address, bytecode: '0x' });
  // The service waits half a minute before it tries to pay this recipient again.
  await service.query('update transfers set retry_at = null');
  await service.finishes(2, FINISH_MS);
  return findProblems(service, { transfers: 2 });
}
