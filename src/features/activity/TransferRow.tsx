import { useVerdict } from '../../context/useVerdict.ts';
import type { Transfer } from '../../domain/transfer.ts';
import { isOpen } from '../../domain/transfer.ts';
import type { Verdict } from '../../domain/verdict/verdict.ts';
import { toneOf } from '../../domain/verdict/verdict.ts';
import { useWords } from '../../words/useWords.ts';
import { verdictWords } from '../../words/verdict/verdictWords.ts';
import type { RowTone } from './HistoryRow.tsx';
import { HistoryRow } from './HistoryRow.tsx';

function rowTone(transfer: Transfer, verdict: Verdict): RowTone {
  const tone = toneOf(verdict);
  if (tone === 'warning' || tone === 'danger') return tone;
  return isOpen(transfer) ? 'open' : 'quiet';
}

/** A transfer of this browser. */
export function TransferRow({ transfer }: { transfer: Transfer }) {
  const { t, sum } = useWords(verdictWords);
  const { terms } = transfer;
  const verdict = useVerdict(transfer);
  return (
    <HistoryRow
      href={`/transfers/${terms.id}`}
      tokenName={terms.tokenName}
      amountText={sum({ amount: terms.send, decimals: terms.origin.decimals }, terms.tokenName)}
      origin={terms.origin.chainName}
      destination={terms.destination.chainName}
      status={t(`title_${verdict.kind}`)}
      tone={rowTone(transfer, verdict)}
      time={terms.createdAt}
    />
  );
}
