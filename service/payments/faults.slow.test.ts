import { numberToHex, parseEther } from 'viem';
import { afterAll, beforeEach, describe, expect } from 'vitest';
import type { Endpoint, Fault } from '../../tools/lab/endpoints/endpoint.ts';
import { startEndpoint } from '../../tools/lab/endpoints/endpoint.ts';
import { missingState, on } from '../../tools/lab/endpoints/faults.ts';
import { test } from '../../tools/lab/fixtures.ts';
import type { LabInstallation } from '../../tools/lab/installation/installationFile.ts';
import type { HarnessOptions, TestInstallation } from '../../tools/lab/installation/testInstallation.ts';
import { createFastClock } from '../../tools/lab/installation/testService.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';
import { readSender } from './senders.ts';

function toWord(amount: bigint): string {
  return numberToHex(amount, { size: 32 }).slice(2);
}

async function askRaw(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { result }: { readonly result: unknown } = JSON.parse(await answer.text());
  return result;
}

describe('a service with a faulty RPC endpoint', () => {
  let rpcs: Endpoint[];

  test.beforeAll(async ({ sharedInstallation: { bridge } }) => {
    const { origin, destination } = bridge;
    rpcs = await Promise.all([origin, destination].map(({ chain }) => startEndpoint(chain.rpcUrl)));
  });
  beforeEach(() => {
    for (const rpc of rpcs) rpc.answer(null);
  });
  afterAll(() => Promise.all((rpcs ?? []).map((rpc) => rpc.stop())));

  function startThroughRpcs(installation: TestInstallation, options: HarnessOptions = {}) {
    return installation.start({
      ...options,
      change: (file) => {
        file.chains.forEach((chain, index) => {
          chain.rpcUrls = [rpcs[index]?.url ?? ''];
        });
      },
    });
  }

  test('sees a deposit although the endpoint returns no logs for its range', async ({ installation }) => {
    const [origin] = rpcs;
    origin?.answer(({ method, params: [query] }) =>
      method === 'eth_getLogs' && !JSON.stringify(query).includes('blockHash') ? { result: [] } : undefined,
    );
    await startThroughRpcs(installation);
    const transfer = await installation.deposit({ token: 'ETH', amount: parseEther('1') });
    const { status } = await transfer.untilReceipt(908);
    expect(status.message).toContain('seen on Northshore');
  });

  test('keeps a deposit while the endpoint has its block but denies its logs', async ({ installation }) => {
    await startThroughRpcs(installation);
    const transfer = await installation.deposit({ token: 'ETH', amount: parseEther('1') });
    await transfer.untilReceipt(908);
    let lies = 0;
    rpcs[0]?.answer(({ method }) => {
      if (method !== 'eth_getLogs') return undefined;
      lies += 1;
      return { result: [] };
    });
    installation.keepMining();
    await waitUntil(async () => lies > 3);
    rpcs[0]?.answer(null);
    await transfer.delivered();
    expect((await transfer.events()).map(({ to }) => to)).not.toContain('unseen');
    expect(await transfer.payouts()).toHaveLength(1);
  });

  test('stores no deposit until a receipt confirms its log', async ({ installation }) => {
    await startThroughRpcs(installation);
    const user = await installation.createUser();
    const real = await installation.deposit({ user, token: 'ETH', amount: parseEther('1') });
    await real.untilReceipt(908);
    let denials = 0;
    rpcs[0]?.answer(({ method }) => {
      if (method !== 'eth_getTransactionReceipt') return undefined;
      denials += 1;
      return { result: null };
    });
    const other = await installation.deposit({ user, token: 'ETH', amount: parseEther('2') });
    await waitUntil(async () => denials > 3);
    expect((await other.receipt()).status.code).toBe(907);
    rpcs[0]?.answer(null);
    await other.untilReceipt(908);
  });

  test('corrects an inflated deposit, and pays the real amount once the endpoint is honest again', async ({
    installation,
  }) => {
    const [amount, lie] = [parseEther('1'), parseEther('3')];
    const transfer = await installation.deposit({ token: 'ETH', amount });
    const { client } = installation.bridge.origin.chain;
    const { logs, blockNumber } = await client.getTransactionReceipt({ hash: transfer.hash });
    const lieAbout = (answer: unknown): unknown =>
      JSON.parse(JSON.stringify(answer).replaceAll(toWord(amount), toWord(lie)));
    const [receipt, log] = await Promise.all([
      askRaw(installation.bridge.origin.chain.rpcUrl, 'eth_getTransactionReceipt', [transfer.hash]),
      askRaw(installation.bridge.origin.chain.rpcUrl, 'eth_getLogs', [{ blockHash: logs[0]?.blockHash }]),
    ]);
    expect(JSON.stringify(lieAbout(log))).not.toBe(JSON.stringify(log));
    rpcs[0]?.answer(({ method }) => {
      if (method === 'eth_getTransactionReceipt') return { result: lieAbout(receipt) };
      return method === 'eth_getLogs' ? { result: lieAbout(log) } : undefined;
    });
    await startThroughRpcs(installation);
    const readAmounts = async () => {
      const rows = await installation.query<{ amount: bigint }>('select amount from deposits');
      return rows.map((row) => row.amount);
    };
    await waitUntil(async () => (await readAmounts()).includes(lie));
    expect(await client.getBlockNumber()).toBe(blockNumber);
    rpcs[0]?.answer(null);
    installation.keepMining();
    await transfer.delivered();
    expect(await readAmounts()).toEqual([amount]);
    const [payment, ...others] = await transfer.payouts();
    expect(others).toEqual([]);
    expect(payment?.amount).toBeLessThan(amount);
  });

  test('pays once although the endpoint loses every answer to a sent transaction', async ({ installation }) => {
    rpcs[1]?.answer(on('eth_sendRawTransaction', 'dropAnswer'));
    installation.keepMining();
    await startThroughRpcs(installation);
    const transfer = await installation.deposit();
    const payout = await transfer.delivered();
    expect(await transfer.payouts()).toEqual([payout]);
    expect(await installation.query('select hash from attempts')).toHaveLength(1);
  });

  test('continues after a single answer with a nonce that is too high', async ({ installation }) => {
    await startThroughRpcs(installation, { clock: createFastClock(20) });
    let asked = 0;
    rpcs[1]?.answer(({ method }) => {
      if (method !== 'eth_getTransactionCount') return undefined;
      asked += 1;
      return asked === 1 ? { result: '0xffff' } : undefined;
    });
    await waitUntil(async () => asked > 3, { what: 'further looks' });
    expect(await readSender(installation.database(), installation.senderKey)).toMatchObject({ haltedReason: null });
    installation.keepMining();
    await (await installation.deposit()).delivered();
  });

  test('settles a payment although the endpoint has account state only for the newest block', async ({
    installation,
  }) => {
    const forget: Fault = ({ method, params }) =>
      method === 'eth_getTransactionCount' && params[1] !== 'latest' ? missingState : undefined;
    for (const rpc of rpcs) rpc.answer(forget);
    installation.keepMining();
    await startThroughRpcs(installation);
    await (await installation.deposit()).delivered();
  });

  test("settles a payment although the endpoint no longer returns the hot wallet's nonce", async ({ installation }) => {
    await startThroughRpcs(installation);
    const transfer = await installation.deposit();
    await installation.bridge.origin.chain.mine(2);
    await waitUntil(async () => (await transfer.payouts()).length === 1);
    rpcs[1]?.answer(on('eth_getTransactionCount', { error: { code: -32_000, message: 'not now' } }));
    installation.keepMining();
    await transfer.delivered();
  });
});

