import { zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { config } from '../../lab/web/fixtures.ts';
import { parseConfig, parseRuntimeConfig, UnusableConfig } from './runtimeConfig.ts';

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
    [
      'a token that is a name',
      withNorth({ tokens: [usdc, 'WBTC'] }),
      /^chains\.0\.tokens\.1: must be Object, but is "WBTC"/,
    ],
    ['tokens that are no list', withNorth({ tokens: usdc }), /^chains\.0\.tokens: must be Array/],
    [
      'a token without a name',
      withSouth({ tokens: [{ ...usdc, name: undefined }] }),
      /^chains\.1\.tokens\.0\.name: is missing/,
    ],
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

/** Tokens that call `onRead` when the app reads them. */
function manyTokens(count: number, onRead: () => void) {
  return Array.from({ length: count }, (_, index) => ({
    name: `T${index}`,
    decimals: 18,
    get address() {
      onRead();
      return `0x${index.toString(16).padStart(40, '0')}`.replace('0x0', '0x1');
    },
  }));
}

describe('parseConfig', () => {
  it('reads one token between two times that it offers to rest', async () => {
    let isReading = 0;
    let most = 0;
    let rests = 0;
    const tokens = manyTokens(5_000, () => {
      isReading += 1;
      most = Math.max(most, isReading);
    });
    const read = await parseConfig(withNorth({ tokens }), async () => {
      rests += 1;
      isReading = 0;
    });
    expect(most).toBe(1);
    expect(rests).toBeGreaterThanOrEqual(5_000);
    expect(read.chains[0]?.tokens).toHaveLength(5_000);
  });

  it('reads the same with rests and without', async () => {
    const many = withSouth({ tokens: manyTokens(50, () => {}) });
    expect((await parseConfig(many, async () => {})).chains).toEqual(parseRuntimeConfig(many).chains);
    const invalid = withSouth({ tokens: [...manyTokens(50, () => {}), { ...usdc, decimals: -1 }], id: 'x' });
    await expect(parseConfig(invalid, async () => {})).rejects.toThrow(problemsOf(invalid));
    expect(problemsOf(invalid).split('\n')).toHaveLength(2);
  });
});
