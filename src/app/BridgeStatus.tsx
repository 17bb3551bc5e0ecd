import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { offerQuery } from '../api/queries.ts';
import { useAppServices } from '../context/appServices.ts';
import { useNotices } from '../context/notices.ts';
import { closesAll } from '../domain/maintenance.ts';
import type { Offer } from '../domain/offer.ts';
import { installationWords } from '../words/installation/installationWords.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/useWords.ts';
import styles from './BridgeStatus.module.css';

type Status = 'maintenanceAll' | 'asking' | 'responded' | 'offersNothing' | 'notResponding' | 'offline';

/** What the last request for the pairs told, and nothing beyond it. */
export function statusOf(offer: Pick<UseQueryResult<Offer>, 'fetchStatus' | 'isError' | 'data'>): Status {
  if (offer.fetchStatus === 'paused') return 'offline';
  if (offer.isError) return 'notResponding';
  if (!offer.data) return 'asking';
  const { routes, unverifiable } = offer.data;
  return routes || unverifiable.length > 0 ? 'responded' : 'offersNothing';
}

/** The form asks for the same pairs, so this adds no request beside it. */
export function BridgeStatus() {
  const { t } = useWords(installationWords);
  const { locale } = useLanguage();
  const offer = useQuery(offerQuery(useAppServices()));
  const isClosed = useNotices().maintenance.some(closesAll);
  const status = isClosed ? 'maintenanceAll' : statusOf(offer);
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(offer.dataUpdatedAt);
  return (
    <p className={`${styles.status} ${styles[status]}`}>
      {status === 'responded' ? t('responded', { time }) : t(status)}
    </p>
  );
}
