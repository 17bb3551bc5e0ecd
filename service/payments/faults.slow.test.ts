import { numberToHex, parseEther } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Endpoint, Fault } from '../../lab/endpoints/endpoint.ts';
import { startEndpoint } from '../../lab/endpoints/endpoint.ts';
import { missingState, on } from '../../lab/endpoints/faults.ts';
import type { LabInstallation } from '../../lab/installation/installationFile.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import type { HarnessOptions, TestInstallation } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';
import { createFastClock } from '../../lab/service/testService.ts';
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
  let harness: TestInstallation;
  let rpcs: Endpoint[];

  beforeAll(async () => {
    harness = await createTestHarness('postgresql', 44_000);
    const { origin, destination } = harness.bridge;
    rpcs = await Promise.all([origin, destination].map(({ chain }) => startEndpoint(chain.rpcUrl)));
  });
  beforeEach(async () => {
    for (const rpc of rpcs) rpc.answer(null);
    await harness.reset();
  });
  afterAll(async () => {
    await harness?.stop();
    await Promise.all((rpcs ?? []).map((rpc) => rpc.stop()));
  });

  function startThroughRpcs(options: HarnessOptions = {}) {
    return harness.start({
      ...options,
      change: (file) => {
        file.chains.forEach((chain, index) => {
          chain.rpcUrls = [rpcs[index]?.url ?? ''];
        });
      },
    });
  }

  test('sees a deposit although the endpoint returns no logs for its range', async () => {
    const [origin] = rpcs;
    origin?.answer(({ method, params: [query] }) =>
      method === 'eth_getLogs' && !JSON.stringify(query).includes('blockHash') ? { result: [] } : undefined,
    );
    const service = await startThroughRpcs();
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('1') });
    const { status } = await service.waitForReceipt(hash, 908);
    expect(status.message).toContain('seen on Northshore');
  });

  test('keeps a deposit while the endpoint has its block but denies its logs', async () => {
    const service = await startThroughRpcs();
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('1') });
    await service.waitForReceipt(hash, 908);
    let lies = 0;
    rpcs[0]?.answer(({ method }) => {
      if (method !== 'eth_getLogs') return undefined;
      lies += 1;
      return { result: [] };
    });
    harness.keepMining();
    await waitUntil(async () => lies > 3);
    rpcs[0]?.answer(null);
    await service.waitForReceipt(hash, 0);
    const states = await harness
      .database()
      .query<{ toState: string }>('select to_state from transfer_events order by id');
    expect(states.map(({ toState }) => toState)).not.toContain('unseen');
    expect(await harness.payments(harness.bridge.destination, user.address)).toHaveLength(1);
  });

  test('stores no deposit until a receipt confirms its log', async () => {
    const service = await startThroughRpcs();
    const user = await harness.createUser();
    const real = await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('1') });
    await service.waitForReceipt(real, 908);
    let denials = 0;
    rpcs[0]?.answer(({ method }) => {
      if (method !== 'eth_getTransactionReceipt') return undefined;
      denials += 1;
      return { result: null };
    });
    const other = await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('2') });
    await waitUntil(async () => denials > 3);
    expect((await service.receipt(other)).status.code).toBe(907);
    rpcs[0]?.answer(null);
    await service.waitForReceipt(other, 908);
  });

  test('corrects an inflated deposit and pays the real amount when the endpoint is honest again', async () => {
    const [amount, lie] = [parseEther('1'), parseEther('3')];
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'ETH', amount });
    const { client } = harness.bridge.origin.chain;
    const { logs, blockNumber } = await client.getTransactionReceipt({ hash });
    const lieAbout = (answer: unknown): unknown =>
      JSON.parse(JSON.stringify(answer).replaceAll(toWord(amount), toWord(lie)));
    const [receipt, log] = await Promise.all([
      askRaw(harness.bridge.origin.chain.rpcUrl, 'eth_getTransactionReceipt', [hash]),
      askRaw(harness.bridge.origin.chain.rpcUrl, 'eth_getLogs', [{ blockHash: logs[0]?.blockHash }]),
    ]);
    expect(JSON.stringify(lieAbout(log))).not.toBe(JSON.stringify(log));
    rpcs[0]?.answer(({ method }) => {
      if (method === 'eth_getTransactionReceipt') return { result: lieAbout(receipt) };
      return method === 'eth_getLogs' ? { result: lieAbout(log) } : undefined;
    });
    const service = await startThroughRpcs();
    const readAmounts = async () => {
      const rows = await harness.database().query<{ amount: bigint }>('select amount from deposits');
      return rows.map((row) => row.amount);
    };
    await waitUntil(async () => (await readAmounts()).includes(lie));
    expect(await client.getBlockNumber()).toBe(blockNumber);
    rpcs[0]?.answer(null);
    harness.keepMining();
    await service.waitForReceipt(hash, 0);
    expect(await readAmounts()).toEqual([amount]);
    const [payment, ...others] = await harness.payments(harness.bridge.destination, user.address);
    expect(others).toEqual([]);
    expect(payment?.amount).toBeLessThan(amount);
  });

  test('pays once although the endpoint loses every answer to a sent transaction', async () => {
    rpcs[1]?.answer(on('eth_sendRawTransaction', 'dropAnswer'));
    harness.keepMining();
    const service = await startThroughRpcs();
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: 50_000_000n });
    const { data } = await service.waitForReceipt(hash, 0);
    const payments = await harness.payments(harness.bridge.destination, user.address);
    expect(payments).toEqual([{ hash: data.to_chain_hash, amount: BigInt(data.user_receive_value.raw_value) }]);
    expect(await harness.database().query('select hash from attempts')).toHaveLength(1);
  });

  test('goes on after one answer with a nonce that is too high', async () => {
    const { chain } = harness.bridge.destination;
    const service = await startThroughRpcs({ clock: createFastClock(20) });
    let asked = 0;
    rpcs[1]?.answer(({ method }) => {
      if (method !== 'eth_getTransactionCount') return undefined;
      asked += 1;
      return asked === 1 ? { result: '0xffff' } : undefined;
    });
    await waitUntil(async () => asked > 3, { what: 'further looks' });
    const key = { chainId: chain.id, address: harness.bridge.hotWallet.address };
    expect(await readSender(harness.database(), key)).toMatchObject({ haltedReason: null });
    harness.keepMining();
    const user = await harness.createUser();
    await service.waitForReceipt(await harness.bridge.deposit(user, { token: 'USDC', amount: 50_000_000n }), 0);
  });

  test('settles a payment although the endpoint has account state for the newest block only', async () => {
    const forget: Fault = ({ method, params }) =>
      method === 'eth_getTransactionCount' && params[1] !== 'latest' ? missingState : undefined;
    for (const rpc of rpcs) rpc.answer(forget);
    harness.keepMining();
    const service = await startThroughRpcs();
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: 50_000_000n });
    await service.waitForReceipt(hash, 0);
  });

  test("settles a payment although the endpoint no longer returns the hot wallet's nonce", async () => {
    const service = await startThroughRpcs();
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: 50_000_000n });
    await harness.bridge.origin.chain.mine(2);
    await waitUntil(async () => (await harness.payments(harness.bridge.destination, user.address)).length === 1);
    rpcs[1]?.answer(on('eth_getTransactionCount', { error: { code: -32_000, message: 'not now' } }));
    harness.keepMining();
    await service.waitForReceipt(hash, 0);
  });
});

