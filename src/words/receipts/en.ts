/** The receipt of any transfer, by its deposit hash. */
export const messages = {
  title: 'Receipt',
  line: 'Look up a transfer by its deposit hash.',
  depositHash: 'Deposit transaction hash',
  lookUp: 'Look up',
  hashMissing: 'Paste the hash of your deposit transaction.',
  hashIsAddress: 'This is an account address. A transaction hash has 64 hex characters after 0x.',
  hashLength:
    '{count, plural, one {A transaction hash has 66 characters. This text has #.} other {A transaction hash has 66 characters. This text has #.}}',
  linkWithoutHash: 'This link has no valid transaction hash',
  lookingUp: 'Looking up the receipt',
  offline: 'You are offline',
  offlineText: 'This page looks up the receipt when you are online again.',
  openTransfer: 'Open the transfer',

  nativeToken: 'Native token',
  receivedFor: 'received on {destination} for {sent} sent on {origin}',
  refundedFor: 'refunded on {chain} for a deposit of {deposited}',
  depositedFor: 'deposited on {chain} for {destination}',
  unknownChain: 'chain {id}',
  sender: 'Sender',
  recipient: 'Recipient',
  tokenOn: 'Token on {chain}',
} as const;
