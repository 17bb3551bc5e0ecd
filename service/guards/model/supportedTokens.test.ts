import { expect, test } from 'vitest';
import { createSampleCatalog } from '../../../tools/lab/service/sampleCatalog.ts';
import { supportedTokens } from './supportedTokens.ts';

test("a rule's limits are worth its value on every chain, rounded down", () => {
  const catalog = createSampleCatalog((file) => {
    file.operators = ['alice', 'bob'];
    file.guards.approveAbove = '1000';
  });
  const found = supportedTokens(catalog);
  const deployments = catalog.tokens.flatMap(({ deployments: all }) => [...all]);
  expect(found).toHaveLength(deployments.length);
  for (const { name, price, deployments: all } of catalog.tokens) {
    for (const [chainName, { address, decimals }] of all) {
      const chainId = catalog.chains.find((chain) => chain.name === chainName)?.id;
      const supported = found.find((one) => one.chainId === chainId && one.token === address);
      const bound = supported?.oneOperatorMax ?? 0n;
      expect(supported).toMatchObject({ name, decimals });
      expect(bound * price, name).toBeLessThanOrEqual(1000n * 10n ** BigInt(18 + decimals));
      expect((bound + 1n) * price, name).toBeGreaterThan(1000n * 10n ** BigInt(18 + decimals));
    }
  }
});

test('without a rule the tokens have no limits', () => {
  expect(new Set(supportedTokens(createSampleCatalog()).map(({ oneOperatorMax }) => oneOperatorMax))).toEqual(
    new Set([null]),
  );
});
