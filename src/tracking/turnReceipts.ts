import { ServiceUnreachable } from '#client/serviceErrors.ts';
import type { ReceiptReader } from '../api/readReceipts.ts';
import type { ServiceClient } from '../api/serviceClient.ts';
import type { Transfer } from '../domain/transfer.ts';
import { depositHash } from '../domain/transfer.ts';
import type { PollHistory } from './lookForDeposit.ts';

export type ReceiptSources = {
  readonly service: Pick<ServiceClient, 'getReceipt'>;
  /** Reads the receipts of several deposits with one request. */
  readonly readReceipts: ReceiptReader;
};

type Polled = { readonly transfer: Transfer; readonly history: PollHistory };

/** Whether the poll will ask for the receipt. The chain alone mostly proves a reported payout, so the first poll asks nothing. */
function asksForReceipt({ transfer, history }: Polled): boolean {
  if (transfer.status === 'failed') return transfer.kind === 'failedByService';
  if (transfer.status === 'reported') return history.emptyPolls > 0;
  return transfer.status === 'deposited' || transfer.status === 'disputed';
}

export function hashesToAsk(turn: readonly Polled[]): readonly string[] {
  const hashes = turn.filter(asksForReceipt).map(({ transfer }) => depositHash(transfer)?.toLowerCase());
  return [...new Set(hashes.filter((hash) => hash !== undefined))];
}

/** The receipts of a turn. Where the common request fails, every poll that needs a receipt fails, and sends no request. */
export async function readTurnReceipts(
  { service, readReceipts }: ReceiptSources,
  hashes: readonly string[],
): Promise<ReceiptSources['service']> {
  if (hashes.length < 2) return service;
  const asked = new Set(hashes);
  const receipts = await readReceipts(hashes).catch(() => new Map<string, never>());
  return {
    getReceipt: async (request, signal) => {
      const hash = request.depositHash.toLowerCase();
      if (!asked.has(hash)) return service.getReceipt(request, signal);
      const [receipt, ...others] = receipts.get(hash) ?? [];
      if (!receipt) throw new ServiceUnreachable('the service gave no receipt of this deposit');
      // `get_receipt` chooses among the deposits of one transaction.
      return others.length > 0 ? service.getReceipt(request, signal) : receipt;
    },
  };
}
