import { setTimeout as sleep } from 'node:timers/promises';
import { parseEther } from 'viem';
import { openPostgres } from '../../../service/db/postgres.ts';
import type { Step } from '../../../service/engineContext.ts';
import { STEPS } from '../../../service/engineContext.ts';
import type { FailpointProcess } from '../installation/failpointProcess.ts';
import type { FaultPlan } from '../installation/faultPlan.ts';
import type { Installation } from '../installation/installation.ts';
import { cancelNonce } from '../postgres/placeTestOrder.ts';
import type { StepDrill } from './drill.ts';
import { BUMP_CLOCK_AHEAD_MS, FINISH_MS, raiseBaseFee, signWithoutBroadcast } from './steps.ts';

/** What the service is doing when it fails. */
const FLOWS = ['payout', 'refund', 'bump', 'cancel'] as const;
type Flow = (typeof FLOWS)[number];

export const FAILURES = [
  /** The process is killed at the step, and another process starts. */
  'kill',
  /** The process freezes at the step, another process finishes the work, and then the first one resumes. */
  'zombie',
  /** The process loses every database connection at the step and continues. */
  'disconnect',
] as const;
type Failure = (typeof FAILURES)[number];

const GAS_DROP = parseEther('0.002');

type FailpointCase = { readonly flow: Flow; readonly step: Step; readonly failure: Failure };

/** Whether a flow reaches a step. A bump and a cancel start with a signed payment. */
function reaches(flow: Flow, step: Step): boolean {
  const [stage] = step.split('.');
  if (stage === 'bump' || stage === 'cancel') return stage === flow;
  if (flow === 'payout' || flow === 'refund') return true;
  // The service records no broadcast time for a cancel.
  if (flow === 'cancel' && step === 'broadcast.noted') return false;
  return stage === 'broadcast' || stage === 'reconcile' || stage === 'settle';
}

const CASES: readonly FailpointCase[] = FLOWS.flatMap((flow) =>
  STEPS.filter((step) => reaches(flow, step)).flatMap((step) => FAILURES.map((failure) => ({ flow, step, failure }))),
);

// PostgreSQL releases a frozen process's locks after 2 s. Another process then finishes its work.
const TAKE_OVER_MS = 15_000;
// Long enough for a resumed zombie to repeat its work.
const RESUMED_MS = 1500;

async function cancelSend({ query, testbed, database }: Installation): Promise<void> {
  const [send] = await query<{ chain_id: string; nonce: string }>(
    "select chain_id, nonce from sends where state = 'open'",
  );
  if (!send) throw new Error('no payment is signed, so there is no nonce to cancel');
  const { address } = testbed.bridge.hotWallet;
  const key = { chainId: Number(send.chain_id), address, nonce: Number(send.nonce) };
  const opened = await openPostgres({ url: database.admin, poolSize: 1 }, () => {});
  try {
    await cancelNonce(opened, key);
  } finally {
    await opened.close();
  }
}

/** Starts the process that will fail, with work that reaches the step. */
async function startFlow(installation: Installation, flow: Flow, plan: FaultPlan): Promise<FailpointProcess> {
  switch (flow) {
    case 'payout':
    case 'refund': {
      const first = await installation.start('first', plan);
      // In the other flows, payouts bring no gas drop.
      await installation.deposit(flow === 'refund' ? { target: 'not an address' } : { gasDrop: GAS_DROP });
      return first;
    }
    case 'bump':
      await signWithoutBroadcast(installation);
      await raiseBaseFee(installation);
      return installation.start('first', plan);
    case 'cancel':
      await signWithoutBroadcast(installation);
      await cancelSend(installation);
      return installation.start('first', plan);
  }
}

async function failAndRecover(installation: Installation, { flow, step, failure }: FailpointCase): Promise<void> {
  const kind = { kill: 'kill', zombie: 'freeze', disconnect: 'wait' } as const;
  const clockAheadMs = flow === 'bump' ? BUMP_CLOCK_AHEAD_MS : 0;
  const triggers = [{ step, action: { kind: kind[failure] } }];
  const first = await startFlow(installation, flow, { clockAheadMs, triggers });
  await first.waitForStep(step);
  switch (failure) {
    case 'kill':
      await first.kill();
      await installation.start('second', { clockAheadMs });
      break;
    case 'zombie':
      await installation.start('second', { clockAheadMs });
      await installation.finishes(1, TAKE_OVER_MS);
      first.resume();
      await sleep(RESUMED_MS);
      break;
    case 'disconnect':
      await installation.disconnect('first');
      first.release();
  }
  await installation.finishes(1, FINISH_MS);
}

/** A payout with a fee bump, a payout after a cancel, and a refund. @throws if they do not reach every step */
async function reachEveryStep(installation: Installation): Promise<void> {
  const triggers = STEPS.map((step) => ({ step, action: { kind: 'report' } as const }));
  const processes = [await signWithoutBroadcast(installation, { triggers })];
  await raiseBaseFee(installation);
  const bumping = await installation.start('bumping', { triggers, clockAheadMs: BUMP_CLOCK_AHEAD_MS });
  await installation.finishes(1, FINISH_MS);
  await bumping.kill();
  installation.testbed.destination.chain.setBaseFee(0n);
  processes.push(bumping, await signWithoutBroadcast(installation, { triggers }));
  await cancelSend(installation);
  processes.push(await installation.start('cancelling', { triggers }));
  await installation.deposit({ target: 'not an address', user: 1 });
  await installation.finishes(3, FINISH_MS);
  const missing = STEPS.filter((step) => !processes.some((started) => started.hasReached(step)));
  if (missing.length > 0) throw new Error(`no process reached ${missing.join(', ')}`);
}

const EVERY_STEP: StepDrill = {
  kind: 'steps',
  name: 'everyStep',
  title: 'a payout with a fee bump, a payout after a cancel, and a refund together reach every step',
  run: reachEveryStep,
  expect: { transfers: 3 },
};

/** Every step with every failure, in every flow that reaches it, such as "payout sign.signed kill". */
export const FAILPOINTS: readonly StepDrill[] = [
  EVERY_STEP,
  ...CASES.map(
    (failpoint): StepDrill => ({
      kind: 'steps',
      name: `${failpoint.flow} ${failpoint.step} ${failpoint.failure}`,
      title: `the service fails at the step ${failpoint.step} of a ${failpoint.flow}: ${failpoint.failure}`,
      run: (installation) => failAndRecover(installation, failpoint),
      expect: { transfers: 1 },
    }),
  ),
];
