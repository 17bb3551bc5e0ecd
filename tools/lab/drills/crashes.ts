import type { Hex } from 'viem';
import { parseEther } from 'viem';
import type { FaultPlan } from '../installation/faultPlan.ts';
import type { Installation } from '../installation/installation.ts';
import { waitUntil } from '../processes/waitUntil.ts';
import type { StepDrill } from './drill.ts';
import {
  BUMP_CLOCK_AHEAD_MS,
  FINISH_MS,
  raiseBaseFee,
  signWithoutBroadcast,
  WORKERS_WITHOUT_SIGN,
  waitForState,
} from './steps.ts';

// More blocks than the service rereads behind its cursor, but fewer than it reads at once.
const CATCH_UP_BLOCKS = 150;

async function killAtStep(
  installation: Installation,
  step: 'sign.signed' | 'sign.nonceTaken' | 'broadcast.sent',
): Promise<void> {
  const first = await installation.start('first', { triggers: [{ step, action: { kind: 'kill' } }] });
  await installation.deposit();
  await first.waitForStep(step);
  await first.kill();
  // By then, a transaction that the process sent is in a block.
  await installation.testbed.destination.chain.untilBlocks(3);
}

async function recoverFromKill(installation: Installation, step: 'sign.signed' | 'sign.nonceTaken'): Promise<void> {
  await killAtStep(installation, step);
  await installation.start('second');
  await installation.finishes(1, FINISH_MS);
}

/** The payment is already in a block. The next process reads receipts late, so it first broadcasts the payment again. */
async function readReceiptLate(installation: Installation): Promise<void> {
  await killAtStep(installation, 'broadcast.sent');
  const chainId = installation.testbed.destination.chain.id;
  const second = await installation.start('second', {
    triggers: [
      { step: 'reconcile.receiptRead', chainId, action: { kind: 'wait' } },
      { step: 'broadcast.sent', chainId, action: { kind: 'report' } },
    ],
  });
  const isRefusalUsed = async () =>
    second.hasReached('broadcast.sent') ||
    (await installation.query("select 1 from sends where state = 'reverted'")).length > 0;
  await waitUntil(isRefusalUsed, { what: 'the second broadcast of the payment' });
  await second.waitForStep('reconcile.receiptRead');
  second.release();
  await installation.finishes(1, FINISH_MS);
}

/** A process reads many blocks at once, and dies while it stores an early deposit. */
async function killBetweenDeposits(installation: Installation): Promise<void> {
  const { origin } = installation.testbed;
  const early = await installation.start('early');
  const hasScannedBoth = async () =>
    (await installation.query('select 1 from chains where scanned_to is not null')).length === 2;
  await waitUntil(hasScannedBoth, { what: 'the first scan of both chains' });
  await early.kill();
  await installation.deposit();
  await origin.chain.pause();
  await origin.chain.mine(CATCH_UP_BLOCKS);
  origin.chain.resume();
  const step = 'watch.depositInserted';
  const first = installation.launch('first', { triggers: [{ step, action: { kind: 'kill' } }] });
  await first.waitForStep(step);
  await first.kill();
  await installation.start('second');
  await installation.finishes(1, FINISH_MS);
}

// PUSH0 PUSH0 REVERT
const REVERTING_CODE: Hex = '0x5f5ffd';

/** Two processes sign at the same time. Each signs the transfer that the other failed to prepare. */
async function signConcurrently(installation: Installation): Promise<void> {
  const accepting = await installation.start('accepting', { workers: WORKERS_WITHOUT_SIGN });
  const deposits = [await installation.deposit(), await installation.deposit({ user: 1 })] as const;
  await waitForState(installation, 'confirmed', 2);
  await accepting.kill();
  const planFor = ({ id: transferId }: (typeof deposits)[number]): FaultPlan => ({
    triggers: [
      { step: 'sign.prepared', action: { kind: 'waitAndThrow' }, transferId },
      { step: 'sign.signed', action: { kind: 'wait' } },
    ],
  });
  const processes = await Promise.all([
    installation.start('first', planFor(deposits[0])),
    installation.start('second', planFor(deposits[1])),
  ]);
  // Both processes read both payable transfers and sign before either continues.
  for (const step of ['sign.prepared', 'sign.signed'] as const) {
    for (const started of processes) await started.waitForStep(step);
    for (const started of processes) started.release();
  }
  await installation.finishes(2, FINISH_MS);
}

/** The base fee rises above the fee of a signed payment. */
async function outgrowFee(installation: Installation): Promise<void> {
  await signWithoutBroadcast(installation);
  await raiseBaseFee(installation);
  await installation.start('first', { clockAheadMs: BUMP_CLOCK_AHEAD_MS });
  await installation.finishes(1, FINISH_MS);
}

/** One recipient of a batch starts refusing payments after the simulation. */
async function refuseInBatch(installation: Installation): Promise<void> {
  const { client } = installation.testbed.destination.chain;
  const accepting = await installation.start('accepting', { workers: WORKERS_WITHOUT_SIGN });
  const request = { token: 'ETH', amount: parseEther('0.5') } as const;
  await installation.deposit(request);
  const { recipient } = await installation.deposit({ ...request, user: 1 });
  await waitForState(installation, 'confirmed', 2);
  await accepting.kill();
  const step = 'sign.nonceTaken';
  const first = await installation.start('first', { triggers: [{ step, action: { kind: 'wait' } }] });
  await first.waitForStep(step);
  const address = recipient as Hex;
  await client.setCode({ address, bytecode: REVERTING_CODE });
  first.release();
  const hasSucceeded = async () =>
    (await installation.query("select 1 from sends where state = 'succeeded'")).length > 0;
  await waitUntil(hasSucceeded, { what: 'the batch transaction' });
  await client.setCode({ address, bytecode: '0x' });
  // The service would wait half a minute before it retries this recipient.
  await installation.query('update transfers set retry_at = null');
  await installation.finishes(2, FINISH_MS);
}

export const CRASHES = [
  {
    kind: 'steps',
    name: 'killedAfterSigning',
    title: 'a process is killed right after it signed a payment',
    run: (installation) => recoverFromKill(installation, 'sign.signed'),
    expect: { transfers: 1 },
  },
  {
    kind: 'steps',
    name: 'killedBeforeCommit',
    title: 'a process is killed right before it commits a payment',
    run: (installation) => recoverFromKill(installation, 'sign.nonceTaken'),
    expect: { transfers: 1 },
  },
  {
    kind: 'steps',
    name: 'killedBetweenDeposits',
    title: 'a process is killed while it stores deposits, and the next one starts much later',
    run: killBetweenDeposits,
    expect: { transfers: 1 },
  },
  {
    kind: 'steps',
    name: 'lateReceipt',
    title: 'a process rebroadcasts a mined payment before it reads the receipt',
    run: readReceiptLate,
    expect: { transfers: 1 },
  },
  {
    kind: 'steps',
    name: 'concurrentSigning',
    title: 'two processes sign different payments at the same time',
    run: signConcurrently,
    expect: { transfers: 2 },
  },
  {
    kind: 'steps',
    name: 'outgrownFee',
    title: 'the base fee rises above the fee of a signed payment',
    run: outgrowFee,
    expect: { transfers: 1 },
  },
  {
    kind: 'steps',
    name: 'refusedInBatch',
    title: 'one recipient of a batch refuses the payment',
    run: refuseInBatch,
    expect: { transfers: 2 },
  },
] as const satisfies readonly StepDrill[];
