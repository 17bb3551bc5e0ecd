import { useMemo } from 'react';
import type { Address } from 'viem';
import { useTransfers } from '../../../context/appServices.ts';
import type { Transfer } from '../../../domain/transfer.ts';
import { depositHash } from '../../../domain/transfer.ts';
import { WalletCases } from './WalletCases.tsx';

/** The transactions of a transfer that this browser stores. */
function transactionsOf(transfer: Transfer): readonly string[] {
  const deposit = depositHash(transfer);
  return [
    ...(deposit === null ? [] : [deposit]),
    ...('payoutHash' in transfer ? [transfer.payoutHash] : []),
    ...('refundHash' in transfer ? [transfer.refundHash] : []),
  ];
}

/** What the chains show of an account beside the transfers of this browser. */
export function AccountCases({ account }: { readonly account: Address }) {
  const transfers = useTransfers();
  const known = useMemo(() => new Set(Object.values(transfers).flatMap(transactionsOf)), [transfers]);
  return <WalletCases key={account} account={account} renderAnswer={null} shownElsewhere={known} />;
}