describe('a service that starts', () => {
  const useOtherContract = ({ chains }: LabInstallation) => {
    for (const chain of chains) chain.depositContract = `0x${'12'.repeat(20)}`;
  };
  const mistakeDecimals = ({ tokens }: LabInstallation) => {
    for (const token of tokens) if (token.name === 'USDC') token.decimals = { Northshore: 6, Southshore: 18 };
  };

  test.for<readonly [string, RegExp, { readonly alter?: string; readonly change?: (file: LabInstallation) => void }]>([
    [
      'a database of a chain with another genesis block',
      /This database belongs to another chain: Northshore/,
      { alter: `update chains set genesis_hash = '0x${'00'.repeat(32)}'` },
    ],
    [
      'a database of another deposit contract',
      /This database belongs to the deposit contract 0x\w+ on Northshore/,
      { alter: `update chains set deposit_contract = '0x${'34'.repeat(20)}'` },
    ],
    [
      'a missing deposit contract before it compares the contracts of the database',
      /Northshore has no deposit contract at 0x1212/,
      { change: useOtherContract },
    ],
    [
      'decimals that differ from those of the token',
      /USDC on Southshore has 18 decimals .* Set 6\./,
      { change: mistakeDecimals },
    ],
  ])('refuses %s', async ([, refusal, { alter, ...options }], { installation }) => {
    await (await installation.start()).stop();
    if (alter) await installation.query(alter);
    await expect(installation.start(options)).rejects.toThrow(refusal);
  });

  test('serves the other chain while one chain is unreachable', async ({ installation }) => {
    await installation.start({
      change: ({ chains: [, south] }) => {
        if (south) south.rpcUrls = ['http://127.0.0.1:9'];
      },
    });
    const transfer = await installation.deposit({ token: 'ETH', amount: parseEther('1') });
    await installation.bridge.origin.chain.mine(3);
    const { status } = await transfer.untilReceipt(908);
    expect(status.message).toMatch(/^The deposit/);
  });
});
