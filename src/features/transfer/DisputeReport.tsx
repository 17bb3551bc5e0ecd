import type { Transfer } from '../../domain/transfer.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ShortfallList } from '../../ui/ShortfallList.tsx';
import { transferWords } from '../../words/transfer/transferWords.ts';
import { useWords } from '../../words/useWords.ts';
import { ReceiptLink } from './ReceiptLink.tsx';

export function DisputeReport({ transfer }: { transfer: Extract<Transfer, { status: 'disputed' }> }) {
  const { t } = useWords(transferWords);
  return (
    <>
      <Notice tone="danger" title={t('payoutDiffers')}>
        <ShortfallList shortfalls={transfer.shortfalls} />
      </Notice>
      <ReceiptLink hash={transfer.hash} />
    </>
  );
}
