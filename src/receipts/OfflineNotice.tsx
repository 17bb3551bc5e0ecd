import type { Hash } from 'viem';
import { Link } from 'wouter';
import { useTransfers } from '../app/services.ts';
import { receiptsWords } from '../i18n/receipts/receiptsWords.ts';
import { useWords } from '../i18n/useWords.ts';
import { Notice } from '../ui/Notice.tsx';

/** Stands for the receipt until the browser is online, with a link to what this browser knows about the transfer. */
export function OfflineNotice({ hash }: { readonly hash: Hash }) {
  const { t } = useWords(receiptsWords);
  const stored = Object.values(useTransfers()).find((transfer) => 'hash' in transfer && transfer.hash === hash);
  return (
    <Notice tone="info" title={t('offline')}>
      <p>{t('offlineText')}</p>
      {stored ? <Link href={`/transfers/${stored.terms.id}`}>{t('openTransfer')}</Link> : null}
    </Notice>
  );
}
