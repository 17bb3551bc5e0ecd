import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { pairsQuery } from '../api/queries.ts';
import { useAppServices } from '../context/appServices.ts';
import { useNotices } from '../context/notices.ts';
import { closesAll } from '../domain/maintenance.ts';
import { installationWords } from '../words/installation/installationWords.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/useWords.ts';
import styles from './BridgeStatus.module.css';

type Status = 'maintenanceAll' | 'asking' | 'responded' | 'offersNothing' | 'notResponding' | 'offline';

/** What the last request for the pairs told, and nothing beyond it. */
export function statusOf(pairs: Pick<UseQueryResult<readonly unknown[]>, 'fetchStatus' | 'isError' | 'data'>): Status {
  if (pairs.fetchStatus === 'paused') return 'offline';
  if (pairs.isError) return 'notResponding';
  if (!pairs.data) return 'asking';
  return pairs.data.length === 0 ? 'offersNothing' : 'responded';
}

/** The form asks for the same pairs, so this adds no request beside it. */
export function BridgeStatus() {
  const { t } = useWords(installationWords);
  const { locale } = useLanguage();
  const { config, service } = useAppServices();
  const pairs = useQuery(pairsQuery(service, config.service.category || null));
  const isClosed = useNotices().maintenance.some(closesAll);
  const status = isClosed ? 'maintenanceAll' : statusOf(pairs);
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(pairs.dataUpdatedAt);
  return (
    <p className={`${styles.status} ${styles[status]}`}>
      {status === 'responded' ? t('responded', { time }) : t(status)}
    </p>
  );
}
