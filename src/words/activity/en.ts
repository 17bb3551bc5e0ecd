/** The list of this browser's transfers. */
export const messages = {
  title: 'Activity',
  none: 'No transfers yet.',
  start: 'Start a transfer',
  recent: 'Recent transfers',
  all: 'All transfers',
  status_approving: 'Needs approval',
  status_readyToSign: 'Needs your signature',
  status_signing: 'In your wallet',
  status_sent: 'Deposit pending',
  status_deposited: 'In progress',
  status_reported: 'Verifying payout',
  status_delivered: 'Delivered',
  status_refunded: 'Refunded',
  status_disputed: 'Payout differs',
  status_failed: 'Not delivered',
  status_abandoned: 'Ended',
} as const;
