import { useMemo } from 'react';
import type { Address } from 'viem';
import { useTransfers } from '../../app/services.ts';
import type { Transfer } from '../../transfer/model/transfer.ts';
import { WalletCases } from './WalletCases.tsx';

/** The transactions of a transfer that the chains have proven. What is only reported may be another one. */
function provenIn(transfer: Transfer): readonly string[] {
  switch (transfer.status) {
    case 'deposited':
    case 'reported':
    case 'disputed':
      return [transfer.hash];
    case 'delivered':
      return [transfer.hash, transfer.payoutHash];
    case 'refunded':
      return [transfer.hash, transfer.refundHash];
    default:
      return [];
  }
}

/** How many transfers of this browser each transaction belongs to. */
function countByTransaction(transfers: readonly Transfer[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const hash of transfers.flatMap(provenIn)) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  return counts;
}

/** What the chains show of an account beside the transfers of this browser. */
export function AccountCases({ account }: { readonly account: Address }) {
  const transfers = useTransfers();
  const known = useMemo(() => countByTransaction(Object.values(transfers)), [transfers]);
  return <WalletCases key={account} account={account} renderAnswer={null} shownElsewhere={known} />;
}
