import type { Hash } from 'viem';
import { numberToHex, parseEther } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { waitUntil } from '../../../lab/processes/waitUntil.ts';
import type { Fault, FaultyRpc } from '../../../lab/rpc/faultyRpc.ts';
import { startFaultyRpc } from '../../../lab/rpc/faultyRpc.ts';
import type { TestHarness } from '../../../lab/service/testHarness.ts';
import { createTestHarness } from '../../../lab/service/testHarness.ts';
import { createFastClock } from '../../../lab/service/testService.ts';
import type { ConfigFile } from '../../config/configFileSchema.ts';

// A busy machine is slow, so the timeouts are long.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const NOTE = 'the payment waits until two RPC endpoints of Northshore agree on its deposit';
const CONFIRMATIONS = 4;
// In the test configuration, one ether has the price 3000.
const [SMALL, LARGE, ABOVE] = [parseEther('1'), parseEther('2'), '4000'];

describe('a deposit that two RPC endpoints must confirm', () => {
  let harness: TestHarness;
  let second: FaultyRpc;

  beforeAll(async () => {
    harness = await createTestHarness('postgresql', 56_000);
    second = await startFaultyRpc(harness.bridge.origin.chain.rpcUrl);
  });
  beforeEach(async () => {
    second.setFault(() => undefined);
    await harness.reset();
  });
  afterAll(async () => {
    await harness?.stop();
    await second?.stop();
  });

  function askTwo(file: ConfigFile): void {
    const [origin] = file.chains;
    const rpcUrls = [harness.bridge.origin.chain.rpcUrl, second.url];
    // The two deposits take fewer blocks than this, so the service pays nothing before the test sets the fault.
    Object.assign(origin ?? {}, { rpcUrls, secondRpcAbove: ABOVE, confirmations: CONFIRMATIONS });
  }

  async function readReceipt(hash: Hash): Promise<string> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getTransactionReceipt', params: [hash] });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(harness.bridge.origin.chain.rpcUrl, { method: 'POST', headers, body });
    const { result }: { readonly result: unknown } = JSON.parse(await answer.text());
    return JSON.stringify(result);
  }

  const LIES: readonly (readonly [string, (hash: Hash) => Promise<Fault>])[] = [
    [
      'does not know it',
      async () =>
        ({ method }) =>
          method === 'eth_getTransactionReceipt' ? { result: null } : undefined,
    ],
    [
      'reports another amount',
      async (hash) => {
        const pad = (amount: bigint) => numberToHex(amount, { size: 32 }).slice(2);
        const lie = (await readReceipt(hash)).replaceAll(pad(LARGE), pad(LARGE * 2n));
        return ({ method }) => (method === 'eth_getTransactionReceipt' ? { result: JSON.parse(lie) } : undefined);
      },
    ],
    ['does not answer', async () => () => 'drop'],
  ];

  test.each(LIES)(
    'waits while the second endpoint %s, delays no smaller deposit, and is paid once both agree',
    async (_what, lie) => {
      const { origin, destination } = harness.bridge;
      const [user, other] = [await harness.createUser(), await harness.createUser()];
      const service = await harness.start({ change: askTwo, clock: createFastClock(20) });
      const large = await harness.bridge.deposit(user, { token: 'ETH', amount: LARGE });
      const small = await harness.bridge.deposit(other, { token: 'ETH', amount: SMALL });
      await service.waitForReceipt(large, [908]);
      second.setFault(await lie(large));
      const stopMining = destination.chain.keepMining(100);
      try {
        await origin.chain.mine(CONFIRMATIONS);
        await service.waitForReceipt(small, [0]);
        await waitUntil(async () => (await service.receipt(large)).status.message.includes(NOTE));
        expect(await harness.payments(destination, user.address)).toEqual([]);
        second.setFault(() => undefined);
        await service.waitForReceipt(large, [0]);
        expect(await harness.payments(destination, user.address)).toHaveLength(1);
      } finally {
        stopMining();
      }
    },
  );
});
