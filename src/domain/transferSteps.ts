import type { Hash } from 'viem';
import type { Confirmations } from '#client/receipt.ts';
import { isNativeToken } from '#shared/address.ts';
import type { Transfer } from './transfer.ts';
import { depositHash } from './transfer.ts';

export type StepStatus = 'todo' | 'active' | 'done' | 'failed';

export type Step = {
  readonly kind: 'approval' | 'deposit' | 'crossing' | 'delivery' | 'refund';
  readonly status: StepStatus;
  readonly transaction: { readonly hash: Hash; readonly chainId: number } | null;
  readonly confirmations: Confirmations | null;
};

/** The index of the active step of each status. The steps before it are done. */
const positions: Record<Transfer['status'], number> = {
  approving: 0,
  readyToSign: 1,
  signing: 1,
  sent: 1,
  deposited: 2,
  reported: 3,
  delivered: 4,
  disputed: 3,
  refunded: 3,
  failed: 1,
  abandoned: 0,
};

const KINDS = ['approval', 'deposit', 'crossing', 'delivery'] as const;

/** Whether the service reported a failure, so that the refund is the last step. */
function isGivenUp(transfer: Transfer): boolean {
  return transfer.status === 'refunded' || (transfer.status === 'failed' && transfer.kind === 'failedByService');
}

function refundStatus(transfer: Transfer): StepStatus {
  if (transfer.status === 'refunded') return 'done';
  return transfer.status === 'failed' && transfer.refund?.kind === 'mismatch' ? 'failed' : 'todo';
}

function statusAt(index: number, transfer: Transfer): StepStatus {
  const at = isGivenUp(transfer) ? 3 : positions[transfer.status];
  if (index < at) return 'done';
  if (index > at) return 'todo';
  if (isGivenUp(transfer) || transfer.status === 'failed' || transfer.status === 'disputed') return 'failed';
  return transfer.status === 'abandoned' ? 'todo' : 'active';
}

function transactionAt(kind: Step['kind'], transfer: Transfer): Step['transaction'] {
  const { origin, destination } = transfer.terms;
  if (kind === 'approval' && transfer.status === 'approving' && transfer.approvalHash) {
    return { hash: transfer.approvalHash, chainId: origin.chainId };
  }
  const deposit = depositHash(transfer);
  if (kind === 'deposit' && deposit) return { hash: deposit, chainId: origin.chainId };
  if (kind === 'delivery' && 'payoutHash' in transfer) {
    return { hash: transfer.payoutHash, chainId: destination.chainId };
  }
  if (kind === 'refund' && transfer.status === 'refunded') {
    return { hash: transfer.refundHash, chainId: origin.chainId };
  }
  if (kind === 'refund' && transfer.status === 'failed' && transfer.refund?.kind === 'mismatch') {
    return { hash: transfer.refund.hash, chainId: origin.chainId };
  }
  return null;
}

/** The steps of a transfer. Native tokens need no approval. */
export function stepsOf(transfer: Transfer): readonly Step[] {
  const kinds: readonly Step['kind'][] = isGivenUp(transfer) ? [...KINDS, 'refund'] : KINDS;
  return kinds
    .map(
      (kind, index): Step => ({
        kind,
        status: kind === 'refund' ? refundStatus(transfer) : statusAt(index, transfer),
        transaction: transactionAt(kind, transfer),
        confirmations: kind === 'crossing' && transfer.status === 'deposited' ? transfer.confirmations : null,
      }),
    )
    .filter((step) => step.kind !== 'approval' || !isNativeToken(transfer.terms.origin.token));
}
