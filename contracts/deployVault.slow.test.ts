import { encodeFunctionData, parseEther, parseEventLogs, toHex, zeroAddress } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paidEvent, payBatchFunction, vaultAbi } from '#shared/abi/vaultAbi.ts';
import type { TestChain } from '../tools/lab/chains/testChain.ts';
import { startTestChain } from '../tools/lab/chains/testChain.ts';
import { compileContracts } from './artifacts.ts';
import { deployVault } from './deploy.ts';

let chain: TestChain;

beforeAll(async () => {
  chain = await startTestChain(44_100);
});

afterAll(() => chain?.stop());

test('deployVault deploys a vault that a transfer funds and a payer pays from', async () => {
  const { client } = chain;
  const [payer, owner, guardian, funder, recipient] = await Promise.all(
    Array.from({ length: 5 }, () => chain.createAccount()),
  );
  if (!payer || !owner || !guardian || !funder || !recipient) throw new Error('five accounts');
  const vault = await deployVault(chain, {
    artifacts: await compileContracts(),
    owner: owner.address,
    guardian: guardian.address,
    payers: [payer.address],
    delay: 86_400n,
    window: 3_600n,
    caps: [{ token: zeroAddress, perPayment: parseEther('2'), perWindow: parseEther('5') }],
  });
  await client.sendTransaction({ account: funder, chain: null, to: vault, value: parseEther('3') });

  const payment = { id: toHex(7, { size: 32 }), token: zeroAddress, to: recipient.address, amount: parseEther('1.5') };
  const data = encodeFunctionData({ abi: [payBatchFunction], args: [[payment]] });
  const hash = await client.sendTransaction({ account: payer, chain: null, to: vault, data });
  const { logs } = await client.waitForTransactionReceipt({ hash });

  const [paid] = parseEventLogs({ abi: [paidEvent], logs });
  expect(paid?.args).toEqual({ payer: payer.address, ...payment });
  expect(await client.getBalance({ address: vault })).toBe(parseEther('1.5'));
  const read = { address: vault, abi: vaultAbi } as const;
  expect(await client.readContract({ ...read, functionName: 'isPaid', args: [payment.id] })).toBe(true);
  expect(await client.readContract({ ...read, functionName: 'isPayer', args: [payer.address] })).toBe(true);
  expect(await client.readContract({ ...read, functionName: 'spendable', args: [zeroAddress] })).toBe(
    parseEther('3.5'),
  );
  expect(await client.readContract({ ...read, functionName: 'capOf', args: [zeroAddress] })).toEqual({
    perPayment: parseEther('2'),
    perWindow: parseEther('5'),
  });
});
