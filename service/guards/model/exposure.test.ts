import { parseEther, parseUnits, zeroAddress } from 'viem';
import { expect, test } from 'vitest';
import { createSampleCatalog, pickChain, pickRoute } from '../../../tools/lab/service/sampleCatalog.ts';
import { lastFinalBlock, totalValue } from './exposure.ts';

const catalog = createSampleCatalog();
const chain = pickChain(catalog, 'Northshore');
const usdc = pickRoute(catalog, 'USDC').originToken.address;
const ether = zeroAddress;

test('the total value is the sum over the tokens', () => {
  const amounts = [
    { token: ether, amount: parseEther('1') },
    { token: usdc, amount: parseUnits('0.5', 6) },
    { token: ether, amount: 1n },
  ];
  expect(totalValue(catalog, chain, amounts)).toBe(parseEther('3000.5') + 3000n);
  expect(totalValue(catalog, chain, [])).toBe(0n);
});

test('a token without a price has no value, rather than the value 0', () => {
  const token = '0x1111111111111111111111111111111111111111';
  expect(totalValue(catalog, chain, [{ token, amount: 1n }])).toBeNull();
});

const at = (head: bigint | null, finalBlock: bigint | null = null) => ({ head, finalBlock });

test('with a tag, the stored block with that tag is final, and none is before it is stored', () => {
  expect(lastFinalBlock({ finality: 'finalized' }, at(100n, 30n))).toBe(30n);
  expect(lastFinalBlock({ finality: 'finalized' }, at(100n))).toBe(-1n);
});

test('a block is final from its finality depth on, and none is before the first read', () => {
  expect(lastFinalBlock({ finality: 1 }, at(100n))).toBe(100n);
  expect(lastFinalBlock({ finality: 12 }, at(100n))).toBe(89n);
  expect(lastFinalBlock({ finality: 12 }, at(null))).toBe(-1n);
});
