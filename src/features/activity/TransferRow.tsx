import type { Transfer } from '../../domain/transfer.ts';
import { isOpen } from '../../domain/transfer.ts';
import { activityWords } from '../../words/activity/activityWords.ts';
import { useWords } from '../../words/useWords.ts';
import type { RowTone } from './HistoryRow.tsx';
import { HistoryRow } from './HistoryRow.tsx';

function toneOf(transfer: Transfer): RowTone {
  if (transfer.status === 'failed' || transfer.status === 'disputed') return 'danger';
  return isOpen(transfer) ? 'open' : 'quiet';
}

/** A transfer of this browser. */
export function TransferRow({ transfer }: { transfer: Transfer }) {
  const { t, sum } = useWords(activityWords);
  const { terms, status } = transfer;
  return (
    <HistoryRow
      href={`/transfers/${terms.id}`}
      tokenName={terms.tokenName}
      amountText={sum({ amount: terms.send, decimals: terms.origin.decimals }, terms.tokenName)}
      origin={terms.origin.chainName}
      destination={terms.destination.chainName}
      status={t(`status_${status}`)}
      tone={toneOf(transfer)}
      time={terms.createdAt}
    />
  );
}
