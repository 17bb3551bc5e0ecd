import { describe, expect, it } from 'vitest';
import { config } from '../../lab/web/fixtures.ts';
import { parseConfig } from './runtimeConfig.ts';

const withWallets = (wallets: unknown) => parseConfig({ ...config, wallets });

describe('the wallets of the configuration', () => {
  it('are none without the setting', async () => {
    const { wallets: _, ...others } = config;
    const { wallets } = await parseConfig(others);
    expect(wallets).toEqual({ coinbase: false, safe: false, safeOrigins: ['https://app.safe.global'], deepLinks: [] });
  });

  it('show the app in the interface of Safe where no other one is named', async () => {
    expect((await withWallets({ safe: true })).wallets.safeOrigins).toEqual(['https://app.safe.global']);
  });

  it('accept every setting at once', async () => {
    const wallets = {
      walletConnect: { projectId: '0123456789abcdef0123456789abcdef', relayUrl: 'wss://relay.example' },
      coinbase: true,
      safe: true,
      safeOrigins: ['https://safe.example'],
      deepLinks: ['metamask', 'trust', 'coinbase', 'okx', 'phantom', 'rainbow'],
    };
    expect((await withWallets(wallets)).wallets).toEqual(wallets);
  });

  it.each([
    [
      'an unknown setting',
      { walletconnect: {} },
      /^wallets\.walletconnect: is not a wallet setting\. Use walletConnect/,
    ],
    ['text instead of settings', 'all', /^wallets: /],
    ['a missing project id', { walletConnect: {} }, /^wallets\.walletConnect\.projectId: is missing/],
    [
      'a short project id',
      { walletConnect: { projectId: 'abc' } },
      /^wallets\.walletConnect\.projectId: must be the 32/,
    ],
    [
      'a project id under another key',
      { walletConnect: { id: 'abc' } },
      /walletConnect\.id: is not a WalletConnect setting/,
    ],
    [
      'a relay without wss',
      { walletConnect: { projectId: '0'.repeat(32), relayUrl: 'https://relay.example' } },
      /^wallets\.walletConnect\.relayUrl: must be a wss or ws URL\.$/,
    ],
    ['text for coinbase', { coinbase: 'yes' }, /^wallets\.coinbase: must be true or false\.$/],
    ['text for safe', { safe: 'yes' }, /^wallets\.safe: must be true or false\.$/],
    [
      'a Safe origin with a path',
      { safeOrigins: ['https://safe.example/app'] },
      /^wallets\.safeOrigins\.0: must be an origin/,
    ],
    ['no Safe origins', { safeOrigins: [] }, /^wallets\.safeOrigins: must name at least one/],
    ['an unknown phone wallet', { deepLinks: ['metmask'] }, /^wallets\.deepLinks\.0: must be one of metamask, trust/],
  ])('refuse %s, and name the value', async (_what, wallets, problem) => {
    await expect(withWallets(wallets)).rejects.toThrow(problem);
  });
});
