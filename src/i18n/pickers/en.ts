/** Texts of the selectors of chain and token. */
export const messages = {
  searchChains: 'Search by name or chain ID',
  searchTokens: 'Search by name, chain or address',
  matches: '{count, plural, one {# match} other {# matches}}',
  noMatches: 'No matches for “{search}”.',
  allChains: 'All chains',
  filterByChain: 'Show the tokens of',
  showTestnets: 'Show testnets',
  testnet: 'Testnet',

  recentRoutes: 'Recent routes',
  featuredRoutes: 'Featured routes',
  yourTokens: 'Your tokens',
  onChain: 'On {chain}',
  otherChains: 'On other chains',
  fromChainTo: '{from} to {to}',

  chainWithId: 'Chain {id}',
  nativeToken: 'Native token',
  unverified: 'Unverified: {address}',
  changesToken: 'Changes the token to {token}',
  changesDestination: 'Changes the destination to {chain}',
  noRouteFrom: 'No route starts here',
  noRouteTo: 'No route from {chain}',
  fundsShort: 'The bridge is out of funds there. Try again later.',
  unavailable: 'Unavailable: this app can’t verify the token',
  testnetsHidden: 'A testnet. Turn on “Show testnets” to choose it.',

  balanceUnread: 'Unavailable',
  balancesUnread: '{count, plural, one {# balance could not be read.} other {# balances could not be read.}}',
  readAgain: 'Read again',
  loadingBalance: 'Loading balance',

  offerTooLarge: 'Its list of routes is larger than {size} MB, so this app stopped reading.',
  offerTooSlow: 'Its list of routes arrived too slowly: {size} MB, then too little for 15 seconds.',
  offerMalformed: 'It sent a list of routes that this app can’t read.',
} as const;
