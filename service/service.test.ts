import type { Hash } from 'viem';
import { encodeFunctionData, erc20Abi } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestBridge } from '../tools/lab/chains/testBridge.ts';
import { createTestBridge, DESTINATION, ORIGIN } from '../tools/lab/chains/testBridge.ts';
import type { TestService } from '../tools/lab/installation/testService.ts';
import { startTestService } from '../tools/lab/installation/testService.ts';
import type { TestDatabases } from '../tools/lab/postgres/testDatabases.ts';
import { startTestDatabases } from '../tools/lab/postgres/testDatabases.ts';

let bridge: TestBridge;
let databases: TestDatabases;
let service: TestService;

beforeAll(async () => {
  [bridge, databases] = await Promise.all([createTestBridge(41_000), startTestDatabases('postgresql')]);
  service = await startTestService({ bridge, database: await databases.open() });
  bridge.origin.chain.keepMining(200);
  bridge.destination.chain.keepMining(200);
});

afterAll(async () => {
  await service?.stop();
  await databases?.stop();
  await bridge?.stop();
});

describe('a client of the specification', () => {
  // Concurrently, so that they wait for the same blocks.
  test.concurrent.each(['ETH', 'USDC', 'USDT', 'WBTC'] as const)('moves %s from chain to chain', async (token) => {
    const user = await bridge.createUser();
    const { origin, destination } = bridge;
    const { data } = await service.ask('get_build_tx', {
      from_address: user.address,
      from_chain_name: ORIGIN,
      to_address: user.address,
      to_chain_name: DESTINATION,
      token_name: token,
      ui_value: '1.5',
    });
    let hash: Hash = '0x';
    for (const tx of [data.txs.approve_body, data.txs.transfer_body]) {
      if (!tx) continue;
      const { to, data: input, value } = tx;
      hash = await origin.chain.client.sendTransaction({
        account: user,
        chain: null,
        to,
        data: input,
        value: BigInt(value),
      });
      await origin.chain.client.waitForTransactionReceipt({ hash });
    }
    const receipt = await service.waitForReceipt(hash, 0);
    expect(receipt.data.to_chain_hash).toMatch(/^0x[0-9a-f]{64}$/);
    // The payout is higher than the quote if fees fell in between, and never lower.
    const paid = BigInt(receipt.data.user_receive_value.raw_value);
    expect(paid).toBeGreaterThanOrEqual(BigInt(data.receive_value.raw_value));
    expect(receipt.data.user_send_value).toEqual(data.send_value);
    const received = await destination.chain.balanceOf(destination.token(token), user.address);
    expect(received).toBe(paid);
  });
});

describe('a build', () => {
  test('contains an approval of exactly the sent amount, and none if the allowance suffices', async () => {
    const user = await bridge.createUser();
    const { chain, deployment, token } = bridge.origin;
    const order = {
      ...{ from_address: user.address, from_chain_name: ORIGIN, to_address: user.address, to_chain_name: DESTINATION },
      ...{ token_name: 'USDC', ui_value: '20', value_include_gas_fee: true },
    };
    const needing = await service.ask('get_build_tx', order);
    const { approve_body: approval } = needing.data.txs;
    expect(needing.data.send_value.ui_value).toBe('20');
    const args = [deployment.depositContract, 20_000_000n] as const;
    expect(approval).toEqual({
      from: user.address,
      to: token('USDC'),
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }),
      value: '0',
    });
    const hash = await chain.client.sendTransaction({
      account: user,
      chain: null,
      to: approval.to,
      data: approval.data,
    });
    await chain.client.waitForTransactionReceipt({ hash });
    expect((await service.ask('get_build_tx', order)).data.txs.approve_body).toBeNull();
    const more = await service.ask('get_build_tx', { ...order, ui_value: '20.000001' });
    const exactly = [deployment.depositContract, 20_000_001n] as const;
    expect(more.data.txs.approve_body).toMatchObject({
      to: token('USDC'),
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: exactly }),
    });
  });
});
