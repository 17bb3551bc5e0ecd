import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openJournal } from '../../../service/db/journal.ts';
import { requestCancel } from '../../../service/db/sends.ts';
import type { Failpoint, Reach } from '../../../service/workers/failpoints.ts';
import { FAILPOINTS } from '../../../service/workers/failpoints.ts';
import type { TestStand } from '../../bridge/testStand.ts';
import { createTestStand } from '../../bridge/testStand.ts';
import type { WorkFolder } from '../../processes/childService.ts';
import { createWorkFolder } from '../../processes/childService.ts';
import { waitUntil } from '../../processes/testProcesses.ts';

// Other work on the same machine must not fail a test.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let stand: TestStand;
let folder: WorkFolder;

beforeAll(async () => {
  [stand, folder] = await Promise.all([createTestStand('postgresql', 45_000), createWorkFolder()]);
  await stand.reset();
});
afterAll(async () => {
  await stand?.stop();
  await folder?.remove();
});

test('a payout with a fee bump and a refund with a cancel come by every failpoint', async () => {
  const { origin, destination, maker } = stand.bridge;
  const reached = new Set<Failpoint>();
  let isDear = false;
  let isCancelled = false;
  const cancel = async (nonce: number) => {
    isCancelled = true;
    const key = { chainId: origin.chain.id, address: maker.address, nonce };
    await stand.database().transaction((transaction) => requestCancel(transaction, key, { thenHold: false }));
  };
  const reach: Reach = async (point, { chainId, nonce }) => {
    reached.add(point);
    if (point !== 'sign.committed') return;
    if (chainId === origin.chain.id && nonce !== undefined && !isCancelled) await cancel(nonce);
    if (chainId !== destination.chain.id || isDear) return;
    isDear = true;
    await destination.chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 40n * 10n ** 9n });
    await destination.chain.mine(1);
  };
  // Ahead by more than a bump waits for, within what clocks may differ.
  const clock = { now: () => new Date(Date.now() + 25_000) };
  stand.keepMining();
  const journal = await openJournal(folder.path);
  const service = await stand.start({ reach, clock, journal });
  const user = await stand.createUser();
  const paid = await stand.bridge.deposit(user, { token: 'USDC', amount: 50_000_000n });
  await service.waitForReceipt(paid, [0]);
  // More than is transferred at once.
  await await stand.bridge.deposit(user, { token: 'USDC', amount: 20_000_000_000n });
  await waitUntil(async () => {
    const [row] = await stand.database().query("select 1 from transfers where state = 'refunded'");
    return row;
  });
  expect(FAILPOINTS.filter((point) => !reached.has(point))).toEqual([]);
});