describe('a service that starts', () => {
  let harness: TestInstallation;
  beforeAll(async () => {
    harness = await createTestHarness('postgresql', 44_100);
  });
  beforeEach(async () => {
    await harness.reset();
    await (await harness.start()).stop();
  });
  afterAll(() => harness?.stop());

  test('refuses a database of a chain with another genesis block', async () => {
    await harness.database().query('update chains set genesis_hash = $1', [`0x${'00'.repeat(32)}`]);
    await expect(harness.start()).rejects.toThrow(/This database belongs to another chain: Northshore/);
  });

  test('refuses a database of another deposit contract', async () => {
    const { address } = harness.bridge.hotWallet;
    await harness.database().query('update chains set deposit_contract = $1', [address]);
    await expect(harness.start()).rejects.toThrow(/This database belongs to the deposit contract 0x\w+ on Northshore/);
  });

  test('refuses a missing deposit contract before it compares the contracts of the database', async () => {
    const change = (file: LabInstallation) => {
      for (const chain of file.chains) chain.depositContract = `0x${'12'.repeat(20)}`;
    };
    await expect(harness.start({ change })).rejects.toThrow(/Northshore has no deposit contract at 0x1212/);
  });

  test('refuses decimals that differ from those of the token', async () => {
    const change = (file: LabInstallation) => {
      for (const token of file.tokens) if (token.name === 'USDC') token.decimals = { Northshore: 6, Southshore: 18 };
    };
    await expect(harness.start({ change })).rejects.toThrow(/USDC on Southshore has 18 decimals .* Set 6\./);
  });

  test('serves the other chain while one chain is unreachable', async () => {
    const change = (file: { chains: { rpcUrls: string[] }[] }) => {
      const [, south] = file.chains;
      if (south) south.rpcUrls = ['http://127.0.0.1:9'];
    };
    const service = await harness.start({ change });
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('1') });
    await harness.bridge.origin.chain.mine(3);
    const { status } = await service.waitForReceipt(hash, 908);
    expect(status.message).toMatch(/^The deposit/);
  });
});
