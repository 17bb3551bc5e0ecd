import { useAppServices } from '../../context/appServices.ts';
import type { DepositVerdict } from '../../domain/history/depositVerdict.ts';
import type { FoundDeposit } from '../../domain/history/foundDeposit.ts';
import { destinationOf, tokenOfDeposit } from '../../domain/history/foundDeposit.ts';
import { historyWords } from '../../words/history/historyWords.ts';
import { useWords } from '../../words/useWords.ts';
import type { RowTone } from './HistoryRow.tsx';
import { HistoryRow } from './HistoryRow.tsx';

type FoundStatus = 'found' | 'paid' | 'inProgress' | 'held' | 'refunding' | 'refunded' | 'notDelivered' | 'unknown';

function statusOf(verdict: DepositVerdict): FoundStatus {
  if (verdict.kind !== 'receipt') return 'found';
  const { receipt } = verdict;
  switch (receipt.kind) {
    case 'delivered':
      return 'paid';
    case 'inProgress':
      return receipt.report.step === 'held' ? 'held' : 'inProgress';
    case 'failed': {
      const { step } = receipt.report;
      return step === 'refunding' || step === 'refunded' || step === 'held' ? step : 'notDelivered';
    }
    case 'unknown':
      return 'unknown';
    case 'refused':
      return 'found';
  }
}

const tones: Record<FoundStatus, RowTone> = {
  found: 'quiet',
  paid: 'quiet',
  inProgress: 'open',
  held: 'danger',
  refunding: 'open',
  refunded: 'quiet',
  notDelivered: 'danger',
  unknown: 'danger',
};

type Props = { readonly deposit: FoundDeposit; readonly verdict: DepositVerdict };

/** A deposit that the chain shows and this browser does not know. The bridge alone vouches for its state. */
export function FoundRow({ deposit, verdict }: Props) {
  const { t, sum } = useWords(historyWords);
  const { registry } = useAppServices();
  const token = tokenOfDeposit(registry, deposit);
  const status = statusOf(verdict);
  return (
    <HistoryRow
      href={`/receipts/${deposit.transactionHash}`}
      tokenName={token?.name ?? '?'}
      amountText={token ? sum({ amount: deposit.amount, decimals: token.decimals }, token.name) : t('unknownToken')}
      origin={deposit.chainName}
      destination={destinationOf(registry, deposit) ?? t('unknownChain', { id: `${deposit.destination}` })}
      status={t(`found_${status}`)}
      tone={tones[status]}
      time={deposit.depositedAt}
    />
  );
}
