import { setTimeout as sleep } from 'node:timers/promises';
import { openPostgres } from '../../../service/db/postgres.ts';
import { cancelNonce } from '../../postgres/placeTestOrder.ts';
import type { FailpointProcess } from '../harness/failpointProcess.ts';
import type { FaultPlan } from '../harness/faultPlan.ts';
import { findProblems } from '../harness/findProblems.ts';
import type { ServiceUnderTest } from '../harness/serviceUnderTest.ts';
import { createServiceUnderTest } from '../harness/serviceUnderTest.ts';
import { BUMP_CLOCK_AHEAD_MS, raiseBaseFee, signWithoutBroadcast } from '../harness/signWithoutBroadcast.ts';
import type { Testbed } from '../harness/testbed.ts';
import type { FailpointCase, Flow } from './failpointCases.ts';
import { nameOfCase } from './failpointCases.ts';

const FINISH_MS = 60_000;
// PostgreSQL releases the locks of a frozen process after 2 s; another process then finishes its work.
const TAKE_OVER_MS = 15_000;
// Long enough for a resumed zombie to repeat its work.
const RESUMED_MS = 1500;

async function cancelSend(service: ServiceUnderTest): Promise<void> {
  const [send] = await service.query<{ chain_id: string; nonce: string }>('select chain_id, nonce from sends');
  if (!send) throw new Error('no payment is signed, so there is no nonce to cancel');
  const { address } = service.testbed.bridge.hotWallet;
  const key = { chainId: Number(send.chain_id), address, nonce: Number(send.nonce) };
  const database = await openPostgres({ url: service.databaseUrl, poolSize: 1 }, () => {});
  try {
    await cancelNonce(database, key);
  } finally {
    await database.close();
  }
}

/** Starts the process that will fail, with work that leads it to the step. */
async function startFlow(service: ServiceUnderTest, flow: Flow, plan: FaultPlan): Promise<FailpointProcess> {
  switch (flow) {
    case 'payout':
    case 'refund': {
      const first = await service.start('first', plan);
      await service.deposit(flow === 'refund' ? { target: 'not an address' } : {});
      return first;
    }
    case 'bump':
      await signWithoutBroadcast(service);
      await raiseBaseFee(service);
      return service.start('first', plan);
    case 'cancel':
      await signWithoutBroadcast(service);
      await cancelSend(service);
      return service.start('first', plan);
  }
}

async function failAndRecover(service: ServiceUnderTest, { flow, step, failure }: FailpointCase): Promise<void> {
  const kind = { kill: 'kill', zombie: 'freeze', disconnect: 'wait' } as const;
  const clockAheadMs = flow === 'bump' ? BUMP_CLOCK_AHEAD_MS : 0;
  const triggers = [{ step, action: { kind: kind[failure] } }];
  const first = await startFlow(service, flow, { clockAheadMs, triggers });
  await first.waitForStep(step);
  switch (failure) {
    case 'kill':
      await first.kill();
      await service.start('second', { clockAheadMs });
      break;
    case 'zombie':
      await service.start('second', { clockAheadMs });
      await service.finishes(1, TAKE_OVER_MS);
      first.resume();
      await sleep(RESUMED_MS);
      break;
    case 'disconnect':
      await service.disconnect('first');
      first.release();
  }
  await service.finishes(1, FINISH_MS);
}

/** Runs one case on a testbed. @returns the problems afterwards; none means that the service recovered */
export async function runFailpointCase(
  testbed: Testbed,
  program: string,
  failpointCase: FailpointCase,
): Promise<readonly string[]> {
  const name = nameOfCase(failpointCase).replaceAll(' ', '-');
  const service = await createServiceUnderTest({ testbed, program, name });
  try {
    await failAndRecover(service, failpointCase);
    return await findProblems(service, { transfers: 1 });
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    await service.stop();
    testbed.destination.blocks.setBaseFee(0n);
  }
}
