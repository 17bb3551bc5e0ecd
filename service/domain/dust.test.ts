import fc from 'fast-check';
import { parseEther, zeroAddress } from 'viem';
import { expect, test } from 'vitest';
import { createSampleCatalog, pickChain } from '../../lab/service/sampleCatalog.ts';
import { isDust } from './dust.ts';
import { quotedGasPrice } from './gasPrice.ts';

const catalog = createSampleCatalog();
const chain = pickChain(catalog, 'Northshore');
const GWEI = 1_000_000_000n;

test('drops exactly the native deposits that the gas of their refund would use up', () => {
  const amounts = fc.bigInt({ min: 0n, max: parseEther('1') });
  const baseFees = fc.bigInt({ min: 0n, max: 1000n * GWEI });
  fc.assert(
    fc.property(amounts, baseFees, (amount, baseFee) => {
      const cost = catalog.refundGas * quotedGasPrice({ baseFee, tip: 0n }, chain.maxGasPrice);
      expect(isDust(catalog, chain, { deposit: { token: zeroAddress, amount }, baseFee })).toBe(amount <= cost);
    }),
  );
});

test('keeps every deposit of an unknown token', () => {
  const token = '0x00000000000000000000000000000000000000ff';
  expect(isDust(catalog, chain, { deposit: { token, amount: 1n }, baseFee: GWEI })).toBe(false);
});

test('uses the configured minimum instead', () => {
  const configured = createSampleCatalog((file) => {
    for (const { deployments } of file.tokens) {
      for (const deployment of Object.values(deployments)) deployment.handlingMinimum = '0.5';
    }
  });
  const at = (amount: bigint) =>
    isDust(configured, pickChain(configured, 'Northshore'), { deposit: { token: zeroAddress, amount }, baseFee: GWEI });
  expect([at(parseEther('0.5') - 1n), at(parseEther('0.5'))]).toEqual([true, false]);
});
