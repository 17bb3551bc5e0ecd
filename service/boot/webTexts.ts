/**
 * The text of each setting of the web app, by its path in `web`. It stands here and not in the schema, which visitors download.
 */
export const WEB_TEXTS: Readonly<Record<string, string>> = {
  'featured[].from': 'Routes that the token selector shows first: name of the origin chain, as in `chains`.',
  'featured[].to': 'Name of the destination chain.',
  'featured[].token': 'Ticker of the token. Both chains have it in `chains`.',
  allowUnpinnedPairs:
    'Offers pairs with tokens that the file does not name, marked as unverified. Chains and contracts stay pinned.',
  blockedAddresses:
    'Addresses that the app refuses as sender and recipient: a list, or the path of a JSON file with one, such as `/blocked.json`.',
  'brand.name': 'Name in the header and in the title of the page.',
  'brand.logo.light':
    'Path of the logo, 30 px high in the header. Use a file on the app’s own origin, such as `/brand/logo.svg`.',
  'brand.logo.dark': 'Logo on the dark theme. Default: `brand.logo.light`.',
  'brand.logo.hasName': 'The logo contains the name, so the header does not write it again.',
  'brand.supportUrl':
    'Where people get help: an http, https or mailto URL. The help page of a transfer writes the deposit hash in the place of `{hash}`, as in `https://help.example/new?transfer={hash}`.',
  'theme.light.accent': 'Colour of buttons, links and progress in the light scheme. Default: `#0b6b5b`.',
  'theme.light.background': 'Background of the page. Default: `#f3f1ea`.',
  'theme.light.surface': 'Background of cards and dialogs. Default: `#ffffff`.',
  'theme.light.text': 'Colour of the text. Default: `#10201d`.',
  'theme.dark.accent': 'The same for the dark scheme. Default: `#5ad8bb`.',
  'theme.dark.background': 'The same for the dark scheme. Default: `#070c0b`.',
  'theme.dark.surface': 'The same for the dark scheme. Default: `#1c2826`.',
  'theme.dark.text': 'The same for the dark scheme. Default: `#eaf2ef`.',
  'theme.font.family': 'Name of your font, in place of Geist.',
  'theme.font.files[].path': 'Path of a font file (woff2) on the app’s own origin.',
  'theme.font.files[].weight':
    'Weight of the file, or a range such as `100 900` for a variable font. The app uses 400 to 650.',
  'links.docs':
    'Link in the footer to your documentation. Each link is an http or https URL, or a path such as `/terms.html`.',
  'links.terms': 'Link in the footer to your terms.',
  'links.privacy': 'Link in the footer to your privacy policy.',
  'links.status': 'Link in the footer to your status page.',
  'banner.text':
    'Message above every page, by language: `{ "en": "…", "es": "…" }`. A language without a text shows the English.',
  'banner.tone': '`info`, `warning` or `danger`.',
  'banner.link.url': 'Link after the text.',
  'banner.link.text': 'Text of the link, by language.',
  'banner.until': 'Moment after which the message disappears, such as `2027-01-31T18:00:00Z`.',
  'maintenance[].chains':
    'Names of chains. The app starts no transfer from or to them. An entry without `chains` and `routes` closes every route.',
  'maintenance[].routes[].from': 'Name of the origin chain of a closed route.',
  'maintenance[].routes[].to': 'Name of its destination chain.',
  'maintenance[].routes[].token': 'Name of its token.',
  'maintenance[].text': 'Your explanation, by language.',
  'maintenance[].until': 'Planned end. The app shows it, and opens the routes again at that moment.',
  'embed.origins': 'Origins whose pages may show the app in a frame: see embedding.md. Without `embed`, no page can.',
  'embed.background': '`transparent`, or a colour for each scheme: `{ "light": "#ffffff", "dark": "#101418" }`.',
  'monitoring.url':
    'Receives the kinds of errors: an http or https URL, or a path on the app’s own origin such as `/errors`.',
  'wallets.walletConnect.projectId':
    'Project id of https://dashboard.reown.com: offers wallets on phones by WalletConnect.',
  'wallets.walletConnect.relayUrl': 'Your own WalletConnect relay. Default: the public one.',
  'wallets.coinbase': 'Offers Base accounts (Coinbase smart wallets), in a window of keys.coinbase.com.',
  'wallets.safe': 'Offers the Safe that shows this app in a frame.',
  'wallets.safeOrigins': 'Pages that may show this app in a frame as a Safe app.',
  'wallets.deepLinks':
    'Mobile wallets whose browser the app offers to open: `metamask`, `trust`, `coinbase`, `okx`, `phantom`, `rainbow`.',
};
