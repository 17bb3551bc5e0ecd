import type { Hash } from 'viem';
import type { Confirmations } from '#client/receipt.ts';
import { isNativeToken } from '#shared/address.ts';
import type { Transfer } from '../model/transfer.ts';
import { depositHash } from '../model/transfer.ts';
import type { Verdict } from './verdict.ts';
import type { Progress } from './verdictKinds.ts';
import { aboutVerdict } from './verdictKinds.ts';

export type StepStatus = 'todo' | 'active' | 'done' | 'failed';

const KINDS = ['approval', 'deposit', 'crossing', 'delivery', 'refund'] as const;

export type StepKind = (typeof KINDS)[number];

export type Step = {
  readonly kind: StepKind;
  readonly status: StepStatus;
  readonly transaction: { readonly hash: Hash; readonly chainId: number } | null;
  readonly confirmations: Confirmations | null;
};

/** The status of each step, in the order of `KINDS`. Without a fifth one there is no refund. */
const statuses: Readonly<Record<Progress, readonly StepStatus[]>> = {
  notStarted: ['todo', 'todo', 'todo', 'todo'],
  approving: ['active', 'todo', 'todo', 'todo'],
  signing: ['done', 'active', 'todo', 'todo'],
  depositFailed: ['done', 'failed', 'todo', 'todo'],
  deposited: ['done', 'done', 'todo', 'todo'],
  confirming: ['done', 'done', 'active', 'todo'],
  payoutWaits: ['done', 'done', 'done', 'todo'],
  paying: ['done', 'done', 'done', 'active'],
  paid: ['done', 'done', 'done', 'done'],
  payoutFailed: ['done', 'done', 'done', 'failed'],
  refunding: ['done', 'done', 'done', 'failed', 'active'],
  refundWaits: ['done', 'done', 'done', 'failed', 'todo'],
  refunded: ['done', 'done', 'done', 'failed', 'done'],
  refundFailed: ['done', 'done', 'done', 'failed', 'failed'],
};

const confirmationsIn = (verdict: Verdict) => ('confirmations' in verdict ? verdict.confirmations : null);

function progressOf(verdict: Verdict): Progress {
  if (verdict.kind === 'inWallet' && verdict.asks === 'approval') return 'approving';
  if ('step' in verdict) return verdict.step === 'signing' || verdict.step === 'sent' ? 'paying' : 'confirming';
  const confirmations = confirmationsIn(verdict);
  // The operator can hold a transfer before its deposit has enough confirmations.
  if (confirmations !== null && confirmations.seen < confirmations.needed) return 'confirming';
  return aboutVerdict(verdict).progress;
}

type Shown = {
  /** The known transactions. */
  readonly transactions: Readonly<Partial<Record<StepKind, Step['transaction']>>>;
  /** Native tokens need no approval, and a deposit on a chain doesn't show whether there was one. */
  readonly hasApproval: boolean;
};

/** The steps of a transfer, according to its verdict. */
export function stepsOf(verdict: Verdict, { transactions, hasApproval }: Shown): readonly Step[] {
  return statuses[progressOf(verdict)].flatMap((status, index): readonly Step[] => {
    const kind = KINDS[index];
    if (kind === undefined || (kind === 'approval' && !hasApproval)) return [];
    const confirmations = kind === 'crossing' && status === 'active' ? confirmationsIn(verdict) : null;
    return [{ kind, status, transaction: transactions[kind] ?? null, confirmations }];
  });
}

function refundHashOf(transfer: Transfer): Hash | null {
  if (transfer.status === 'refunded') return transfer.refundHash;
  return transfer.status === 'failed' && transfer.refund?.kind === 'mismatch' ? transfer.refund.hash : null;
}

/** The steps of one of this browser's transfers. */
export function stepsOfTransfer(transfer: Transfer, verdict: Verdict): readonly Step[] {
  const { origin, destination } = transfer.terms;
  const on = (chainId: number, hash: Hash | null) => (hash === null ? null : { hash, chainId });
  const transactions = {
    approval: on(origin.chainId, transfer.status === 'approving' ? transfer.approvalHash : null),
    deposit: on(origin.chainId, depositHash(transfer)),
    delivery: on(destination.chainId, 'payoutHash' in transfer ? transfer.payoutHash : null),
    refund: on(origin.chainId, refundHashOf(transfer)),
  };
  return stepsOf(verdict, { transactions, hasApproval: !isNativeToken(origin.token) });
}
