import * as v from 'valibot';
import { origin } from './values.ts';

/** Mobile wallets whose own browser can open this app by a documented universal link. */
const MOBILE_WALLETS = ['metamask', 'trust', 'coinbase', 'okx', 'phantom', 'rainbow'] as const;

export type MobileWalletId = (typeof MOBILE_WALLETS)[number];

const SAFE_ORIGIN = 'https://app.safe.global';

const PROJECT_ID_PROBLEM = 'must be the 32 hex characters of a project id from https://dashboard.reown.com.';
const UNKNOWN_SETTING = 'is not a wallet setting. Use walletConnect, coinbase, safe, safeOrigins and deepLinks.';

const walletConnect = v.strictObject(
  {
    projectId: v.pipe(v.string(PROJECT_ID_PROBLEM), v.regex(/^[0-9a-f]{32}$/, PROJECT_ID_PROBLEM)),
    /** Your own relay instead of the public one. */
    relayUrl: v.optional(
      v.pipe(
        v.string('must be a URL in quotes.'),
        v.url('must be a URL, such as "wss://relay.example".'),
        v.regex(/^wss?:\/\//, 'must be a wss or ws URL.'),
      ),
    ),
  },
  'is not a WalletConnect setting. Use { "projectId": "…" }, and relayUrl for your own relay.',
);

const MOBILE_PROBLEM = `must be one of ${MOBILE_WALLETS.join(', ')}.`;

/** Wallets in addition to those in the browser. The app fetches no code for a wallet that is not set. */
export const walletsConfig = v.strictObject(
  {
    walletConnect: v.optional(walletConnect),
    /** Base accounts (Coinbase smart wallets) in a window of keys.coinbase.com. */
    coinbase: v.optional(v.boolean('must be true or false.'), false),
    /** Offers the Safe that shows this app in a frame. */
    safe: v.optional(v.boolean('must be true or false.'), false),
    /** The pages that may show this app in a frame as a Safe app. */
    safeOrigins: v.optional(v.pipe(v.array(origin), v.minLength(1, 'must name at least one origin.')), [SAFE_ORIGIN]),
    /** Links for phones that open this app inside a wallet’s browser. */
    deepLinks: v.optional(v.array(v.picklist(MOBILE_WALLETS, MOBILE_PROBLEM), 'must be a list of wallet names.'), []),
  },
  UNKNOWN_SETTING,
);
