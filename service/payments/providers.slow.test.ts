import type { Hash, PrivateKeyAccount } from 'viem';
import { createWalletClient, encodeFunctionData, http, parseEther, zeroAddress } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { startAnvil } from '../../lab/anvil/anvil.ts';
import type { Endpoint } from '../../lab/endpoints/endpoint.ts';
import { startEndpoint } from '../../lab/endpoints/endpoint.ts';
import { LIES } from '../../lab/endpoints/faults.ts';
import type { LabInstallation } from '../../lab/installation/installationFile.ts';
import { findFreePort } from '../../lab/processes/freePort.mjs';
import { startProcess } from '../../lab/processes/startProcess.ts';
import type { TestInstallation } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';
import { createFastClock } from '../../lab/service/testService.ts';

const AMOUNT = parseEther('1');

describe('one of three providers lies', () => {
  let harness: TestInstallation;
  /** The liar is first in the configuration, and lies about both chains. */
  let liars: { readonly rpcUrl: string; readonly liar: Endpoint }[] = [];
  let others: Endpoint[] = [];

  beforeAll(async () => {
    harness = await createTestHarness('postgresql', 56_000);
    const urls = [harness.bridge.origin, harness.bridge.destination].map(({ chain }) => chain.rpcUrl);
    liars = await Promise.all(urls.map(async (rpcUrl) => ({ rpcUrl, liar: await startEndpoint(rpcUrl) })));
    others = await Promise.all(urls.map((rpcUrl) => startEndpoint(rpcUrl)));
  });
  beforeEach(async () => {
    for (const { liar } of liars) liar.answer(null);
    await harness.reset();
  });
  afterAll(async () => {
    await harness?.stop();
    await Promise.all([...liars.map(({ liar }) => liar), ...others].map((endpoint) => endpoint.stop()));
  });

  function askThree(file: LabInstallation): void {
    file.chains.forEach((chain, index) => {
      chain.rpcUrls = [liars[index]?.liar.url ?? '', ...chain.rpcUrls, others[index]?.url ?? ''];
    });
  }

  function startService() {
    harness.keepMining();
    return harness.start({ change: askThree, clock: createFastClock(20) });
  }

  function depositOn(rpcUrl: string, account: PrivateKeyAccount): Promise<Hash> {
    const { origin, destination } = harness.bridge;
    const args = [
      account.address,
      zeroAddress,
      origin.deployment.vault,
      AMOUNT,
      BigInt(destination.chain.id),
      7n,
    ] as const;
    const data = encodeFunctionData({ abi: depositAbi, functionName: 'deposit', args });
    const wallet = createWalletClient({ account, transport: http(rpcUrl) });
    return wallet.sendTransaction({ chain: null, to: origin.deployment.depositContract, data, value: AMOUNT });
  }

  test.each(Object.values(LIES).map(({ title, begin }) => [title, begin] as const))(
    'it %s: the deposit is paid once, in full and in time',
    async (_title, begin) => {
      const user = await harness.createUser();
      const service = await startService();
      const quiet = await harness.bridge.deposit(user, { token: 'ETH', amount: AMOUNT });
      await service.waitForReceipt(quiet, 0);
      for (const { liar, rpcUrl } of liars) liar.answer(await begin(rpcUrl));
      const hash = await harness.bridge.deposit(user, { token: 'ETH', amount: AMOUNT });
      await service.waitForReceipt(hash, 0);
      const [expected, paid, ...more] = await harness.payments(harness.bridge.destination, user.address);
      expect(more).toEqual([]);
      expect(paid?.amount).toBeGreaterThan(((expected?.amount ?? 0n) * 99n) / 100n);
      expect(paid?.amount).toBeLessThan(AMOUNT);
    },
  );

  test('it serves a private fork with deposits to itself: nothing is paid for them', async () => {
    const { origin } = harness.bridge;
    const [user, thief] = [await harness.createUser(), await harness.createUser()];
    const service = await startService();
    const fork = await startAnvil(
      {
        ...{ title: 'fork', id: origin.chain.id, port: await findFreePort(), forkUrl: origin.chain.rpcUrl },
        ...{ mining: 'perTransaction', isBaseFeeZero: false },
      },
      { start: startProcess },
    );
    try {
      liars[0]?.liar.setChain(fork.rpcUrl);
      const stolen = await depositOn(fork.rpcUrl, thief);
      const honest = await harness.bridge.deposit(user, { token: 'ETH', amount: AMOUNT });
      await service.waitForReceipt(honest, 0);
      expect((await service.receipt(stolen)).status.code).toBe(907);
      expect(await harness.payments(harness.bridge.destination, thief.address)).toEqual([]);
    } finally {
      liars[0]?.liar.setChain(origin.chain.rpcUrl);
      await fork.process.stop();
    }
  });
});
