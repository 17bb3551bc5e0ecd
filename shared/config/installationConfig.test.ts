import { describe, expect, it } from 'vitest';
import { config } from '../../tools/lab/web/fixtures.ts';
import { parseConfig } from './runtimeConfig.ts';

const problemOf = (settings: object) =>
  parseConfig({ ...config, ...settings }).then(
    () => '',
    (error: Error) => error.message,
  );

describe('the settings of an installation', () => {
  it('are empty without keys', async () => {
    const { wallets: _, ...others } = config;
    expect(await parseConfig({ ...others })).toEqual(config);
  });

  it('accept every key at once, and give the others their defaults', async () => {
    const read = await parseConfig({
      ...config,
      theme: {
        light: { accent: '#1D4ED8' },
        font: { family: 'Inter', files: [{ path: '/brand/inter.woff2', weight: '100 900' }] },
      },
      links: { docs: 'https://docs.example', terms: '/terms.html' },
      banner: { text: { en: 'Hello', es: 'Hola' }, until: '2027-01-31T18:00:00Z' },
      maintenance: [{ routes: [{ from: 'Northshore', to: 'Southshore' }] }],
      featured: [{ from: 'Southshore', to: 'Northshore', token: 'WBTC' }],
    });
    expect(read.featured).toEqual([{ from: 'Southshore', to: 'Northshore', token: 'WBTC' }]);
    expect(read.theme?.variables).toMatchObject({ '--accent-light': '#1d4ed8', '--accent-dark': '#5ad8bb' });
    expect(read.theme?.variables['--font']).toBe('"Inter", ui-sans-serif, system-ui, sans-serif');
    expect(read.banner).toEqual({
      text: { en: 'Hello', es: 'Hola' },
      tone: 'info',
      until: Date.UTC(2027, 0, 31, 18),
    });
  });

  it.each([
    [
      'a logo on another server',
      { brand: { name: 'X', logo: { light: 'https://x.example/a.svg' } } },
      /^brand\.logo\.light: must be a path/,
    ],
    [
      'a logo that leaves the site',
      { brand: { name: 'X', logo: { light: '//x.example/a.svg' } } },
      /^brand\.logo\.light: /,
    ],
    ['a logo above the folder', { brand: { name: 'X', logo: { light: '/brand/../a.svg' } } }, /^brand\.logo\.light: /],
    ['a colour by name', { theme: { light: { accent: 'red' } } }, /^theme\.light\.accent: must be a colour of six hex/],
    [
      'an unreadable colour',
      { theme: { dark: { text: '#555555' } } },
      /^theme\.dark\.text: #555555 has a contrast of \d\.\d:1/,
    ],
    [
      'a family that ends its quotes',
      { theme: { font: { family: 'a", b', files: [{ path: '/a.woff2' }] } } },
      /^theme\.font\.family: /,
    ],
    ['a script as a link', { links: { terms: 'javascript:alert(1)' } }, /^links\.terms: must be an http/],
    ['a link to another host as a path', { links: { terms: '//evil.example' } }, /^links\.terms: /],
    [
      'an unknown link',
      { links: { blog: '/blog' } },
      /^links\.blog: is not a setting of links\. Use docs, terms, privacy, status and security\.$/,
    ],
    ['a banner without English', { banner: { text: { es: 'Hola' } } }, /^banner\.text\.en: is missing/],
    [
      'a language that the app does not have',
      { banner: { text: { en: 'a', de: 'b' } } },
      /^banner\.text\.de: is not a setting of banner\.text\. Use en, ar/,
    ],
    [
      'an end without a time zone',
      { banner: { text: { en: 'a' }, until: '2027-01-31T18:00' } },
      /^banner\.until: must be a timestamp/,
    ],
    [
      'an unknown tone',
      { banner: { text: { en: 'a' }, tone: 'loud' } },
      /^banner\.tone: must be "info" or "warning" or "danger", but is "loud"\.$/,
    ],
    [
      'maintenance of an unknown chain',
      { maintenance: [{ chains: ['Nrthshore'] }] },
      /^maintenance\.0\.chains\.0: Nrthshore is none/,
    ],
    [
      'maintenance of an unknown token',
      { maintenance: [{ routes: [{ from: 'Northshore', to: 'Southshore', token: 'X' }] }] },
      /^maintenance\.0\.routes\.0\.token: X is none/,
    ],
    [
      'a featured route from an unknown chain',
      { featured: [{ from: 'Atlantis', to: 'Northshore', token: 'WBTC' }] },
      /^featured\.0\.from: Atlantis is none of the chains in config\.json\. Use Northshore or Southshore\.$/,
    ],
    [
      'a featured route with an unknown token',
      { featured: [{ from: 'Northshore', to: 'Southshore', token: 'GOLD' }] },
      /^featured\.0\.token: GOLD is none of the tokens of Northshore and Southshore/,
    ],
    [
      'a featured route without its end',
      { featured: [{ from: 'Northshore', token: 'WBTC' }] },
      /^featured\.0\.to: is missing/,
    ],
    ['a text as featured routes', { featured: 'WBTC' }, /^featured: must be a list, but is "WBTC"/],
    [
      'a background by name',
      { embed: { origins: ['https://a.example'], background: { light: 'red', dark: '#000000' } } },
      /^embed\.background\.light: must be a colour of six hex digits.*, but is "red"/,
    ],
    ['no origins', { embed: { origins: [] } }, /^embed\.origins: is empty/],
  ])('refuse %s, and name the value', async (_what, settings, problem) => {
    expect(await problemOf(settings)).toMatch(problem);
  });
});

