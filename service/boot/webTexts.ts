/**
 * The text of each web app setting, by its path in `web`. It is here and not in the schema, which visitors download.
 */
export const WEB_TEXTS: Readonly<Record<string, string>> = {
  'featured[].from':
    'Origin chain of a route that the token selector shows first. The first one opens on a first visit.',
  'featured[].to': 'Destination chain of that route.',
  'featured[].token': 'Ticker of its token, which both chains must have.',
  allowUnpinnedPairs:
    'Offers pairs whose tokens the file does not name, and marks them as unverified. Chains and contracts stay pinned.',
  blockedAddresses:
    'Addresses that the app refuses as sender or recipient: a list, or the path of a JSON file with a list, such as `/blocked.json`.',
  'brand.name': 'Name in the header and in the page title.',
  'brand.operator': 'Who runs the bridge, such as the name of your company. Help and the footer show it.',
  'brand.logo.light':
    'Path of the logo on the app’s own origin, such as `/brand/logo.svg`. The header shows it 30 px high.',
  'brand.logo.dark': 'Logo for the dark theme. Default: `brand.logo.light`.',
  'brand.logo.hasName': 'The logo contains the name, so the header does not repeat it.',
  'brand.supportUrl':
    'Where people get help: an http, https or mailto URL. The help page of a transfer replaces `{hash}` with the deposit hash, as in `https://help.example/new?transfer={hash}`.',
  'theme.light.accent': 'Colour of buttons, links and progress in the light theme. Default: `#0b6b5b`.',
  'theme.light.background': 'Background of the page. Default: `#f3f1ea`.',
  'theme.light.surface': 'Background of cards and dialogs. Default: `#ffffff`.',
  'theme.light.text': 'Colour of text. Default: `#10201d`.',
  'theme.dark.accent': 'Accent in the dark theme. Default: `#5ad8bb`.',
  'theme.dark.background': 'Background in the dark theme. Default: `#070c0b`.',
  'theme.dark.surface': 'Surface in the dark theme. Default: `#1c2826`.',
  'theme.dark.text': 'Text in the dark theme. Default: `#eaf2ef`.',
  'theme.font.family': 'Name of your font, which replaces Geist.',
  'theme.font.files[].path': 'Path of a woff2 file on the app’s own origin.',
  'theme.font.files[].weight':
    'Weight of the file, or a range such as `100 900` for a variable font. The app uses 400 to 650.',
  'links.docs': 'Footer link to your documentation: an http or https URL, or a path such as `/docs.html`.',
  'links.terms': 'Footer link to your terms.',
  'links.privacy': 'Footer link to your privacy policy.',
  'links.status': 'Footer link to your status page.',
  'links.security': 'Footer link to your security page, such as audits and how to report a vulnerability.',
  'banner.text':
    'Message above every page, by language: `{ "en": "…", "es": "…" }`. Where a language has none, the English text appears.',
  'banner.tone': '`info`, `warning` or `danger`.',
  'banner.link.url': 'Link after the message.',
  'banner.link.text': 'Text of the link, by language.',
  'banner.until': 'When the message disappears, such as `2027-01-31T18:00:00Z`.',
  'maintenance[].chains':
    'Chains that the app starts no transfer from or to. An entry with neither `chains` nor `routes` closes every route.',
  'maintenance[].routes[].from': 'Origin chain of a closed route.',
  'maintenance[].routes[].to': 'Destination chain of the closed route.',
  'maintenance[].routes[].token': 'Ticker of its token. Default: every token.',
  'maintenance[].text': 'Your explanation, by language.',
  'maintenance[].until': 'Planned end. The app shows it, and reopens the routes at that time.',
  'embed.origins': 'Origins of the partners whose pages may show the app in a frame. Without `embed`, no page can.',
  'embed.background':
    'Background in a frame: `transparent`, or a colour for each theme: `{ "light": "#ffffff", "dark": "#101418" }`.',
  'monitoring.url':
    'Where the app reports errors: an http or https URL, or a path on the app’s own origin such as `/errors`.',
  'wallets.walletConnect.projectId':
    'Project id from https://dashboard.reown.com. Offers phone wallets through WalletConnect.',
  'wallets.walletConnect.relayUrl': 'Your own relay. Default: the public one.',
  'wallets.coinbase': 'Offers Base accounts (Coinbase smart wallets) in a window of keys.coinbase.com.',
  'wallets.safe': 'Connects to the Safe that shows the app in its frame.',
  'wallets.safeOrigins': 'Safe interfaces that may show the app in a frame.',
  'wallets.deepLinks':
    'Wallets that the app offers to open on a phone, in this order: `metamask`, `trust`, `coinbase`, `okx`, `phantom`, `rainbow`.',
};
