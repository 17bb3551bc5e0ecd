import { zeroAddress } from 'viem';
import { expect, test } from 'vitest';
import { createSampleCatalog } from '../../lab/service/sampleCatalog.ts';
import type { ApprovalBound } from './approval.ts';
import { approvalBounds, exceedsBounds } from './approval.ts';

const OTHER = '0x00000000000000000000000000000000000000ff';
const bounds: readonly ApprovalBound[] = [
  { chainId: 1, token: zeroAddress, amount: 300n },
  { chainId: 1, token: OTHER, amount: 10_000n },
];
const native = (amount: bigint) => ({ chainId: 1, token: zeroAddress, amount });
const other = (amount: bigint) => ({ chainId: 1, token: OTHER, amount }) as const;

test('the bounds of a rule are worth its value on every chain, rounded down', () => {
  const catalog = createSampleCatalog((file) => Object.assign(file, { approval: { above: '1000' } }));
  const found = approvalBounds(catalog);
  const deployments = catalog.tokens.flatMap(({ deployments: all }) => [...all]);
  expect(found).toHaveLength(deployments.length);
  for (const { name, price, deployments: all } of catalog.tokens) {
    for (const [chainName, { address, decimals }] of all) {
      const chainId = catalog.chains.find((chain) => chain.name === chainName)?.id;
      const bound = found.find((one) => one.chainId === chainId && one.token === address);
      expect((bound?.amount ?? 0n) * price, name).toBeLessThanOrEqual(1000n * 10n ** BigInt(18 + decimals));
      expect(((bound?.amount ?? 0n) + 1n) * price, name).toBeGreaterThan(1000n * 10n ** BigInt(18 + decimals));
    }
  }
  expect(approvalBounds(createSampleCatalog())).toEqual([]);
});

test.each([
  ['an amount at its bound', [native(300n)], false],
  ['an amount above its bound', [native(301n)], true],
  ['half of one bound and half of another', [native(150n), other(5000n)], false],
  ['half of one bound and more than half of another', [native(150n), other(5001n)], true],
  ['many small amounts that are together above', Array.from({ length: 4 }, () => native(100n)), true],
  ['an amount of a token without a bound', [{ ...native(1n), chainId: 2 }], true],
  ['no amount at all', null, true],
  ['an empty list', [], false],
])('%s', (_what, amounts, expected) => {
  expect(exceedsBounds(bounds, amounts)).toBe(expected);
});

test('at a bound of zero every amount needs an approval', () => {
  expect(exceedsBounds([{ ...native(0n) }], [native(1n)])).toBe(true);
});
