import { zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { config } from '../../lab/web/fixtures.ts';
import { parseRuntimeConfig, UnusableConfig } from './runtimeConfig.ts';

const [north, south] = config.chains;
if (!north || !south) throw new Error('the fixtures have no two chains');
const [usdc, , native] = north.tokens;
const withNorth = (change: object) => ({ ...config, chains: [{ ...north, ...change }, south] });
const withSouth = (change: object) => ({ ...config, chains: [north, { ...south, ...change }] });

function problemsOf(value: unknown): string {
  try {
    parseRuntimeConfig(value);
  } catch (error) {
    if (error instanceof UnusableConfig) return error.message;
    throw error;
  }
  return '';
}

describe('parseRuntimeConfig', () => {
  it('accepts the configuration of the fixtures', () => {
    expect(problemsOf(config)).toBe('');
  });

  it.each([
    ['a missing service', { ...config, service: undefined }, /^service: is missing\. Add it to config\.json\.$/],
    ['a chain id in quotes', withNorth({ id: '31337' }), /^chains\.0\.id: must be number, but is "31337"\.$/],
    [
      'an RPC address without a scheme',
      withNorth({ rpcUrls: ['localhost'] }),
      /^chains\.0\.rpcUrls\.0: must be a URL, such/,
    ],
    ['a chain id given twice', withSouth({ id: north.id }), /^chains\.1\.id: 31337 is given twice.*\. Enter/],
    ['a chain name given twice', withSouth({ name: 'Northshore' }), /^chains\.1\.name: Northshore is given twice/],
    ['a zero deposit contract', withNorth({ depositContract: zeroAddress }), /^chains\.0\.depositContract: .*zero/],
    [
      'a token as deposit contract',
      withNorth({ depositContract: usdc?.address }),
      /^chains\.0\.depositContract: .*USDC/,
    ],
    ['a token as vault', withNorth({ vault: usdc?.address }), /^chains\.0\.vault: .*USDC/],
    ['a zero vault', withNorth({ vault: zeroAddress }), /^chains\.0\.vault: .*zero/],
    [
      'the vault in use as a retired vault',
      withNorth({ retiredVaults: [north.vault] }),
      /^chains\.0\.retiredVaults\.0: .*given twice/,
    ],
    [
      'a token name given twice',
      withNorth({ tokens: [usdc, { ...native, name: 'USDC' }] }),
      /^chains\.0\.tokens\.1\.name: USDC is given twice/,
    ],
    [
      'a token address given twice',
      withNorth({ tokens: [usdc, { ...usdc, name: 'USDT' }] }),
      /^chains\.0\.tokens\.1\.address: 0x.* is given twice/,
    ],
    [
      'decimals above 24',
      withNorth({ tokens: [{ ...usdc, decimals: 25 }] }),
      /^chains\.0\.tokens\.0\.decimals: .*0 to 24/,
    ],
    ['fractional decimals', withNorth({ tokens: [{ ...usdc, decimals: 6.5 }] }), /^chains\.0\.tokens\.0\.decimals: /],
    ['negative decimals', withNorth({ tokens: [{ ...usdc, decimals: -1 }] }), /^chains\.0\.tokens\.0\.decimals: /],
    [
      'native decimals that differ from the currency',
      withNorth({ tokens: [{ ...native, decimals: 6 }] }),
      /^chains\.0\.tokens\.0\.decimals: 6 differs from .*18/,
    ],
  ])('refuses %s, and names the value', (_what, value, problem) => {
    expect(problemsOf(value)).toMatch(problem);
  });

  it('names every problem, one per line', () => {
    expect(problemsOf(withSouth({ id: north.id, name: 'Northshore' })).split('\n')).toHaveLength(2);
  });
});
