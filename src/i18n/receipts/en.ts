/** The receipt of a transfer: its amount, and what shows while the page looks it up. */
export const messages = {
  title: 'Receipt',
  lookingUp: 'Looking up the receipt',
  offline: 'You are offline',
  offlineText: 'This page looks up the receipt when you are online again.',
  openTransfer: 'Open the transfer',

  receivedFor: 'received on {destination} for {sent} sent on {origin}',
  refundedFor: 'refunded on {chain} for a deposit of {deposited}',
  depositedFor: 'deposited on {chain} for {destination}',
  unknownChain: 'chain {id}',
} as const;