const withWallets = (wallets: unknown) => parseConfig({ ...config, wallets });

describe('the wallets of the configuration', () => {
  it('are none without the setting', async () => {
    const { wallets: _, ...others } = config;
    const { wallets } = await parseConfig(others);
    expect(wallets).toEqual({ coinbase: false, safe: false, safeOrigins: ['https://app.safe.global'], deepLinks: [] });
  });

  it('show the app in the Safe interface if no other one is named', async () => {
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
      /^wallets\.walletconnect: is not a setting of wallets\. Use walletConnect, coinbase, safe, safeOrigins and deepLinks\.$/,
    ],
    ['text instead of settings', 'all', /^wallets: must be an object, but is "all"/],
    ['a missing project id', { walletConnect: {} }, /^wallets\.walletConnect\.projectId: is missing/],
    [
      'a short project id',
      { walletConnect: { projectId: 'abc' } },
      /^wallets\.walletConnect\.projectId: must be the 32/,
    ],
    [
      'a project id under another key',
      { walletConnect: { id: 'abc' } },
      /walletConnect\.id: is not a setting of wallets\.walletConnect\. Use projectId and relayUrl/,
    ],
    [
      'a relay without wss',
      { walletConnect: { projectId: '0'.repeat(32), relayUrl: 'https://relay.example' } },
      /^wallets\.walletConnect\.relayUrl: must be a wss or ws URL, but is/,
    ],
    ['text for coinbase', { coinbase: 'yes' }, /^wallets\.coinbase: must be true or false, but is "yes"\.$/],
    ['text for safe', { safe: 'yes' }, /^wallets\.safe: must be true or false, but is "yes"\.$/],
    [
      'a Safe origin with a path',
      { safeOrigins: ['https://safe.example/app'] },
      /^wallets\.safeOrigins\.0: must be an origin/,
    ],
    ['no Safe origins', { safeOrigins: [] }, /^wallets\.safeOrigins: is empty/],
    [
      'an unknown phone wallet',
      { deepLinks: ['metmask'] },
      /^wallets\.deepLinks\.0: must be .*"metamask".*"rainbow".*, but is "metmask"/,
    ],
  ])('refuse %s, and name the value', async (_what, wallets, problem) => {
    await expect(withWallets(wallets)).rejects.toThrow(problem);
  });
});
