import type { Hash } from 'viem';
import type { RefundRecord } from '../../chain/refundReads.ts';
import { useAppServices } from '../../context/appServices.ts';
import { useExplorer } from '../../context/useExplorer.ts';
import type { StatusReport } from '../../domain/receipt.ts';
import { chainById } from '../../domain/registry.ts';
import { AddressText } from '../../ui/AddressText.tsx';
import { CardPicture } from '../../ui/causeway/CardPicture.tsx';
import { DetailRow } from '../../ui/DetailRow.tsx';
import { HashLink } from '../../ui/HashLink.tsx';
import { RefundNotice } from '../../ui/RefundNotice.tsx';
import { reportLines } from '../../ui/reportLines.ts';
import { TextNotice } from '../../ui/TextNotice.tsx';
import { receiptsWords } from '../../words/receipts/receiptsWords.ts';
import { statusWords } from '../../words/status/statusWords.ts';
import { useWords } from '../../words/useWords.ts';
import { CopyLink } from './CopyLink.tsx';
import styles from './ReceiptCard.module.css';

type Props = { readonly hash: Hash; readonly record: RefundRecord; readonly report: StatusReport };

/** The receipt of a failed transfer: its deposit and its refund. */
export function RefundCard({ hash, record, report }: Props) {
  const { t, amount, sum } = useWords(receiptsWords);
  const status = useWords(statusWords);
  const { registry } = useAppServices();
  const explorer = useExplorer();
  const { origin, token, deposit, proof } = record;
  const { decimals } = token;
  const destination =
    chainById(registry, Number(deposit.destination))?.name ?? t('unknownChain', { id: `${deposit.destination}` });
  return (
    <article className={styles.card} aria-label={t('title')}>
      <CardPicture
        state={{ built: 3, isMoving: false, isBroken: true }}
        origin={origin.name}
        destination={destination}
      />
      <header className={styles.top}>
        <span className={`${styles.badge} ${styles[proof.kind]}`}>{t(`refundBadge_${proof.kind}`)}</span>
        <CopyLink />
      </header>
      <p className={styles.sum}>
        <strong>{amount({ amount: proof.kind === 'proven' ? proof.refunded : deposit.amount, decimals })}</strong>{' '}
        {token.name}
        <span>
          {proof.kind === 'proven'
            ? t('refundedFor', { chain: origin.name, deposited: sum({ amount: deposit.amount, decimals }, token.name) })
            : t('notDeliveredFrom', { chain: origin.name })}
        </span>
      </p>
      <dl className={styles.rows}>
        <DetailRow label={t('deposit')}>
          <HashLink hash={hash} href={explorer(origin.id, hash)} />
        </DetailRow>
        {proof.kind === 'unknown' ? null : (
          <DetailRow label={t(proof.kind === 'proven' ? 'refund' : 'reportedRefund')}>
            <HashLink hash={proof.hash} href={explorer(origin.id, proof.hash)} />
          </DetailRow>
        )}
        <DetailRow label={t('sender')}>
          <AddressText address={deposit.user} />
        </DetailRow>
      </dl>
      <TextNotice
        text={{
          tone: 'warning',
          title: status.t('couldNotDeliver'),
          lines: reportLines(report, 'reportedFailed', status),
        }}
      />
      <RefundNotice
        proof={proof}
        deposit={{ chainName: origin.name, tokenName: token.name, decimals: token.decimals, amount: deposit.amount }}
      />
    </article>
  );
}
