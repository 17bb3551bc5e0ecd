import { decodeFunctionData, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect } from 'vitest';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { encodeTarget } from '#shared/gasDrop.ts';
import { test } from '../../tools/lab/fixtures.ts';

const GAS_DROP = parseEther('0.002');

function createRecipient() {
  const recipient = privateKeyToAccount(generatePrivateKey()).address;
  return { recipient, target: encodeTarget({ recipient, gasDrop: GAS_DROP }) };
}

describe('a deposit with a gas drop', () => {
  test('is paid with native tokens in one transaction, once, and its receipt says so', async ({ installation }) => {
    installation.keepMining();
    const service = await installation.start();
    const { recipient, target } = createRecipient();
    const build = await service.build({ to_address: recipient, gas_drop: '0.002' });
    expect(build.data.gas_drop_value.raw_value).toBe(`${GAS_DROP}`);
    const { args } = decodeFunctionData({ abi: depositAbi, data: build.data.txs.transfer_body.data });
    expect(args[0]).toBe(target);
    const transfer = await installation.deposit({ target, amount: BigInt(build.data.send_value.raw_value) });
    const { data } = await transfer.untilReceipt(0);
    expect(data.user_receive_value).toEqual(build.data.receive_value);
    expect(data.gas_fee).toEqual(build.data.gas_fee);
    expect(data.user_gas_value).toEqual({ decimals: 18, raw_value: `${GAS_DROP}`, ui_value: '0.002' });
    expect(data.recipient).toBe(recipient);
    const { client } = installation.bridge.destination.chain;
    expect(await client.getBalance({ address: recipient })).toBe(GAS_DROP);
    const paid = await installation.payments(installation.bridge.destination, recipient);
    expect(paid).toEqual([
      { hash: data.to_chain_hash, amount: BigInt(data.user_receive_value.raw_value) },
      { hash: data.to_chain_hash, amount: GAS_DROP },
    ]);
    const [stored, ...others] = await installation.query('select amount, gas_drop, state from obligations');
    expect(others).toEqual([]);
    expect(stored).toEqual({ amount: paid[0]?.amount, gasDrop: GAS_DROP, state: 'paid' });
  });

  test('is refunded by a service that offers none', async ({ installation }) => {
    installation.keepMining();
    await installation.start({
      change: ({ chains }) => {
        for (const chain of chains) chain.maxGasDrop = undefined;
      },
    });
    const { recipient, target } = createRecipient();
    const transfer = await installation.deposit({ target });
    await transfer.untilReceipt(909);
    await transfer.until('refunded');
    expect(await transfer.refunds()).toHaveLength(1);
    expect(await installation.payments(installation.bridge.destination, recipient)).toEqual([]);
    expect(await installation.bridge.destination.chain.client.getBalance({ address: recipient })).toBe(0n);
  });

  test('is paid neither token nor gas by a recipient that refuses native tokens', async ({ installation }) => {
    const { client } = installation.bridge.destination.chain;
    installation.keepMining();
    await installation.start({ change: (file) => Object.assign(file.lab, { paymentTries: 1 }) });
    const { recipient, target } = createRecipient();
    await client.setCode({ address: recipient, bytecode: '0xfe' });
    const transfer = await installation.deposit({ target });
    await transfer.untilReceipt(/would fail on Southshore \(NativeTransferFailed\)/);
    expect(await installation.payments(installation.bridge.destination, recipient)).toEqual([]);
    expect(await client.getBalance({ address: recipient })).toBe(0n);
  });
});
