import type { CaseRow, RowKind } from './caseRow.ts';

/** What a case needs: a person at the desk, time, an answer that did not come, or nothing more. */
export type RowStanding = 'attention' | 'open' | 'unclear' | 'good' | 'over' | 'waiting';

/** Cases that need a person come first. */
export const STANDINGS: readonly RowStanding[] = ['attention', 'unclear', 'open', 'over', 'good', 'waiting'];

export const standingOf: Readonly<Record<RowKind, RowStanding>> = {
  ...{ held: 'attention', refundHeld: 'attention', closed: 'attention', notDelivered: 'attention' },
  ...{ payoutDiffers: 'attention', refundDiffers: 'attention', deliveredOtherAmount: 'attention' },
  ...{ sourcesDisagree: 'attention', endpointsDisagree: 'attention', noReceipt: 'attention' },
  ...{ wrongContract: 'attention', wrongChain: 'attention', sentToVault: 'attention', reorgedAway: 'attention' },
  ...{ unknownRoute: 'attention', unknownStep: 'attention' },
  ...{ rpcSilent: 'unclear', serviceSilent: 'unclear', notFound: 'unclear', failed: 'unclear', dropped: 'unclear' },
  ...{ pending: 'open', inProgress: 'open', late: 'open', delayed: 'open', waitingForFunds: 'open', paused: 'open' },
  ...{ verifyingPayout: 'open', refunding: 'open', verifyingRefund: 'open' },
  ...{
    safeHash: 'open',
    severalDeposits: 'open',
    payoutPasted: 'open',
    refundPasted: 'open',
    paymentPasted: 'unclear',
    failedPayment: 'unclear',
  },
  ...{ reverted: 'over', outOfGas: 'over', noDeposit: 'over', cancelled: 'over', replaced: 'over' },
  dustKept: 'over',
  ...{ delivered: 'good', refunded: 'good', outOfRangeRefunded: 'good' },
  waiting: 'waiting',
};

/** Whether another lookup can bring another verdict, or a better founded one. */
export function canAskAgain(row: CaseRow): boolean {
  return row.state === 'answered' ? !row.isOver : row.state === 'failed';
}
