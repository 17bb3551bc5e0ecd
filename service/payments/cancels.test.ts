import { parseEther } from 'viem';
import { describe, expect } from 'vitest';
import { test } from '../../tools/lab/fixtures.ts';
import type { TestInstallation } from '../../tools/lab/installation/testInstallation.ts';
import type { TestTransfer } from '../../tools/lab/installation/testTransfer.ts';
import { cancelNonce } from '../../tools/lab/postgres/placeTestOrder.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';
import type { TransferState } from '../deposits/model/transfer.ts';
import type { ReportStep } from '../engineContext.ts';
import type { SendKey } from './model/payment.ts';

const readCauses = async ({ events }: TestTransfer) => (await events()).map(({ cause }) => cause);

async function readKey({ database, senderKey }: TestInstallation): Promise<SendKey> {
  const [send] = await database().query<{ nonce: number; chainId: number }>('select chain_id, nonce from sends');
  if (!send) throw new Error('nothing is signed');
  return { ...senderKey, ...send };
}

function readSends({ database }: TestInstallation) {
  return database().query<{ state: string }>('select state from sends order by chain_id, nonce');
}

/** Signs a payment that no node has received. */
async function signOne(installation: TestInstallation, amount: bigint, state: TransferState) {
  installation.keepMining();
  const silent = await installation.start({ without: ['broadcast'] });
  const transfer = await installation.deposit({ amount });
  await transfer.until(state);
  await silent.stop();
  return { transfer, key: await readKey(installation) };
}

describe('a payment cancelled by an operator', () => {
  test('is made at another nonce after the cancel is final', async ({ installation }) => {
    const { transfer, key } = await signOne(installation, 50_000_000n, 'signed');
    await cancelNonce(installation.database(), key);
    await installation.start();
    const payout = await transfer.delivered();
    expect(await readSends(installation)).toEqual([{ state: 'cancelled' }, { state: 'succeeded' }]);
    expect(await readCauses(transfer)).toContain('payoutCancelled');
    expect(await transfer.payouts()).toEqual([payout]);
    const kinds = await installation.query('select kind from attempts where nonce = $1 order by attempt', [key.nonce]);
    expect(kinds.slice(0, 2)).toEqual([{ kind: 'call' }, { kind: 'cancel' }]);
    await expect(cancelNonce(installation.database(), key)).rejects.toThrow('nothing to cancel');
  });

  test('is held, unpaid, when the operator requests it', async ({ installation }) => {
    const { transfer, key } = await signOne(installation, 50_000_000n, 'signed');
    await cancelNonce(installation.database(), key, true);
    await installation.start();
    await transfer.until('held');
    expect((await transfer.receipt()).status).toMatchObject({
      code: 908,
      message: expect.stringMatching(/on hold/),
    });
    expect(await readSends(installation)).toEqual([{ state: 'cancelled' }]);
    expect(await transfer.payouts()).toEqual([]);
  });

  test('is made exactly once when the chain includes it before the cancel', async ({ installation }) => {
    const { origin, destination } = installation.bridge;
    const { client } = destination.chain;
    const reportStep: ReportStep = async (point) => {
      if (point === 'broadcast.sent') {
        await cancelNonce(installation.database(), await readKey(installation), true);
      }
      // The node already has the payment. The chain mines it here, so the cancel is too late.
      if (point === 'cancel.committed') await destination.chain.mine(1);
    };
    await client.setAutomine(false);
    try {
      await installation.start({ reportStep });
      const transfer = await installation.deposit({ token: 'ETH', amount: parseEther('1') });
      await origin.chain.mine(2);
      await waitUntil(async () => (await transfer.payouts()).length === 1);
      await client.setAutomine(true);
      installation.keepMining();
      await transfer.delivered();
      expect(await readSends(installation)).toEqual([{ state: 'succeeded' }]);
      expect(await installation.query("select 1 from attempts where kind = 'cancel'")).toHaveLength(1);
      expect(await transfer.payouts()).toHaveLength(1);
    } finally {
      await client.setAutomine(true);
    }
  });

  test('stays a refund, and is made at another nonce', async ({ installation }) => {
    const { transfer, key } = await signOne(installation, 20_000_000_000n, 'refunding');
    await cancelNonce(installation.database(), key);
    await installation.start();
    await transfer.until('refunded');
    expect((await transfer.receipt()).status.code).toBe(909);
    expect(await readCauses(transfer)).toEqual([
      ...['depositSeen', 'rejected', 'refundSigned', 'refundCancelled', 'refundSigned', 'refundDelivered'],
    ]);
    expect(await readSends(installation)).toEqual([{ state: 'cancelled' }, { state: 'succeeded' }]);
    expect(await transfer.refunds()).toHaveLength(1);
  });
});
