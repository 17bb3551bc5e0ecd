import * as v from 'valibot';
import type { MobileWalletId } from '#shared/config/installationConfig.ts';
import { createStored } from '../lib/createStored.ts';

type MobileWallet = {
  readonly name: string;
  /** Opens a page in the wallet's own browser; null if the wallet documents no such link. */
  readonly browse: ((url: URL) => string) | null;
  /** Accepts a WalletConnect offer; null if the wallet documents no such link. */
  readonly pair: string | null;
};

const { encodeURIComponent: encode } = globalThis;

/** The universal links that each wallet documents. On a phone without the wallet, they open its download page. */
const MOBILE_WALLETS: Readonly<Record<MobileWalletId, MobileWallet>> = {
  // https://docs.metamask.io/metamask-connect/evm/guides/metamask-exclusive/use-deeplinks/
  metamask: {
    name: 'MetaMask',
    browse: ({ host, pathname, search }) => `https://link.metamask.io/dapp/${host}${pathname}${search}`,
    pair: 'https://metamask.app.link/wc',
  },
  // https://developer.trustwallet.com/developer/develop-for-trust/deeplinking
  trust: {
    name: 'Trust Wallet',
    browse: ({ href }) => `https://link.trustwallet.com/open_url?coin_id=60&url=${encode(href)}`,
    pair: 'https://link.trustwallet.com/wc',
  },
  // https://docs.cdp.coinbase.com/coinbase-wallet/developer-guidance/mobile-dapp-integration
  coinbase: { name: 'Coinbase', browse: ({ href }) => `https://go.cb-w.com/dapp?cb_url=${encode(href)}`, pair: null },
  // https://web3.okx.com/build/docs/waas/app-universal-link
  okx: {
    name: 'OKX Wallet',
    browse: ({ href }) =>
      `https://web3.okx.com/download?deeplink=${encode(`okx://wallet/dapp/url?dappUrl=${encode(href)}`)}`,
    pair: null,
  },
  // https://docs.phantom.com/phantom-deeplinks/other-methods/browse
  phantom: {
    name: 'Phantom',
    browse: ({ href, origin }) => `https://phantom.app/ul/browse/${encode(href)}?ref=${encode(origin)}`,
    pair: null,
  },
  // Rainbow documents no link to its browser.
  rainbow: { name: 'Rainbow', browse: null, pair: 'https://rnbwapp.com/wc' },
};

export type WalletLink = { readonly id: MobileWalletId; readonly name: string; readonly href: string };

/** Links that open this page inside a wallet's browser. */
export function browseLinks(ids: readonly MobileWalletId[], url: URL): readonly WalletLink[] {
  return ids.flatMap((id) => {
    const { name, browse } = MOBILE_WALLETS[id];
    return browse ? [{ id, name, href: browse(url) }] : [];
  });
}

/** Links that pass a WalletConnect offer to a wallet on this phone. */
export function pairLinks(ids: readonly MobileWalletId[], uri: string): readonly WalletLink[] {
  return ids.flatMap((id) => {
    const { name, pair } = MOBILE_WALLETS[id];
    return pair ? [{ id, name, href: `${pair}?uri=${encode(uri)}` }] : [];
  });
}

/** WalletConnect reads this entry and opens the wallet for each request. */
const chosenApp = createStored(() => window.localStorage, {
  key: 'WALLETCONNECT_DEEPLINK_CHOICE',
  schema: v.nullable(v.object({ name: v.string(), href: v.string() })),
  empty: null,
});

export function rememberApp({ name, href }: WalletLink): void {
  chosenApp.choose({ name, href: href.replace(/\/wc\?.*/, '') });
}

/** Whether this is a phone or a tablet, where a wallet is a separate app. iPads report the browser of a Mac. */
export function isMobile({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  return /android|iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1);
}
