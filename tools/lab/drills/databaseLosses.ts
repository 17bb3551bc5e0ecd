import type { Hex } from 'viem';
import type { Installation } from '../installation/installation.ts';
import { waitUntil } from '../processes/waitUntil.ts';
import type { StepDrill } from './drill.ts';
import { FINISH_MS, HIGH_BASE_FEE, waitForState } from './steps.ts';

const REBROADCASTS = 3;

/** An operator restores a backup from before two broadcast payments, which are not yet in a block. */
async function restoreBackup(installation: Installation): Promise<void> {
  const { destination } = installation.testbed;
  await installation.runSigner();
  const early = await installation.start('early', { workers: ['fees'] });
  await early.kill();
  const backup = await installation.copyDatabase();
  const first = await installation.start('first');
  const hasSenders = async () => (await installation.query('select 1 from senders')).length === 2;
  await waitUntil(hasSenders, { what: 'the senders of both chains' });
  await destination.chain.pause();
  await installation.deposit();
  await waitForState(installation, 'broadcast', 1);
  await installation.deposit({ user: 1 });
  await waitForState(installation, 'broadcast', 2);
  await first.kill();
  const sent = await installation.query<{ raw: Hex }>('select raw from attempts order by nonce');
  // With a high base fee, payments signed by the restored service would replace the pending ones.
  destination.chain.setBaseFee(HIGH_BASE_FEE);
  destination.chain.resume();
  await destination.chain.untilBlocks(2);
  await installation.replaceDatabase(backup);
  await installation.start('restored');
  const hasReadBoth = async () => {
    const due = await installation.query("select 1 from transfers where state in ('confirmed', 'signed', 'broadcast')");
    return due.length === 2;
  };
  await waitUntil(hasReadBoth, { what: 'both transfers in the restored database' });
  // The service then either halts or signs both again.
  const hasDecided = async () => {
    const halted = await installation.query('select 1 from senders where halted_reason is not null');
    return (
      halted.length > 0 || (await installation.query("select 1 from transfers where state = 'broadcast'")).length === 2
    );
  };
  await waitUntil(hasDecided, { what: 'a halt, or two payments' });
  destination.chain.setBaseFee(0n);
  // A node still has the pending payments in its pool.
  for (let round = 0; round < REBROADCASTS; round += 1) {
    for (const { raw } of sent) {
      await destination.chain.client.sendRawTransaction({ serializedTransaction: raw }).catch(() => null);
    }
    await destination.chain.untilBlocks(3);
  }
}

/** The service loses its database after a payment and starts with an empty one. It halts, and the operator ends the halt. */
async function loseDatabase(installation: Installation): Promise<void> {
  const first = await installation.start('first');
  await installation.deposit();
  await installation.finishes(1, FINISH_MS);
  await first.kill();
  await installation.replaceDatabase(await installation.createDatabase());
  await installation.start('second');
  const hasHalted = async () =>
    (await installation.query('select 1 from senders where halted_reason is not null')).length === 2;
  await waitUntil(hasHalted, { what: 'the halt on both chains' });
  await installation.query('update senders set halted_reason = null');
  await installation.finishes(1, FINISH_MS);
}

export const DATABASE_LOSSES = [
  {
    kind: 'steps',
    name: 'restoredBackup',
    title: 'an operator restores a backup from before two pending payments',
    replayProtection: true,
    key: 'signer',
    run: restoreBackup,
    expect: { transfers: 2, halts: true },
  },
  {
    kind: 'steps',
    name: 'lostDatabase',
    title: 'the service loses its database after a payment and starts with an empty one',
    replayProtection: true,
    run: loseDatabase,
    expect: { transfers: 1, endedHalt: true },
  },
] as const satisfies readonly StepDrill[];
