import type { Transfer } from '../../domain/transfer.ts';
import { Notice } from '../../ui/Notice.tsx';
import { transferWords } from '../../words/transfer/transferWords.ts';
import { useWords } from '../../words/useWords.ts';

/** The proof accepts less than quoted only from a deposit after the quote. */
export function LateDepositNotice({ transfer }: { transfer: Extract<Transfer, { readonly status: 'delivered' }> }) {
  const { t } = useWords(transferWords);
  const { receive } = transfer.terms;
  if (receive === null || transfer.received >= receive) return null;
  return (
    <Notice tone="info" title={t('lessThanQuoted')}>
      {t('lessThanQuotedText')}
    </Notice>
  );
}
