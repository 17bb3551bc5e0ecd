import { waitUntil } from '../../../processes/waitUntil.ts';
import { findProblems } from '../../harness/findProblems.ts';
import type { ServiceUnderTest } from '../../harness/serviceUnderTest.ts';
import { FINISH_MS } from './scenario.ts';

// More blocks than the service rereads behind its cursor, fewer than it reads at once.
const CATCH_UP_BLOCKS = 150;

async function killAtStep(
  service: ServiceUnderTest,
  step: 'sign.signed' | 'sign.nonceTaken' | 'broadcast.sent',
): Promise<void> {
  const first = await service.start('first', { triggers: [{ step, action: { kind: 'kill' } }] });
  await service.deposit();
  await first.waitForStep(step);
  await first.kill();
  // A transaction that the process sent is then in a block.
  await service.testbed.destination.blocks.next(3);
}

export async function recoverFromKill(
  service: ServiceUnderTest,
  step: 'sign.signed' | 'sign.nonceTaken',
): Promise<readonly string[]> {
  await killAtStep(service, step);
  await service.start('second');
  await service.finishes(1, FINISH_MS);
  return findProblems(service, { transfers: 1 });
}

/** A block already holds the payment. The next process reads receipts late, so it broadcasts the payment again first. */
export async function readReceiptLate(service: ServiceUnderTest): Promise<readonly string[]> {
  await killAtStep(service, 'broadcast.sent');
  const chainId = service.testbed.destination.chain.id;
  const second = await service.start('second', {
    triggers: [
      { step: 'reconcile.receiptRead', chainId, action: { kind: 'wait' } },
      { step: 'broadcast.sent', chainId, action: { kind: 'report' } },
    ],
  });
  const isRefusalUsed = async () =>
    second.hasReached('broadcast.sent') ||
    (await service.query("select 1 from sends where state = 'reverted'")).length > 0;
  await waitUntil(isRefusalUsed, { what: 'the second broadcast of the payment' });
  await second.waitForStep('reconcile.receiptRead');
  second.release();
  await service.finishes(1, FINISH_MS);
  return findProblems(service, { transfers: 1 });
}

/** A process reads many blocks at once and dies while it stores an early deposit of them. */
export async function killBetweenDeposits(service: ServiceUnderTest): Promise<readonly string[]> {
  const { origin } = service.testbed;
  const early = await service.start('early');
  const hasScannedBoth = async () =>
    (await service.query('select 1 from chains where scanned_to is not null')).length === 2;
  await waitUntil(hasScannedBoth, { what: 'the first scan of both chains' });
  await early.kill();
  await service.deposit();
  await origin.blocks.pause();
  await origin.chain.mine(CATCH_UP_BLOCKS);
  origin.blocks.resume();
  const step = 'watch.depositInserted';
  const first = service.launch('first', { triggers: [{ step, action: { kind: 'kill' } }] });
  await first.waitForStep(step);
  await first.kill();
  await service.start('second');
  await service.finishes(1, FINISH_MS);
  return findProblems(service, { transfers: 1 });
}
