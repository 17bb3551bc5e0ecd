import fc from 'fast-check';
import { parseEther, zeroAddress } from 'viem';
import { expect, test } from 'vitest';
import { createSampleCatalog, pickChain } from '../../lab/service/sampleCatalog.ts';
import type { ConfigFile } from '../config/configFileSchema.ts';
import { isDust } from './dust.ts';
import { quotedGasPrice } from './gasPrice.ts';

const catalog = createSampleCatalog();
const chain = pickChain(catalog, 'Northshore');
const GWEI = 1_000_000_000n;

/** A thousandth of the smallest transfer. */
const TRIVIAL = parseEther('0.000001');

test('drops exactly the native deposits that are trivial or that the gas of their refund would use up', () => {
  const amounts = fc.oneof(
    fc.bigInt({ min: 0n, max: parseEther('1') }),
    fc.bigInt({ min: TRIVIAL - 2n, max: TRIVIAL + 2n }),
  );
  const baseFees = fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 1000n * GWEI }));
  fc.assert(
    fc.property(amounts, baseFees, (amount, baseFee) => {
      const cost = catalog.refundGas * quotedGasPrice({ baseFee, tip: 0n }, chain.maxGasPrice);
      const isExpected = amount < TRIVIAL || amount <= cost;
      expect(isDust(catalog, chain, { deposit: { token: zeroAddress, amount }, baseFee })).toBe(isExpected);
    }),
  );
});

test('measures a trivial deposit by the minimum of its token, and without a route by gas alone', () => {
  const withRoutes = (change: (routes: ConfigFile['routes']) => ConfigFile['routes']) =>
    createSampleCatalog((file) => {
      file.routes = change(file.routes);
    });
  const drops = (changed: typeof catalog, amount: bigint) =>
    isDust(changed, pickChain(changed, 'Northshore'), { deposit: { token: zeroAddress, amount }, baseFee: 0n });
  const raised = withRoutes((routes) => routes.map((route) => ({ ...route, min: '1' })));
  expect([drops(raised, parseEther('0.001') - 1n), drops(raised, parseEther('0.001'))]).toEqual([true, false]);
  const none = withRoutes((routes) => routes.filter(({ token }) => token !== 'ETH'));
  expect([drops(none, 0n), drops(none, 1n)]).toEqual([true, false]);
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
