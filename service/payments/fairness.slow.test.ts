import type { Hash } from 'viem';
import { parseEther } from 'viem';
import { describe, expect } from 'vitest';
import { test } from '../../tools/lab/fixtures.ts';
import type { TestTransfer } from '../../tools/lab/installation/testTransfer.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';
import { readPayable, readSeen } from '../deposits/transfers.ts';
import { insertSchedules } from '../quotes/feeSchedules.ts';

const OLD = 51;
const ORDER = { token: 'ETH', amount: parseEther('0.01') } as const;

describe('the queue of transfers', () => {
  test('does not make a deposit wait behind older deposits whose route has no fees', async ({ installation }) => {
    const { origin, destination } = installation.bridge;
    // The service decides no deposit without fees. The fee worker is off, and the test stores fees only for USDC.
    await installation.start({ workers: ['watch', 'accept'] });
    const user = await installation.createUser();
    for (let count = 0; count < OLD; count += 1) {
      await installation.deposit({ user, ...ORDER });
    }
    await origin.chain.mine(2);
    await waitUntil(async () => {
      const [row] = await installation.query<{ count: number }>('select count(*) as count from transfers');
      return row?.count === OLD;
    });
    const schedule = {
      ...{ routeId: `USDC:${origin.chain.id}:${destination.chain.id}`, validFrom: new Date() },
      ...{ gasFee: 1n, feeBps: 1n, feeFloor: 100_000n, min: 1n, max: 10n ** 12n, nativePrice: null },
      ...{ dustBelow: 0n, refundCost: 0n, refundGasPrice: 1n },
    };
    await installation.database().transaction((transaction) => insertSchedules(transaction, 1, [schedule]));
    const transfer = await installation.deposit({ user });
    await origin.chain.mine(2);
    await waitUntil(async () => (await transfer.receipt()).status.message.includes('confirmed'), {
      timeoutMs: 15_000,
    });
  });

  test('returns transfers that were never tried first, then those whose retry is due, earliest first', async ({
    installation,
  }) => {
    const { chain } = installation.bridge.origin;
    const service = await installation.start({ workers: ['watch'] });
    const user = await installation.createUser();
    const hashes: Hash[] = [];
    for (let count = 0; count < 3; count += 1) {
      const transfer = await installation.deposit({ user, ...ORDER });
      hashes.push(transfer.hash);
      await transfer.untilReceipt(908);
    }
    await service.stop();
    const database = installation.database();
    const now = new Date(Date.now() + 60_000);
    const retryAt = (ordinal: number, secondsBefore: number) =>
      database.query('update transfers set retry_at = $2 where id = (select id from deposits where tx_hash = $1)', [
        hashes[ordinal] ?? '',
        new Date(now.getTime() - secondsBefore * 1000),
      ]);
    await retryAt(0, 1);
    await retryAt(1, 2);
    const due = [hashes[2], hashes[1], hashes[0]];
    const listHashes = (rows: Awaited<ReturnType<typeof readSeen>>) =>
      rows.map(({ deposit }) => deposit.transactionHash);
    const seen = { chainId: chain.id, upToBlock: 2n ** 62n, now, limit: 9, perDepositor: 9 };
    expect(listHashes(await readSeen(database, seen))).toEqual(due);
    await database.query("update transfers set state = 'rejected', reason = 'x', paying_chain_id = $1", [chain.id]);
    const payable = { chainId: chain.id, now, limit: 9, perDepositor: { transfers: 9, sends: 9 } };
    expect(listHashes(await readPayable(database, payable))).toEqual(due);
    await retryAt(1, -1);
    expect(listHashes(await readPayable(database, payable))).toEqual([hashes[2], hashes[0]]);
    const first = { ...payable, perDepositor: { transfers: 1, sends: 9 } };
    expect(listHashes(await readPayable(database, first))).toEqual([hashes[2]]);
  });

  test('signs the payment of a depositor with one transfer before those of a depositor with many', async ({
    installation,
  }) => {
    installation.keepMining();
    const waiting = await installation.start({ without: ['sign'] });
    const [many, one] = [await installation.createUser(), await installation.createUser()];
    const transfers: TestTransfer[] = [];
    for (const user of [many, many, many, many, one]) transfers.push(await installation.deposit({ user, ...ORDER }));
    for (const transfer of transfers) await transfer.until('confirmed');
    await waiting.stop();
    const query = { chainId: installation.bridge.destination.chain.id, now: new Date(), limit: 3 };
    const queue = await readPayable(installation.database(), { ...query, perDepositor: { transfers: 9, sends: 9 } });
    const depositors = queue.map(({ deposit }) => deposit.depositor);
    // Each one's first transfer, and only then anyone's second.
    expect(depositors.slice(0, 2).sort()).toEqual([many.address, one.address].sort());
    expect(depositors[2]).toBe(many.address);
    await installation.start();
    const orders = await waitUntil(async () => {
      const sql = 'select d.depositor from obligations o join deposits d on d.id = o.transfer_id order by o.nonce';
      const rows = await installation.query<{ depositor: string }>(sql);
      return rows.length === 5 && rows.map(({ depositor }) => depositor);
    });
    expect(orders[0]).toBe(one.address);
    const nonces = await installation.query('select distinct nonce from obligations');
    expect(nonces).toHaveLength(2);
  });
});
