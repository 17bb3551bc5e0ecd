import { assertNever } from '#shared/assertNever.ts';
import { statusWords } from '../i18n/status/statusWords.ts';
import { useWords } from '../i18n/useWords.ts';
import { Notice } from '../ui/Notice.tsx';
import type { RefundProof } from './model/transfer.ts';
import { ShortfallList } from './ShortfallList.tsx';

type Deposit = {
  readonly chainName: string;
  readonly tokenName: string;
  readonly decimals: number;
  readonly amount: bigint;
};

type Props = { readonly proof: Exclude<RefundProof, { readonly kind: 'unknown' }>; readonly deposit: Deposit };

/** The result of this app's own search for a refund on the origin chain. */
export function RefundNotice({ proof, deposit }: Props) {
  const { t, sum } = useWords(statusWords);
  const { chainName: chain, tokenName, decimals } = deposit;
  const format = (amount: bigint) => sum({ amount, decimals }, tokenName);
  switch (proof.kind) {
    case 'proven':
      return (
        <Notice tone="good" title={t('refundVerified', { chain })}>
          <p>{t('refundVerifiedText', { refunded: format(proof.refunded), deposited: format(deposit.amount) })}</p>
          {proof.refunded < deposit.amount ? (
            <p>{t('refundKept', { kept: format(deposit.amount - proof.refunded) })}</p>
          ) : null}
        </Notice>
      );
    case 'mismatch':
      return (
        <Notice tone="danger" title={t('noSuchRefund', { chain })}>
          <p>{t('noSuchRefundText')}</p>
          <ShortfallList shortfalls={proof.shortfalls} />
        </Notice>
      );
    default:
      return assertNever(proof);
  }
}
