import fc from 'fast-check';
import { parseEther, zeroAddress } from 'viem';
import { expect, test } from 'vitest';
import { createSampleCatalog, pickChain } from '../../lab/service/sampleCatalog.ts';
import type { ConfigFile } from '../config/configFileSchema.ts';
import { assumedGas } from './chainFamily.ts';
import { isDust } from './dust.ts';
import { quotedGasPrice } from './gasPrice.ts';

const catalog = createSampleCatalog();
const chain = pickChain(catalog, 'Northshore');
const GWEI = 1_000_000_000n;

/** The smallest transfer, and a thousandth of it. */
const MINIMUM = parseEther('0.001');
const TRIVIAL = MINIMUM / 1000n;

test('drops a native deposit below the minimum if it is trivial or its refund would use it up', () => {
  const amounts = fc.oneof(
    fc.bigInt({ min: 0n, max: parseEther('1') }),
    fc.bigInt({ min: TRIVIAL - 2n, max: TRIVIAL + 2n }),
    fc.bigInt({ min: MINIMUM - 2n, max: MINIMUM + 2n }),
  );
  const baseFees = fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 1000n * GWEI }));
  fc.assert(
    fc.property(amounts, baseFees, (amount, baseFee) => {
      const cost = (catalog.refundGas ?? assumedGas(chain)) * quotedGasPrice({ baseFee, tip: 0n }, chain.maxGasPrice);
      const isExpected = amount < MINIMUM && (amount < TRIVIAL || amount <= cost);
      expect(isDust(catalog, chain, { deposit: { token: zeroAddress, amount }, baseFee })).toBe(isExpected);
    }),
  );
});

test('keeps a deposit that a route accepts while gas costs more than it is worth', () => {
  const drops = (amount: bigint) =>
    isDust(catalog, chain, { deposit: { token: zeroAddress, amount }, baseFee: 1000n * GWEI });
  expect([drops(MINIMUM - 1n), drops(MINIMUM)]).toEqual([true, false]);
});

test('measures a trivial deposit by the minimum of its token, and keeps it without a route', () => {
  const withRoutes = (change: (routes: ConfigFile['routes']) => ConfigFile['routes']) =>
    createSampleCatalog((file) => {
      file.routes = change(file.routes);
    });
  const drops = (changed: typeof catalog, amount: bigint) =>
    isDust(changed, pickChain(changed, 'Northshore'), { deposit: { token: zeroAddress, amount }, baseFee: 0n });
  const raised = withRoutes((routes) => routes.map((route) => ({ ...route, min: '1' })));
  expect([drops(raised, parseEther('0.001') - 1n), drops(raised, parseEther('0.001'))]).toEqual([true, false]);
  const none = withRoutes((routes) => routes.filter(({ token }) => token !== 'ETH'));
  expect(drops(none, 1n)).toBe(false);
});

test('keeps every deposit of an unknown token', () => {
  const token = '0x00000000000000000000000000000000000000ff';
  expect(isDust(catalog, chain, { deposit: { token, amount: 1n }, baseFee: GWEI })).toBe(false);
});

test('uses the configured minimum instead', () => {
  const configured = createSampleCatalog((file) => {
    for (const { deployments } of file.tokens) {
      for (const deployment of Object.values(deployments)) deployment.handlingMinimum = '0.0005';
    }
  });
  const at = (amount: bigint) =>
    isDust(configured, pickChain(configured, 'Northshore'), { deposit: { token: zeroAddress, amount }, baseFee: GWEI });
  expect([at(parseEther('0.0005') - 1n), at(parseEther('0.0005'))]).toEqual([true, false]);
});
