/** What support tells the customer. It loads in the customer’s language, whatever the page speaks. */
export const messages = {
  unconfirmed: 'Not all of our sources have confirmed this yet.',
  delivered: 'Your transfer arrived: {received} went to {recipient} on {destination}.',
  otherAmount: 'Our records state another amount. We are looking into it.',
  verifyingPayout: 'The bridge has sent the payout of your transfer on {destination}. It waits for confirmations.',
  payoutDiffers: '{destination} does not show the payout of your transfer as it should be. We are looking into it.',
  inProgress: 'Your transfer is in progress. The bridge has your deposit of {sent} on {origin}.',
  confirmationsLeft:
    '{count, plural, one {It waits for # more confirmation.} other {It waits for # more confirmations.}}',
  late: 'Your transfer takes longer than usual. The bridge has your deposit of {sent} on {origin}, and the payout follows.',
  delayed:
    'The payout of your transfer is delayed. The bridge has your deposit of {sent} on {origin} and keeps trying. You need to do nothing.',
  waitingForFunds:
    'The payout of your transfer waits for funds of the bridge on {destination}. The bridge has your deposit of {sent} on {origin}. You need to do nothing.',
  paused:
    'Payouts like yours are paused. The bridge has your deposit of {sent} on {origin} and pays out when they resume. You need to do nothing.',
  held: 'A person has to look at your transfer before it continues. The bridge has your deposit of {sent} on {origin}.',
  refunding: 'The bridge could not deliver your transfer. It refunds your deposit to the sending account on {origin}.',
  refundHeld:
    'The bridge could not deliver your transfer. It has your deposit on {origin}, and a person decides on the refund.',
  verifyingRefund:
    'The bridge could not deliver your transfer and has sent a refund on {origin}. It waits for confirmations.',
  refunded: 'The bridge could not deliver your transfer. It refunded {refunded} to {sender} on {origin}.',
  refundDiffers: '{origin} does not show the refund of your transfer as it should be. We are looking into it.',
  notDelivered: 'The bridge could not deliver your transfer. We are looking for its refund on {origin}.',
  dustKept:
    'Your deposit of {sent} on {origin} is below the minimum. A refund would cost more than the deposit, so the bridge has not sent one.',
  closed:
    'The bridge could not deliver your transfer, and its operator closed it without a refund so far. We are looking into it.',
  unknownRoute:
    '{origin} has your deposit of {sent} for {destination}. We can’t see payouts on this route yet, so we are asking the operator. Please do not send it again.',
  unknownStep:
    'The bridge reports a step of your transfer that we can’t read yet. We are asking the operator. Please do not send it again.',
  noAnswer:
    '{origin} has your deposit of {sent}. The bridge does not answer at the moment, so we can’t see the payout yet. We will look again soon.',
  paymentUnseen:
    '{origin} has your deposit of {sent}. We can’t see yet whether the bridge has paid it out or refunded it. We will look again soon.',
  pending:
    'Your transaction waits to be mined on {chain}. Until then the tokens are in your account. You can wait, or speed it up in your wallet.',
  reverted:
    'Your transaction failed on {chain} and never reached the bridge. It only cost the network fee. The tokens are in your account, and you can try again.',
  outOfGas:
    'Your transaction ran out of gas on {chain} and never reached the bridge. The tokens are in your account. Try again with a higher gas limit.',
  noDeposit:
    'Your transaction on {chain} succeeded, but it makes no deposit into the bridge. Please send us the hash of the deposit.',
  sentToVault:
    'Your transaction on {chain} sent tokens to the bridge without a deposit, so the bridge does not know their recipient. We are looking into it.',
  wrongContract:
    'Your transaction on {chain} called another contract, {contract}. It did not reach our bridge, so we can’t return the tokens. Please ask the operator of that contract.',
  sentToAccount:
    'Your transaction on {chain} sent tokens straight to the account {account}. It did not go through our bridge, so we can’t return them.',
  wrongChain:
    'Your transaction on {chain} used the address of our contract on {meantFor}. It did not reach the bridge. We are looking into where the tokens are.',
  replaced: 'Another transaction from your account on {chain} replaced this one. Please follow the other one:',
  cancelled:
    'Your wallet cancelled this transaction on {chain}. The tokens are in your account. The transaction that cancelled it:',
  dropped:
    '{chain} no longer shows your transaction. It may still be mined. The tokens are in your account. If you send it again, use the same nonce.',
  reorgedAway:
    '{chain} replaced the block that had your transaction. The transaction can be mined again within minutes. Please wait before you send another one.',
  notFound: 'We did not find this transaction on {chains}. Please check the hash, and the network in your wallet.',
  rpcSilent: '{chains} did not answer, so we can’t see your transaction yet. We will look again soon.',
  sourcesDisagree:
    'Our sources do not agree about your transaction yet. We are looking into it. Please do not send it again.',
  reportedOnly: 'The bridge reports your transfer, but we can’t confirm it on the chains yet. We will look again soon.',
  paymentOnly: 'This is the hash of a payment by the bridge on {chain}. Please send us the hash of your deposit.',
  failedPayment:
    'This is the hash of a failed attempt of the bridge to pay on {chain}. Please send us the hash of your deposit.',
  safeWaiting:
    'This is the hash that the owners of your Safe sign. The Safe has not executed it yet, and the tokens are in the Safe.',
  severalDeposits:
    '{count, plural, one {Your transaction contains # deposit.} other {Your transaction contains # deposits.}}',

  unknownChain: 'chain {id}',
  someTokens: 'tokens',
  payoutTransaction: 'Payout transaction:',
  refundTransaction: 'Refund transaction:',
  depositTransaction: 'Deposit transaction:',
  follow: 'See it at any time:',
  never: 'We never ask for your recovery phrase, for access to your device, or for a payment.',
} as const;
