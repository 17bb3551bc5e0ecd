import type { Hash } from 'viem';
import { parseEther } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LabInstallation } from '../../lab/installation/installationFile.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import type { TestInstallation } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';
import { createFastClock } from '../../lab/service/testService.ts';
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

async function blockOf({ bridge }: TestInstallation, hash: Hash): Promise<bigint> {
  return (await bridge.origin.chain.client.getTransactionReceipt({ hash })).blockNumber;
}

/** Waits until the service knows a block of a chain, and has decided about the only waiting payment three more times. */
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

let harness: TestInstallation;

beforeAll(async () => {
  harness = await createTestHarness('postgresql', 51_100);
});
beforeEach(() => harness.reset());
afterAll(() => harness?.stop());

describe('the exposure cap', () => {
  test('delays a payment exactly until the earlier deposit is final', async () => {
    const { origin, destination } = harness.bridge;
    const stopMining = destination.chain.keepMining(100);
    try {
      const [user, other] = [await harness.createUser(), await harness.createUser()];
      const service = await harness.start({ change: cap, clock: createFastClock(20) });
      const first = await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('2') });
      await origin.chain.mine(2);
      await service.waitForReceipt(first, 0);
      const second = await harness.bridge.deposit(other, { token: 'ETH', amount: parseEther('2') });
      const finalAt = (await blockOf(harness, first)) + BigInt(FINALITY) - 1n;
      await mineTo(harness, finalAt - 1n);
      const note = 'the payment waits until earlier deposits on Northshore are final';
      await waitUntil(async () => (await service.receipt(second)).status.message.includes(note));
      await waitForTries(harness, origin.chain.id, finalAt - 1n);
      expect(await harness.payments(destination, other.address)).toEqual([]);

      await mineTo(harness, finalAt);
      await service.waitForReceipt(second, 0);
      expect(await harness.payments(destination, other.address)).toHaveLength(1);
    } finally {
      stopMining();
    }
  });

  test('delays the payout of a deposit above the cap until that deposit is final', async () => {
    const { destination } = harness.bridge;
    const stopMining = destination.chain.keepMining(100);
    try {
      const user = await harness.createUser();
      const service = await harness.start({ change: cap, clock: createFastClock(20) });
      const hash = await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('4') });
      const finalAt = (await blockOf(harness, hash)) + BigInt(FINALITY) - 1n;
      await mineTo(harness, finalAt - 1n);
      const note = 'the payment waits until its deposit on Northshore is final';
      await waitUntil(async () => (await service.receipt(hash)).status.message.includes(note));
      await mineTo(harness, finalAt);
      await service.waitForReceipt(hash, 0);
    } finally {
      stopMining();
    }
  });
});

describe('the exposure cap of two processes', () => {
  test('limits the sum of payments that both sign at the same time on two chains', async () => {
    const { origin } = harness.bridge;
    const [user, other] = [await harness.createUser(), await harness.createUser()];
    const decide = await harness.start({ change: cap, workers: ['fees', 'watch', 'accept'] });
    const paid = await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('2') });
    const refunded = await harness.bridge.deposit(other, { token: 'ETH', amount: parseEther('2'), destination: 9n });
    await origin.chain.mine(2);
    const database = harness.database();
    const readDecided = () => database.query("select 1 from transfers where state in ('confirmed', 'rejected')");
    await waitUntil(async () => (await readDecided()).length === 2);
    await decide.stop();

    // Each process stays in its transaction until both are in one, or until one waits for a lock of the other.
    let inTransaction = 0;
    const isLocked = async () =>
      (await database.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'")).length > 0;
    const linger: ReportStep = async (step) => {
      if (step !== 'sign.nonceTaken') return;
      inTransaction += 1;
      await waitUntil(async () => inTransaction === 2 || (await isLocked()));
    };
    const databases = [database, await harness.openDatabase()];
    const sign = (index: number) =>
      harness.start({ change: cap, workers: ['sign'], reportStep: linger, database: databases[index] ?? database });
    const services = await Promise.all([sign(0), sign(1)]);
    await waitUntil(async () => {
      const messages = await Promise.all([paid, refunded].map((hash) => services[0]?.receipt(hash)));
      return messages.some((answer) => answer?.status.message.includes('earlier deposits on Northshore'));
    });
    const [row] = await database.query<{ exposed: bigint }>(
      `select sum(d.amount)::numeric(78,0) as exposed from obligations o join deposits d on d.id = o.transfer_id`,
    );
    expect(row?.exposed).toBe(parseEther('2'));
    expect(((row?.exposed ?? 0n) * ETHER_PRICE) / parseEther('1')).toBeLessThanOrEqual(CAP);
  });
});
