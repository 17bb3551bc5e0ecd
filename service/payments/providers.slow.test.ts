import type { Hash, PrivateKeyAccount } from 'viem';
import { createWalletClient, encodeFunctionData, http, numberToHex, parseEther, zeroAddress } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { startAnvil } from '../../lab/anvil/anvil.ts';
import type { LabInstallation } from '../../lab/installation/installationFile.ts';
import { findFreePort } from '../../lab/processes/freePort.mjs';
import { startProcess } from '../../lab/processes/startProcess.ts';
import type { Fault, FaultyRpc } from '../../lab/rpc/faultyRpc.ts';
import { startFaultyRpc } from '../../lab/rpc/faultyRpc.ts';
import { answerPaid, freezeHead, inventHead, priceGas, serveChainId } from '../../lab/rpc/lies.ts';
import type { TestInstallation } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';
import { createFastClock } from '../../lab/service/testService.ts';

const AMOUNT = parseEther('1');

type Lie = readonly [string, (hash: Hash) => Promise<Fault>];

describe('one of three providers lies', () => {
  let harness: TestInstallation;
  /** The liar is first in the configuration, and lies about both chains. */
  let liars: FaultyRpc[] = [];
  let others: FaultyRpc[] = [];

  beforeAll(async () => {
    harness = await createTestHarness('postgresql', 56_000);
    const urls = [harness.bridge.origin, harness.bridge.destination].map(({ chain }) => chain.rpcUrl);
    liars = await Promise.all(urls.map(startFaultyRpc));
    others = await Promise.all(urls.map(startFaultyRpc));
  });
  beforeEach(async () => {
    lie(() => undefined);
    await harness.reset();
  });
  afterAll(async () => {
    await harness?.stop();
    await Promise.all([...liars, ...others].map((rpc) => rpc.stop()));
  });

  function lie(fault: Fault): void {
    for (const liar of liars) liar.setFault(fault);
  }

  function askThree(file: LabInstallation): void {
    file.chains.forEach((chain, index) => {
      chain.rpcUrls = [liars[index]?.url ?? '', ...chain.rpcUrls, others[index]?.url ?? ''];
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

  async function readReceipt(hash: Hash): Promise<string> {
    const { rpcUrl } = harness.bridge.origin.chain;
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getTransactionReceipt', params: [hash] });
    const answer = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { result }: { readonly result: unknown } = JSON.parse(await answer.text());
    return JSON.stringify(result);
  }

  const doubleAmount = async (hash: Hash): Promise<Fault> => {
    const pad = (amount: bigint) => numberToHex(amount, { size: 32 }).slice(2);
    const text = (await readReceipt(hash)).replaceAll(pad(AMOUNT), pad(AMOUNT * 2n));
    return ({ method }) => (method === 'eth_getTransactionReceipt' ? { result: JSON.parse(text) } : undefined);
  };
  const LIES: readonly Lie[] = [
    [
      'does not know the deposit',
      async () =>
        ({ method }) =>
          method.includes('Receipt') ? { result: null } : undefined,
    ],
    [
      'hides all logs',
      async () =>
        ({ method }) =>
          method === 'eth_getLogs' ? { result: [] } : undefined,
    ],
    ['reports another amount', doubleAmount],
    ['does not answer', async () => () => 'drop'],
    [
      'answers everything with nested lists',
      async () => () => ({ result: JSON.parse('['.repeat(20) + ']'.repeat(20)) }),
    ],
    ['stands still', () => freezeHead(harness.bridge.origin.chain.rpcUrl)],
    ['is far ahead', async () => inventHead(1_000_000)],
    ['serves another chain', async () => serveChainId(1)],
    ['says that nothing was paid', async () => answerPaid(false)],
    ['says that everything was paid', async () => answerPaid(true)],
    ['asks for a gas price of 900 gwei', async () => priceGas(900_000_000_000n)],
  ];

  test.each(LIES)('it %s: the deposit is paid once, in full and in time', async (_what, decide) => {
    const user = await harness.createUser();
    const service = await startService();
    const quiet = await harness.bridge.deposit(user, { token: 'ETH', amount: AMOUNT });
    await service.waitForReceipt(quiet, 0);
    lie(await decide(quiet));
    const hash = await harness.bridge.deposit(user, { token: 'ETH', amount: AMOUNT });
    lie(await decide(hash));
    await service.waitForReceipt(hash, 0);
    const [expected, paid, ...more] = await harness.payments(harness.bridge.destination, user.address);
    expect(more).toEqual([]);
    expect(paid?.amount).toBeGreaterThan(((expected?.amount ?? 0n) * 99n) / 100n);
    expect(paid?.amount).toBeLessThan(AMOUNT);
  });

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
      liars[0]?.setChain(fork.rpcUrl);
      const stolen = await depositOn(fork.rpcUrl, thief);
      const honest = await harness.bridge.deposit(user, { token: 'ETH', amount: AMOUNT });
      await service.waitForReceipt(honest, 0);
      expect((await service.receipt(stolen)).status.code).toBe(907);
      expect(await harness.payments(harness.bridge.destination, thief.address)).toEqual([]);
    } finally {
      liars[0]?.setChain(origin.chain.rpcUrl);
      await fork.process.stop();
    }
  });
});
