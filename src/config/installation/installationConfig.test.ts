import { describe, expect, it } from 'vitest';
import { config } from '../../../lab/web/fixtures.ts';
import { parseConfig } from '../runtimeConfig.ts';

const problemOf = (settings: object) =>
  parseConfig({ ...config, ...settings }).then(
    () => '',
    (error: Error) => error.message,
  );

describe('the settings of an installation', () => {
  it('are none without keys', async () => {
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
    });
    expect(read.theme?.variables['--accent']).toBe('light-dark(#1d4ed8, #5ad8bb)');
    expect(read.theme?.variables['--font']).toBe('"Inter", ui-sans-serif, system-ui, sans-serif');
    expect(read.banner).toEqual({
      text: { en: 'Hello', es: 'Hola' },
      tone: 'info',
      dismissible: true,
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
    ['an unknown link', { links: { blog: '/blog' } }, /^links\.blog: is not a link of the footer/],
    ['a banner without English', { banner: { text: { es: 'Hola' } } }, /^banner\.text\.en: is missing/],
    [
      'a language that the app does not have',
      { banner: { text: { en: 'a', de: 'b' } } },
      /^banner\.text\.de: is not a language/,
    ],
    [
      'an end without a time zone',
      { banner: { text: { en: 'a' }, until: '2027-01-31T18:00' } },
      /^banner\.until: must be a moment/,
    ],
    ['an unknown tone', { banner: { text: { en: 'a' }, tone: 'loud' } }, /^banner\.tone: must be "info", "warning"/],
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
    ['a misspelt key', { maintenence: [] }, /^maintenence: is not a setting of config\.json/],
  ])('refuse %s, and name the value', async (_what, settings, problem) => {
    expect(await problemOf(settings)).toMatch(problem);
  });
});
