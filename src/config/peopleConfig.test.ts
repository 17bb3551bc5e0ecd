import { describe, expect, it } from 'vitest';
import { ACCOUNT, config, OTHER_ACCOUNT } from '../../lab/web/fixtures.ts';
import { parseRuntimeConfig } from './runtimeConfig.ts';

const [north, south] = config.chains;
const withNorth = (change: object) => parseRuntimeConfig({ ...config, chains: [{ ...north, ...change }, south] });

describe('the settings about people', () => {
  it('name no name service, no contract and no blocked address by default', () => {
    expect(config.blockedAddresses).toEqual([]);
    expect(config.chains.map(({ nameResolver, knownContracts }) => [nameResolver, knownContracts])).toEqual([
      [undefined, []],
      [undefined, []],
    ]);
  });

  it('accept a name service, contracts, and blocked addresses as a list or as a file of the site', () => {
    const knownContracts = [{ name: 'Exchange', address: OTHER_ACCOUNT }];
    const [chain] = withNorth({ nameResolver: ACCOUNT, knownContracts }).chains;
    expect(chain).toMatchObject({ nameResolver: ACCOUNT, knownContracts });
    for (const blockedAddresses of [[ACCOUNT.toLowerCase()], '/blocked.json', '/lists/blocked-1.json']) {
      const read = parseRuntimeConfig({ ...config, blockedAddresses });
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
  ])('refuse %j as the file of blocked addresses', (blockedAddresses) => {
    expect(() => parseRuntimeConfig({ ...config, blockedAddresses })).toThrow(
      /^blockedAddresses: must be a path on the app’s own origin/,
    );
  });

  it('refuse a blocked address that is none, a contract without a name, and a second name service', () => {
    expect(() => parseRuntimeConfig({ ...config, blockedAddresses: ['0x1'] })).toThrow(/^blockedAddresses/);
    expect(() => withNorth({ knownContracts: [{ address: ACCOUNT }] })).toThrow(/^chains\.0\.knownContracts\.0\.name/);
    const chains = config.chains.map((chain) => ({ ...chain, nameResolver: ACCOUNT }));
    expect(() => parseRuntimeConfig({ ...config, chains })).toThrow(
      'chains.1.nameResolver: chains.0.nameResolver resolves the names already. Remove one of the two.',
    );
  });
});
