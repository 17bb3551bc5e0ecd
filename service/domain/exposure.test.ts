import { parseEther, parseUnits, zeroAddress } from 'viem';
import { expect, test } from 'vitest';
import { createSampleCatalog, pickChain, pickRoute } from '../../lab/service/sampleCatalog.ts';
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

test('a block is final from its finality depth on, and none is before the first read', () => {
  expect(lastFinalBlock({ finality: 1 }, 100n)).toBe(100n);
  expect(lastFinalBlock({ finality: 12 }, 100n)).toBe(89n);
  expect(lastFinalBlock({ finality: 12 }, null)).toBe(-1n);
});
