import type { Receipt } from '#client/receipt.ts';
import type { Transfer } from '../../../src/transfer/model/transfer.ts';
import type { PollHistory, PollSources } from '../../../src/transfer/tracking/lookForDeposit.ts';
import { NO_HISTORY } from '../../../src/transfer/tracking/lookForDeposit.ts';
import { pollTransfer } from '../../../src/transfer/tracking/pollTransfer.ts';

export const unproven = { kind: 'unknown', gap: { code: 'refundNotFound' } } as const;

type Options = {
  readonly reads?: Partial<PollSources['reads']>;
  readonly receipt?: Receipt;
  readonly receiptOf?: PollSources['receiptOf'];
  readonly isClaimed?: PollSources['isClaimed'];
  readonly history?: PollHistory;
};

/** Polls once. By default, neither the chains nor the service know the deposit. */
export function pollOnce(transfer: Transfer, options: Options = {}) {
  const reads: PollSources['reads'] = {
    codeOf: async () => '0x',
    depositsIn: async () => [],
    findDeposit: async () => ({ kind: 'none', to: 200n }),
    findOnOtherChain: async () => null,
    minedNonce: async () => 7,
    nonceOf: async () => null,
    pendingNonce: async () => 7,
    proveTransfer: async () => ({ kind: 'unknown', gap: { code: 'payoutNotFound' } }),
    proveTransferRefund: async () => unproven,
    readDeposit: async () => 'pending',
    depositTime: async () => 5_000,
    ...options.reads,
  };
  const receipt: Receipt = options.receipt ?? { kind: 'unknown' };
  return pollTransfer(transfer, {
    reads,
    receiptOf: options.receiptOf ?? (async () => receipt),
    isClaimed: options.isClaimed ?? (() => false),
    history: options.history ?? { ...NO_HISTORY },
  });
}
