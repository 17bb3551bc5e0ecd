import { useMemo } from 'react';
import type { Address } from 'viem';
import { useTransfers } from '../../../context/appServices.ts';
import { depositHash } from '../../../domain/transfer.ts';
import { WalletCases } from './WalletCases.tsx';

/** What the chains show of an account beside the transfers of this browser. */
export function AccountCases({ account }: { readonly account: Address }) {
  const transfers = useTransfers();
  const known = useMemo(
    () => new Set(Object.values(transfers).flatMap((transfer) => depositHash(transfer) ?? [])),
    [transfers],
  );
  return <WalletCases key={account} account={account} renderAnswer={null} shownElsewhere={known} />;
}
