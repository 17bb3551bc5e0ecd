import { describe, expect, it } from 'vitest';
import { browseLinks, isMobile, pairLinks } from './mobileWallets.ts';

const ALL = ['metamask', 'trust', 'coinbase', 'okx', 'phantom', 'rainbow'] as const;
const PAGE = new URL('https://bridge.example/?from=A&to=B C&amount=1.5');

describe("links into wallets' browsers", () => {
  it('carry the whole address of the page', () => {
    const links = Object.fromEntries(browseLinks(ALL, PAGE).map(({ id, href }) => [id, href]));
    expect(links.metamask).toBe('https://link.metamask.io/dapp/bridge.example/?from=A&to=B%20C&amount=1.5');
    const trust = new URL(links.trust ?? '');
    expect([trust.origin, trust.searchParams.get('url')]).toEqual(['https://link.trustwallet.com', PAGE.href]);
    expect(new URL(links.coinbase ?? '').searchParams.get('cb_url')).toBe(PAGE.href);
    const okx = new URL(new URL(links.okx ?? '').searchParams.get('deeplink') ?? '');
    expect([okx.protocol, okx.searchParams.get('dappUrl')]).toEqual(['okx:', PAGE.href]);
    expect(decodeURIComponent(new URL(links.phantom ?? '').pathname.slice('/ul/browse/'.length))).toBe(PAGE.href);
    expect(links.rainbow).toBeUndefined();
  });

  it('keep the configured order', () => {
    expect(browseLinks(['okx', 'metamask'], PAGE).map(({ id }) => id)).toEqual(['okx', 'metamask']);
  });
});

describe('pairing links', () => {
  it('carry the whole offer', () => {
    const uri = 'wc:abc@2?relay-protocol=irn&symKey=def';
    const links = pairLinks(ALL, uri);
    expect(links.map(({ id }) => id)).toEqual(['metamask', 'trust', 'rainbow']);
    for (const { href } of links) expect(new URL(href).searchParams.get('uri')).toBe(uri);
  });
});

describe('isMobile', () => {
  it.each([
    ['an iPhone', { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', maxTouchPoints: 5 }],
    ['an Android phone', { userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9)', maxTouchPoints: 5 }],
    ['an iPad', { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', maxTouchPoints: 5 }],
  ])('recognizes %s', (_what, device) => {
    expect(isMobile(device)).toBe(true);
  });

  it.each([
    ['a Mac', { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', maxTouchPoints: 0 }],
    ['a laptop with a touch screen', { userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64)', maxTouchPoints: 10 }],
  ])('excludes %s', (_what, device) => {
    expect(isMobile(device)).toBe(false);
  });
});
