import type { Transfer } from '../../domain/transfer.ts';
import { Notice } from '../../ui/Notice.tsx';
import { RefundNotice } from '../../ui/RefundNotice.tsx';
import { transferWords } from '../../words/transfer/transferWords.ts';
import { useWords } from '../../words/useWords.ts';

type Props = { readonly transfer: Extract<Transfer, { status: 'failed' | 'refunded' }> };

/** Shows whether the origin chain has the refund. */
export function RefundReport({ transfer }: Props) {
  const { t } = useWords(transferWords);
  const { terms } = transfer;
  const { chainName, decimals } = terms.origin;
  if (transfer.status === 'failed' && !transfer.refund) {
    return <Notice tone="info">{t('lookingForRefund', { chain: chainName })}</Notice>;
  }
  const proof =
    transfer.status === 'refunded'
      ? ({ kind: 'proven', hash: transfer.refundHash, refunded: transfer.refunded } as const)
      : transfer.refund;
  if (!proof) return null;
  return (
    <RefundNotice proof={proof} deposit={{ chainName, decimals, tokenName: terms.tokenName, amount: terms.send }} />
  );
}
