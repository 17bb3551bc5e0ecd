import { setTimeout as sleep } from 'node:timers/promises';
import { parseGwei } from 'viem';
import { openPostgres } from '../../../service/db/postgres.ts';
import { requestCancel } from '../../../service/db/sends.ts';
import { WORKERS } from '../../../service/workers/engine.ts';
import { waitUntil } from '../../processes/waitUntil.ts';
import { judgeDrill } from '../harness/findProblems.ts';
import type { DrillProcess } from '../harness/serviceProcess.ts';
import type { Drill } from '../harness/serviceUnderTest.ts';
import { openDrill } from '../harness/serviceUnderTest.ts';
import type { Lane } from '../harness/testbed.ts';
import type { FailpointCase, Flow } from './failpointCases.ts';
import { nameOf } from './failpointCases.ts';
import type { DrillOrders } from './faultPlan.ts';

/** Far above what the first attempt was signed for, so that only another one can be mined. */
export const DEAR = parseGwei('40');
/** A clock that is ahead by more than a bump waits for, within what clocks may differ. */
export const BUMP_AHEAD_MS = 25_000;

const FINISH_MS = 60_000;
// A process that froze is not waited for by the others; what it held in the database is released after 2 s.
const TAKE_OVER_MS = 15_000;
const HAUNT_MS = 1500;

/** Signs a payment and kills the process before anything is sent. */
export async function signOnly(drill: Drill): Promise<void> {
  const workers = WORKERS.filter((worker) => worker !== 'broadcast' && worker !== 'reconcile');
  const signing = await drill.start('signing', { workers });
  await drill.deposit();
  await waitUntil(async () => (await drill.query('select 1 from sends')).length === 1, { what: 'a signed payment' });
  await signing.kill();
}

async function cancelSend(drill: Drill): Promise<void> {
  const [send] = await drill.query<{ chain_id: string; nonce: string }>('select chain_id, nonce from sends');
  if (!send) throw new Error('nothing is signed');
  const { address } = drill.lane.bridge.maker;
  const key = { chainId: Number(send.chain_id), address, nonce: Number(send.nonce) };
  const database = await openPostgres({ url: drill.databaseUrl, poolSize: 1 }, () => {});
  try {
    await database.transaction((transaction) => requestCancel(transaction, key, { thenHold: false }));
  } finally {
    await database.close();
  }
}

/** Starts the process that is to fail, with work on its way to where it fails. */
async function begin(drill: Drill, flow: Flow, orders: DrillOrders): Promise<DrillProcess> {
  switch (flow) {
    case 'payout':
    case 'refund': {
      const first = await drill.start('first', orders);
      await drill.deposit(flow === 'refund' ? { target: 'nobody' } : {});
      return first;
    }
    case 'bump':
      await signOnly(drill);
      drill.lane.destination.blocks.setBaseFee(DEAR);
      await sleep(300);
      return drill.start('first', orders);
    case 'cancel':
      await signOnly(drill);
      await cancelSend(drill);
      return drill.start('first', orders);
  }
}

async function failAndRecover(drill: Drill, { flow, point, failure }: FailpointCase): Promise<void> {
  const kind = { exit: 'exit', zombie: 'freeze', cut: 'wait' } as const;
  const aheadMs = flow === 'bump' ? BUMP_AHEAD_MS : 0;
  const first = await begin(drill, flow, { aheadMs, arms: [{ point, action: { kind: kind[failure] } }] });
  await first.reached(point);
  switch (failure) {
    case 'exit':
      await first.kill();
      await drill.start('second', { aheadMs });
      break;
    case 'zombie':
      await drill.start('second', { aheadMs });
      await drill.finishes(1, TAKE_OVER_MS);
      first.thaw();
      await sleep(HAUNT_MS);
      break;
    case 'cut':
      await drill.cutDatabase('first');
      first.go();
  }
  await drill.finishes(1, FINISH_MS);
}

/** Runs one case on a lane. @returns what is wrong afterwards */
export async function runFailpointCase(
  lane: Lane,
  program: string,
  failpointCase: FailpointCase,
): Promise<readonly string[]> {
  const drill = await openDrill({ lane, program, name: nameOf(failpointCase).replaceAll(' ', '-') });
  try {
    await failAndRecover(drill, failpointCase);
    return await judgeDrill(drill, { transfers: 1 });
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    await drill.stop();
    lane.destination.blocks.setBaseFee(0n);
  }
}
