import { useAppServices } from '../../context/appServices.ts';
import { destinationOf, tokenOfDeposit } from '../../domain/history/foundDeposit.ts';
import type { HistoryItem } from '../../domain/history/historyItem.ts';
import { itemVerdict } from '../../domain/history/historyItem.ts';
import { aboutVerdict } from '../../domain/verdict/verdictKinds.ts';
import { causewayOf } from '../../ui/causeway/causewayOf.ts';
import { historyWords } from '../../words/history/historyWords.ts';
import { useWords } from '../../words/useWords.ts';
import { verdictWords } from '../../words/verdict/verdictWords.ts';
import { HistoryRow } from './HistoryRow.tsx';
import { rowTone } from './rowTone.ts';

type Props = { readonly item: Extract<HistoryItem, { readonly kind: 'found' }>; readonly nowMs: number };

/** A deposit that the chain shows and this browser does not know. The bridge alone vouches for its state. */
export function FoundRow({ item, nowMs }: Props) {
  const { t, sum } = useWords(historyWords);
  const words = useWords(verdictWords);
  const { registry } = useAppServices();
  const { deposit } = item;
  const token = tokenOfDeposit(registry, deposit);
  const verdict = itemVerdict(item, nowMs);
  return (
    <HistoryRow
      href={`/receipts/${deposit.transactionHash}`}
      tokenName={token?.name ?? '?'}
      logo={token?.logo ?? token?.name ?? null}
      amountText={token ? sum({ amount: deposit.amount, decimals: token.decimals }, token.name) : t('unknownToken')}
      origin={deposit.chainName}
      road={causewayOf(verdict)}
      destination={destinationOf(registry, deposit) ?? t('unknownChain', { id: `${deposit.destination}` })}
      status={words.t(`title_${verdict.kind}`)}
      tone={rowTone(verdict, aboutVerdict(verdict).isMoving === true)}
      time={deposit.depositedAt}
    />
  );
}
