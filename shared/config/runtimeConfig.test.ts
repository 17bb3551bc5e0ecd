import { zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { ACCOUNT, config, OTHER_ACCOUNT } from '../../tools/lab/web/fixtures.ts';
import { parseConfig } from './runtimeConfig.ts';

const [north, south] = config.chains;
if (!north || !south) throw new Error('the fixtures have no two chains');
const [usdc, , native] = north.tokens;
const withNorth = (change: object) => ({ ...config, chains: [{ ...north, ...change }, south] });
const withSouth = (change: object) => ({ ...config, chains: [north, { ...south, ...change }] });

const problemsOf = (value: unknown) =>
  parseConfig(value).then(
    () => '',
    ({ message }: Error) => message,
  );

describe('parseConfig', () => {
  it('accepts the configuration of the fixtures', async () => {
    expect(await problemsOf(config)).toBe('');
  });

  it.each([
    ['a missing service', { ...config, service: undefined }, /^service: is missing\. Add it to config\.json\.$/],
    ['a chain id in quotes', withNorth({ id: '31337' }), /^chains\.0\.id: must be a number, but is "31337"\.$/],
    [
      'an RPC address without a scheme',
      withNorth({ rpcUrls: ['localhost'] }),
      /^chains\.0\.rpcUrls\.0: must be an http or https URL, such as .*, but is "localhost"\.$/,
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
      /^chains\.0\.tokens\.1: must be an object, but is "WBTC"\.$/,
    ],
    ['tokens that are not a list', withNorth({ tokens: usdc }), /^chains\.0\.tokens: must be a list, but is Object\.$/],
    [
      'a token without a name',
      withSouth({ tokens: [{ ...usdc, name: undefined }] }),
      /^chains\.1\.tokens\.0\.name: is missing/,
    ],
    ['no RPC endpoint', withNorth({ rpcUrls: [] }), /^chains\.0\.rpcUrls: is empty\. Add an entry\.$/],
    [
      'a misspelt setting of a chain',
      withNorth({ retiredVault: [] }),
      /^chains\.0\.retiredVault: is not a setting of chains\.0\. Use name, id, .* and knownContracts\.$/,
    ],
    [
      'an unknown setting of a token',
      withNorth({ tokens: [{ ...usdc, symbol: 'USDC' }] }),
      /^chains\.0\.tokens\.0\.symbol: is not a setting of chains\.0\.tokens\.0\. Use name/,
    ],
    [
      'a misspelt setting',
      { ...config, maintenence: [] },
      /^maintenence: is not a setting of config\.json\. Use \$schema, .* and monitoring\.$/,
    ],
    ['a number as configuration', 7, /^config\.json: must be an object, but is 7\.$/],
    ['negative decimals', withNorth({ tokens: [{ ...usdc, decimals: -1 }] }), /^chains\.0\.tokens\.0\.decimals: /],
    [
      'native decimals that differ from the currency',
      withNorth({ tokens: [{ ...native, decimals: 6 }] }),
      /^chains\.0\.tokens\.0\.decimals: 6 differs from .*18/,
    ],
  ])('refuses %s, and names the value', async (_what, value, problem) => {
    expect(await problemsOf(value)).toMatch(problem);
  });

  it('names every problem, one per line', async () => {
    const twice = await problemsOf(withSouth({ id: north.id, name: 'Northshore' }));
    expect(twice.split('\n')).toHaveLength(2);
    const wrong = {
      ...config,
      chains: [{ ...north, id: 'x', tokens: [{ ...usdc, decimals: -1 }] }],
      baner: {},
      them: {},
    };
    expect((await problemsOf(wrong)).split('\n').map((line) => line.split(':')[0])).toEqual([
      'chains.0.id',
      'chains.0.tokens.0.decimals',
      'baner',
      'them',
    ]);
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

describe('parseConfig of long lists', () => {
  it('reads one token between two chances to pause', async () => {
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
});

describe('the settings about people', () => {
  it('have no name service, contract or blocked address by default', () => {
    expect(config.blockedAddresses).toEqual([]);
    expect(config.chains.map(({ nameResolver, knownContracts }) => [nameResolver, knownContracts])).toEqual([
      [undefined, []],
      [undefined, []],
    ]);
  });

  it('accept a name service, contracts, and blocked addresses as a list or as a file of the site', async () => {
    const knownContracts = [{ name: 'Exchange', address: OTHER_ACCOUNT }];
    const [chain] = (await parseConfig(withNorth({ nameResolver: ACCOUNT, knownContracts }))).chains;
    expect(chain).toMatchObject({ nameResolver: ACCOUNT, knownContracts });
    for (const blockedAddresses of [[ACCOUNT.toLowerCase()], '/blocked.json', '/lists/blocked-1.json']) {
      const read = await parseConfig({ ...config, blockedAddresses });
      expect(read.blockedAddresses).toEqual(Array.isArray(blockedAddresses) ? [ACCOUNT] : blockedAddresses);
    }
  });

  it.each([
    '//evil.example/list.json',
    '/\t/evil.example',
    '/\\evil.example',
    'https://evil.example/a',
    'a.json',
    '/../a',
  ])('refuse %j as the file of blocked addresses', async (blockedAddresses) => {
    expect(await problemsOf({ ...config, blockedAddresses })).toMatch(
      /^blockedAddresses: must be a path on the app’s own origin/,
    );
  });

  it('refuse an invalid blocked address, a contract without a name, and a second name service', async () => {
    expect(await problemsOf({ ...config, blockedAddresses: ['0x1'] })).toBe(
      'blockedAddresses.0: must be an account address, but is "0x1".',
    );
    expect(await problemsOf(withNorth({ knownContracts: [{ address: ACCOUNT }] }))).toMatch(
      /^chains\.0\.knownContracts\.0\.name: is missing/,
    );
    const chains = config.chains.map((chain) => ({ ...chain, nameResolver: ACCOUNT }));
    expect(await problemsOf({ ...config, chains })).toBe(
      'chains.1.nameResolver: chains.0.nameResolver already resolves the names. Remove one of the two.',
    );
  });
});
