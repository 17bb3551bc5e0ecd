import type { Hash } from 'viem';
import { parseEther } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import type { TestInstallation } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';
import { readPayable, readSeen } from '../deposits/transfers.ts';
import { WORKERS } from '../engine.ts';
import { insertSchedules } from '../quotes/feeSchedules.ts';

const OLD = 51;

describe('the queue of transfers', () => {
  let harness: TestInstallation;

  beforeAll(async () => {
    harness = await createTestHarness('postgresql', 46_000);
  });
  beforeEach(() => harness.reset());
  afterAll(() => harness?.stop());

  test('does not delay a deposit behind older deposits whose route has no fees', async () => {
    const { origin, destination } = harness.bridge;
    // The service decides no deposit without fees. The fee worker is off, and the test stores fees for USDC only.
    const service = await harness.start({ workers: ['watch', 'accept'] });
    const user = await harness.createUser();
    for (let count = 0; count < OLD; count += 1) {
      await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('0.01') });
    }
    await origin.chain.mine(2);
    await waitUntil(async () => {
      const [row] = await harness.database().query<{ count: number }>('select count(*) as count from transfers');
      return row?.count === OLD;
    });
    const schedule = {
      ...{ routeId: `USDC:${origin.chain.id}:${destination.chain.id}`, validFrom: new Date() },
      ...{ gasFee: 1n, feeBps: 1n, feeFloor: 100_000n, min: 1n, max: 10n ** 12n },
      ...{ dustBelow: 0n, refundCost: 0n, refundGasPrice: 1n },
    };
    await harness.database().transaction((transaction) => insertSchedules(transaction, 1, [schedule]));
    const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: 50_000_000n });
    await origin.chain.mine(2);
    await waitUntil(async () => (await service.receipt(hash)).status.message.includes('confirmed'), {
      timeoutMs: 15_000,
    });
  });

  test('returns untried transfers first, then those whose retry is due, earliest first', async () => {
    const { chain } = harness.bridge.origin;
    const service = await harness.start({ workers: ['watch'] });
    const user = await harness.createUser();
    const hashes: Hash[] = [];
    for (let count = 0; count < 3; count += 1) {
      hashes.push(await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('0.01') }));
    }
    for (const hash of hashes) await service.waitForReceipt(hash, 908);
    await service.stop();
    const database = harness.database();
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

  test('signs the payment of a depositor with one transfer before those of a depositor with many', async () => {
    harness.keepMining();
    const waiting = await harness.start({ workers: WORKERS.filter((worker) => worker !== 'sign') });
    const [many, one] = [await harness.createUser(), await harness.createUser()];
    for (const user of [many, many, many, many, one]) {
      await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('0.01') });
    }
    await waitUntil(async () => {
      const rows = await harness.database().query("select 1 from transfers where state = 'confirmed'");
      return rows.length === 5;
    });
    await waiting.stop();
    const query = { chainId: harness.bridge.destination.chain.id, now: new Date(), limit: 3 };
    const queue = await readPayable(harness.database(), { ...query, perDepositor: { transfers: 9, sends: 9 } });
    const depositors = queue.map(({ deposit }) => deposit.depositor);
    // The first transfer of each, and only then the second of one.
    expect(depositors.slice(0, 2).sort()).toEqual([many.address, one.address].sort());
    expect(depositors[2]).toBe(many.address);
    await harness.start();
    const orders = await waitUntil(async () => {
      const sql = 'select d.depositor from obligations o join deposits d on d.id = o.transfer_id order by o.nonce';
      const rows = await harness.database().query<{ depositor: string }>(sql);
      return rows.length === 5 && rows.map(({ depositor }) => depositor);
    });
    expect(orders[0]).toBe(one.address);
    const nonces = await harness.database().query('select distinct nonce from obligations');
    expect(nonces).toHaveLength(2);
  });
});
