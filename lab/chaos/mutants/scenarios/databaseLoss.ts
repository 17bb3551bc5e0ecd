import type { Hex } from 'viem';
import { waitUntil } from '../../../processes/waitUntil.ts';
import { findProblems } from '../../harness/findProblems.ts';
import type { ServiceUnderTest } from '../../harness/serviceUnderTest.ts';
import { HIGH_BASE_FEE } from '../../harness/signWithoutBroadcast.ts';
import { FINISH_MS, waitForState } from './scenario.ts';

const REBROADCASTS = 3;

/** An operator restores a backup that is older than two broadcast payments. No block holds the payments yet. */
export async function restoreBackup(service: ServiceUnderTest): Promise<readonly string[]> {
  const { destination } = service.testbed;
  const early = await service.start('early', { workers: ['fees'] });
  await early.kill();
  const restored = await service.restoreBackup();
  const first = await service.start('first');
  const hasSenders = async () => (await service.query('select 1 from senders')).length === 2;
  await waitUntil(hasSenders, { what: 'the senders of both chains' });
  await destination.blocks.pause();
  await service.deposit();
  await waitForState(service, 'broadcast', 1);
  await service.deposit({ user: 1 });
  await waitForState(service, 'broadcast', 2);
  await first.kill();
  const sent = await service.query<{ raw: Hex }>('select raw from attempts order by nonce');
  // With a high base fee, a payment that the restored service signs would replace a pending one.
  destination.blocks.setBaseFee(HIGH_BASE_FEE);
  destination.blocks.resume();
  await destination.blocks.next(2);
  await restored.start('restored');
  const hasReadBoth = async () => {
    const due = await restored.query("select 1 from transfers where state in ('confirmed', 'signed', 'broadcast')");
    return due.length === 2;
  };
  await waitUntil(hasReadBoth, { what: 'both transfers in the restored database' });
  // The service then either halts, or signs both again.
  const hasDecided = async () => {
    const halted = await restored.query('select 1 from senders where halted_reason is not null');
    return (
      halted.length > 0 || (await restored.query("select 1 from transfers where state = 'broadcast'")).length === 2
    );
  };
  await waitUntil(hasDecided, { what: 'a halt, or two payments' });
  destination.blocks.setBaseFee(0n);
  // A node still had the pending payments in its pool.
  for (let round = 0; round < REBROADCASTS; round += 1) {
    for (const { raw } of sent) {
      await destination.chain.client.sendRawTransaction({ serializedTransaction: raw }).catch(() => null);
    }
    await destination.blocks.next(3);
  }
  const problems = await findProblems(restored, { transfers: 2, halts: true });
  await restored.stop();
  return problems;
}

/** The service loses its database after a payment and starts on an empty one. It halts, and the operator ends the halt. */
export async function loseDatabase(service: ServiceUnderTest): Promise<readonly string[]> {
  const first = await service.start('first');
  await service.deposit();
  await service.finishes(1, FINISH_MS);
  await first.kill();
  const empty = await service.startOver();
  await empty.start('second');
  await empty.query('update senders set halted_reason = null');
  await empty.finishes(1, FINISH_MS);
  const problems = await findProblems(empty, { transfers: 1, endedHalt: true });
  await empty.stop();
  return problems;
}
