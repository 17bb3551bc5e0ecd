import fc from 'fast-check';
import type { Address } from 'viem';
import { encodeFunctionData, erc20Abi, getAddress } from 'viem';
import { expect, test } from 'vitest';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { MAX_UINT256 } from '#shared/amount.ts';
import { encodeApproval, encodeDeposit } from './encodeCalls.ts';

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes): Address => getAddress(`0x${Buffer.from(bytes).toString('hex')}`));
const uint256 = fc.bigInt({ min: 0n, max: MAX_UINT256 });
const call = fc.record({
  target: fc.string({ unit: 'binary', maxLength: 100 }),
  token: address,
  maker: address,
  amount: uint256,
  destination: uint256,
  channel: uint256,
});

test('a deposit has the bytes that viem encodes', () => {
  fc.assert(
    fc.property(call, (deposit) => {
      const { target, token, maker, amount, destination, channel } = deposit;
      const args = [target, token, maker, amount, destination, channel] as const;
      expect(encodeDeposit(deposit)).toBe(encodeFunctionData({ abi: depositAbi, functionName: 'deposit', args }));
    }),
  );
});

test('an approval has the bytes that viem encodes', () => {
  fc.assert(
    fc.property(address, uint256, (spender, amount) => {
      const args = [spender, amount] as const;
      expect(encodeApproval(spender, amount)).toBe(
        encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }),
      );
    }),
  );
});

test.each([-1n, MAX_UINT256 + 1n])('%s is no amount', (amount) => {
  const spender = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
  expect(() => encodeApproval(spender, amount)).toThrow(RangeError);
  const deposit = { target: spender, token: spender, maker: spender, amount, destination: 1n, channel: 0n } as const;
  expect(() => encodeDeposit(deposit)).toThrow(RangeError);
});
