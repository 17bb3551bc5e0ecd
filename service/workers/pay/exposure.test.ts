import type { Hash } from 'viem';
import { parseEther } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFastClock } from '../../../lab/bridge/testService.ts';
import type { TestStand } from '../../../lab/bridge/testStand.ts';
import { createTestStand } from '../../../lab/bridge/testStand.ts';
import { DATABASE_KINDS } from '../../../lab/postgres/testDatabases.ts';
import { waitUntil } from '../../../lab/processes/testProcesses.ts';
import type { ConfigFile } from '../../config/configSchema.ts';
import type { Reach } from '../failpoints.ts';

// Other work on the same machine must not fail a test.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const FINALITY = 20;
const CAP = 10_000n;
// By the configuration of the test's bridge.
const ETHER_PRICE = 3000n;

function cap(file: ConfigFile): void {
  for (const chain of file.chains) Object.assign(chain, { finality: FINALITY, exposureCap: String(CAP) });
}

async function mineTo({ bridge }: TestStand, block: bigint): Promise<void> {
  const { chain } = bridge.origin;
  await chain.mine(Number(block - (await chain.client.getBlockNumber({ cacheTime: 0 }))));
}

async function blockOf({ bridge }: TestStand, hash: Hash): Promise<bigint> {
  return (await bridge.origin.chain.client.getTransactionReceipt({ hash })).blockNumber;
}

describe.each(DATABASE_KINDS)('deposits that are not final (%s)', (kind) => {
  let stand: TestStand;

  beforeAll(async () => {
    stand = await createTestStand(kind, kind === 'embedded' ? 51_000 : 51_100);
  });
  beforeEach(() => stand.reset());
  afterAll(() => stand?.stop());

  test('are paid up to the cap of their chain; the next is paid once the first is final, and not a block earlier', async () => {
    const { origin, destination } = stand.bridge;
    const stopMining = destination.chain.keepMining(100);
    try {
      const [user, other] = [await stand.createUser(), await stand.createUser()];
      const service = await stand.start({ change: cap, clock: createFastClock(20) });
      const first = await stand.bridge.deposit(user, { token: 'ETH', amount: parseEther('2') });
      await origin.chain.mine(2);
      await service.waitForReceipt(first, [0]);
      const second = await stand.bridge.deposit(other, { token: 'ETH', amount: parseEther('2') });
      const finalAt = (await blockOf(stand, first)) + BigInt(FINALITY) - 1n;
      await mineTo(stand, finalAt - 1n);
      const words = 'it waits until earlier deposits on Northshore are final';
      await waitUntil(async () => (await service.receipt(second)).status.message.includes(words));
      await new Promise((resolve) => setTimeout(resolve, 2000));
      expect(await stand.payments(destination, other.address)).toEqual([]);

      await mineTo(stand, finalAt);
      await service.waitForReceipt(second, [0]);
      expect(await stand.payments(destination, other.address)).toHaveLength(1);
    } finally {
      stopMining();
    }
  });

  test('and are worth more than the cap by themselves are paid once they are final', async () => {
    const { destination } = stand.bridge;
    const stopMining = destination.chain.keepMining(100);
    try {
      const user = await stand.createUser();
      const service = await stand.start({ change: cap, clock: createFastClock(20) });
      const hash = await stand.bridge.deposit(user, { token: 'ETH', amount: parseEther('4') });
      const finalAt = (await blockOf(stand, hash)) + BigInt(FINALITY) - 1n;
      await mineTo(stand, finalAt - 1n);
      const words = 'it waits until its deposit on Northshore is final';
      await waitUntil(async () => (await service.receipt(hash)).status.message.includes(words));
      await mineTo(stand, finalAt);
      await service.waitForReceipt(hash, [0]);
    } finally {
      stopMining();
    }
  });
});

describe('two processes', () => {
  let stand: TestStand;

  beforeAll(async () => {
    stand = await createTestStand('postgresql', 51_200);
  });
  beforeEach(() => stand.reset());
  afterAll(() => stand?.stop());

  test('that sign for one origin on two chains at once stay below its cap together', async () => {
    const { origin } = stand.bridge;
    const [user, other] = [await stand.createUser(), await stand.createUser()];
    const decide = await stand.start({ change: cap, workers: ['fees', 'watch', 'accept'] });
    const paid = await stand.bridge.deposit(user, { token: 'ETH', amount: parseEther('2') });
    const refunded = await stand.bridge.deposit(other, { token: 'ETH', amount: parseEther('2'), destination: 9n });
    await origin.chain.mine(2);
    const database = stand.database();
    const readDecided = () => database.query("select 1 from transfers where state in ('confirmed', 'rejected')");
    await waitUntil(async () => (await readDecided()).length === 2);
    await decide.stop();

    // Each stays in its transaction until the other has had the time to be in its own as well.
    const linger: Reach = async (point) => {
      if (point === 'sign.nonceTaken') await new Promise((resolve) => setTimeout(resolve, 1500));
    };
    const databases = [database, await stand.openDatabase()];
    const sign = (index: number) =>
      stand.start({ change: cap, workers: ['sign'], reach: linger, database: databases[index] ?? database });
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
