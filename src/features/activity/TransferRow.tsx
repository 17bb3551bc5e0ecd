import { useAppServices } from '../../context/appServices.ts';
import { useVerdict } from '../../context/useVerdict.ts';
import { tokenByAddress } from '../../domain/registry.ts';
import type { Transfer } from '../../domain/transfer.ts';
import { isOpen } from '../../domain/transfer.ts';
import { namedAmount } from '../../domain/verdict/namedAmount.ts';
import { causewayOf } from '../../ui/causeway/causewayOf.ts';
import { useWords } from '../../words/useWords.ts';
import { verdictWords } from '../../words/verdict/verdictWords.ts';
import { HistoryRow } from './HistoryRow.tsx';
import { rowTone } from './rowTone.ts';

/** A transfer of this browser. */
export function TransferRow({ transfer }: { transfer: Transfer }) {
  const { t, sum } = useWords(verdictWords);
  const { terms } = transfer;
  const { registry } = useAppServices();
  const token = tokenByAddress(registry, terms.origin.chainId, terms.origin.token);
  const verdict = useVerdict(transfer);
  return (
    <HistoryRow
      href={`/transfers/${terms.id}`}
      tokenName={terms.tokenName}
      logo={token?.logo ?? token?.name ?? null}
      amountText={sum(namedAmount(verdict, terms).amount, terms.tokenName)}
      origin={terms.origin.chainName}
      road={causewayOf(verdict)}
      destination={terms.destination.chainName}
      status={t(`title_${verdict.kind}`)}
      tone={rowTone(verdict, isOpen(transfer))}
      time={terms.createdAt}
    />
  );
}
