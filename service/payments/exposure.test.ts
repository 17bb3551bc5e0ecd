import { parseEther } from 'viem';
import { describe, expect } from 'vitest';
import { test } from '../../tools/lab/fixtures.ts';
import type { LabInstallation } from '../../tools/lab/installation/installationFile.ts';
import type { TestInstallation } from '../../tools/lab/installation/testInstallation.ts';
import { createFastClock } from '../../tools/lab/installation/testService.ts';
import type { TestTransfer } from '../../tools/lab/installation/testTransfer.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';
import type { ReportStep } from '../engineContext.ts';

const FINALITY = 20;
const CAP = 10_000n;
// The price in the test configuration.
const ETHER_PRICE = 3000n;

function cap(file: LabInstallation): void {
  for (const chain of file.chains) Object.assign(chain, { finality: FINALITY, exposureCap: String(CAP) });
}

async function mineTo({ bridge }: TestInstallation, block: bigint): Promise<void> {
  const { chain } = bridge.origin;
  await chain.mine(Number(block - (await chain.client.getBlockNumber({ cacheTime: 0 }))));
}

async function blockOf({ bridge }: TestInstallation, { hash }: TestTransfer): Promise<bigint> {
  return (await bridge.origin.chain.client.getTransactionReceipt({ hash })).blockNumber;
}

/**
 * Waits until the service knows a block of a chain and has then decided about the only waiting payment three more
 * times.
 */
async function waitForTries({ database }: TestInstallation, chainId: number, block: bigint): Promise<void> {
  const seen = new Set<number>();
  await waitUntil(async () => {
    const [row] = await database().query<{ retryAt: Date }>(
      `select t.retry_at from transfers t join deposits d using (id) join chains c on c.chain_id = d.chain_id
       where t.retry_at is not null and c.chain_id = $1 and c.head >= $2`,
      [chainId, block],
    );
    if (row) seen.add(row.retryAt.getTime());
    return seen.size > 3;
  });
}

describe('the exposure cap', () => {
  test('delays a payment exactly until the earlier deposit is final', async ({ installation }) => {
    const { origin, destination } = installation.bridge;
    const stopMining = destination.chain.keepMining(100);
    try {
      const [user, other] = [await installation.createUser(), await installation.createUser()];
      await installation.start({ change: cap, clock: createFastClock(20) });
      const first = await installation.deposit({ user, token: 'ETH', amount: parseEther('2') });
      await origin.chain.mine(2);
      await first.delivered();
      const second = await installation.deposit({ user: other, token: 'ETH', amount: parseEther('2') });
      const finalAt = (await blockOf(installation, first)) + BigInt(FINALITY) - 1n;
      await mineTo(installation, finalAt - 1n);
      await second.untilReceipt(/the payment waits until earlier deposits on Northshore are final/);
      await waitForTries(installation, origin.chain.id, finalAt - 1n);
      expect(await second.payouts()).toEqual([]);

      await mineTo(installation, finalAt);
      await second.delivered();
      expect(await second.payouts()).toHaveLength(1);
    } finally {
      stopMining();
    }
  });

  test('delays the payout of a deposit above the cap until that deposit is final', async ({ installation }) => {
    const { destination } = installation.bridge;
    const stopMining = destination.chain.keepMining(100);
    try {
      await installation.start({ change: cap, clock: createFastClock(20) });
      const transfer = await installation.deposit({ token: 'ETH', amount: parseEther('4') });
      const finalAt = (await blockOf(installation, transfer)) + BigInt(FINALITY) - 1n;
      await mineTo(installation, finalAt - 1n);
      await transfer.untilReceipt(/the payment waits until its deposit on Northshore is final/);
      await mineTo(installation, finalAt);
      await transfer.delivered();
    } finally {
      stopMining();
    }
  });
});

describe('the exposure cap of two processes', () => {
  test('limits the sum of payments that both sign at the same time on two chains', async ({ installation }) => {
    const { origin } = installation.bridge;
    const [user, other] = [await installation.createUser(), await installation.createUser()];
    const decide = await installation.start({ change: cap, workers: ['fees', 'watch', 'accept'] });
    const ether = { token: 'ETH', amount: parseEther('2') } as const;
    const paid = await installation.deposit({ user, ...ether });
    const refunded = await installation.deposit({ user: other, ...ether, destination: 9n });
    await origin.chain.mine(2);
    const database = installation.database();
    await paid.until('confirmed');
    await refunded.until('rejected');
    await decide.stop();

    // Each process stays in its transaction until both are in one, or one waits for the other's lock.
    let inTransaction = 0;
    const isLocked = async () =>
      (await database.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'")).length > 0;
    const linger: ReportStep = async (step) => {
      if (step !== 'sign.nonceTaken') return;
      inTransaction += 1;
      await waitUntil(async () => inTransaction === 2 || (await isLocked()));
    };
    const databases = [database, await installation.openDatabase()];
    const sign = (index: number) =>
      installation.start({
        change: cap,
        workers: ['sign'],
        reportStep: linger,
        database: databases[index] ?? database,
      });
    const services = await Promise.all([sign(0), sign(1)]);
    await waitUntil(async () => {
      const messages = await Promise.all([paid.hash, refunded.hash].map((hash) => services[0]?.receipt(hash)));
      return messages.some((answer) => answer?.status.message.includes('earlier deposits on Northshore'));
    });
    const [row] = await database.query<{ exposed: bigint }>(
      `select sum(d.amount)::numeric(78,0) as exposed from obligations o join deposits d on d.id = o.transfer_id`,
    );
    expect(row?.exposed).toBe(parseEther('2'));
    expect(((row?.exposed ?? 0n) * ETHER_PRICE) / parseEther('1')).toBeLessThanOrEqual(CAP);
  });
});
