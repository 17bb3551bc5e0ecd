import type { Hash, PrivateKeyAccount } from 'viem';
import { createWalletClient, encodeFunctionData, http, parseEther, zeroAddress } from 'viem';
import { afterAll, beforeEach, describe, expect } from 'vitest';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { startAnvil } from '../../lab/anvil/anvil.ts';
import type { Endpoint } from '../../lab/endpoints/endpoint.ts';
import { startEndpoint } from '../../lab/endpoints/endpoint.ts';
import { LIES } from '../../lab/endpoints/faults.ts';
import { test } from '../../lab/fixtures.ts';
import type { LabInstallation } from '../../lab/installation/installationFile.ts';
import { findFreePort } from '../../lab/processes/freePort.mjs';
import { startProcess } from '../../lab/processes/startProcess.ts';
import type { TestInstallation } from '../../lab/service/testHarness.ts';
import { createFastClock } from '../../lab/service/testService.ts';

const AMOUNT = parseEther('1');

describe('one of three providers lies', () => {
  /** The liar is first in the configuration, and lies about both chains. */
  let liars: { readonly rpcUrl: string; readonly liar: Endpoint }[] = [];
  let others: Endpoint[] = [];

  test.beforeAll(async ({ sharedInstallation: { bridge } }) => {
    const urls = [bridge.origin, bridge.destination].map(({ chain }) => chain.rpcUrl);
    liars = await Promise.all(urls.map(async (rpcUrl) => ({ rpcUrl, liar: await startEndpoint(rpcUrl) })));
    others = await Promise.all(urls.map((rpcUrl) => startEndpoint(rpcUrl)));
  });
  beforeEach(() => {
    for (const { liar } of liars) liar.answer(null);
  });
  afterAll(() => Promise.all([...liars.map(({ liar }) => liar), ...others].map((endpoint) => endpoint.stop())));

  function askThree(file: LabInstallation): void {
    file.chains.forEach((chain, index) => {
      chain.rpcUrls = [liars[index]?.liar.url ?? '', ...chain.rpcUrls, others[index]?.url ?? ''];
    });
  }

  function startService(installation: TestInstallation) {
    installation.keepMining();
    return installation.start({ change: askThree, clock: createFastClock(20) });
  }

  function depositOn(installation: TestInstallation, rpcUrl: string, account: PrivateKeyAccount): Promise<Hash> {
    const { origin, destination } = installation.bridge;
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

  test.for(Object.values(LIES).map(({ title, begin }) => [title, begin] as const))(
    'it %s: the deposit is paid once, in full and in time',
    async ([, begin], { installation }) => {
      const user = await installation.createUser();
      await startService(installation);
      const quiet = await installation.deposit({ user, token: 'ETH', amount: AMOUNT });
      await quiet.delivered();
      for (const { liar, rpcUrl } of liars) liar.answer(await begin(rpcUrl));
      const transfer = await installation.deposit({ user, token: 'ETH', amount: AMOUNT });
      await transfer.delivered();
      const [expected, paid, ...more] = await transfer.payouts();
      expect(more).toEqual([]);
      expect(paid?.amount).toBeGreaterThan(((expected?.amount ?? 0n) * 99n) / 100n);
      expect(paid?.amount).toBeLessThan(AMOUNT);
    },
  );

  test('it serves a private fork with deposits to itself: nothing is paid for them', async ({ installation }) => {
    const { origin } = installation.bridge;
    const [user, thief] = [await installation.createUser(), await installation.createUser()];
    const service = await startService(installation);
    const fork = await startAnvil(
      {
        ...{ title: 'fork', id: origin.chain.id, port: await findFreePort(), forkUrl: origin.chain.rpcUrl },
        ...{ mining: 'perTransaction', isBaseFeeZero: false },
      },
      { start: startProcess },
    );
    try {
      liars[0]?.liar.setChain(fork.rpcUrl);
      const stolen = await depositOn(installation, fork.rpcUrl, thief);
      const honest = await installation.deposit({ user, token: 'ETH', amount: AMOUNT });
      await honest.delivered();
      expect((await service.receipt(stolen)).status.code).toBe(907);
      expect(await installation.payments(installation.bridge.destination, thief.address)).toEqual([]);
    } finally {
      liars[0]?.liar.setChain(origin.chain.rpcUrl);
      await fork.process.stop();
    }
  });
});
