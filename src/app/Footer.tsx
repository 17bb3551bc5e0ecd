import type { UseQueryResult } from '@tanstack/react-query';
import { notifyManager, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import type { Offer } from '../api/offer.ts';
import { offerQuery, QUOTES } from '../api/queries.ts';
import { closesAll } from '../config/maintenance.ts';
import { VERSION } from '../config/version.ts';
import { useLanguage, useTexts } from '../i18n/useTexts.ts';
import { useIsSlow } from '../ui/useNow.ts';
import styles from './afterPaint.module.css';
import { useAppServices, useNotices } from './services.ts';

const LINKS = ['docs', 'statusPage', 'terms', 'privacy'] as const;

/** The bridge's status, and the installation's links. */
export function Footer() {
  const { t } = useTexts('app');
  const { links } = useAppServices().config;
  const urls = { docs: links?.docs, statusPage: links?.status, terms: links?.terms, privacy: links?.privacy };
  return (
    <footer className={styles.footer}>
      <BridgeStatus />
      <ul className={styles.links}>
        <li>
          <Link href="/help">{t('help')}</Link>
        </li>
        {LINKS.map((name) => (
          <Item key={name} url={urls[name]} label={t(name)} />
        ))}
        <li className={styles.version}>{t('version', { version: VERSION })}</li>
      </ul>
    </footer>
  );
}

function Item({ url, label }: { readonly url: string | undefined; readonly label: string }) {
  if (url === undefined) return null;
  return (
    <li>
      <a href={url} target="_blank" rel="noreferrer">
        {label}
      </a>
    </li>
  );
}

type Status = 'maintenanceAll' | 'asking' | 'responded' | 'offersNothing' | 'notResponding' | 'offline';

const STATUS_TEXTS = {
  maintenanceAll: 'maintenanceAll',
  asking: 'askingBridge',
  offersNothing: 'offersNothing',
  notResponding: 'bridgeDown',
  offline: 'footerOffline',
} as const satisfies Record<Exclude<Status, 'responded'>, string>;

/** The form queries the same pairs, so this adds no request. */
function BridgeStatus() {
  const { t } = useTexts('app');
  const { locale } = useLanguage();
  const offer = useQuery(offerQuery(useAppServices()));
  const isClosed = useNotices().maintenance.some(closesAll);
  const hasFailedQuote = useHasQuote('status', 'error');
  const isQuoting = useHasQuote('fetchStatus', 'fetching');
  const isSlow = useIsSlow(isQuoting || offer.isFetching);
  const status = isClosed ? 'maintenanceAll' : statusOf(offer, hasFailedQuote);
  const isWaiting = isSlow && (status === 'asking' || status === 'responded');
  const time = timeText(locale, offer.dataUpdatedAt);
  return (
    <p className={`${styles.status} ${styles[isWaiting ? 'asking' : status]}`}>
      {isWaiting ? t('bridgeSlow') : status === 'responded' ? t('responded', { time }) : t(STATUS_TEXTS[status])}
    </p>
  );
}

/** Only what the last requests for the pairs and for the shown quote revealed. */
export function statusOf(
  offer: Pick<UseQueryResult<Offer>, 'fetchStatus' | 'isError' | 'data'>,
  hasFailedQuote: boolean,
): Status {
  if (offer.fetchStatus === 'paused') return 'offline';
  if (offer.isError || hasFailedQuote) return 'notResponding';
  if (!offer.data) return 'asking';
  const { routes, unverifiable } = offer.data;
  return routes || unverifiable.length > 0 ? 'responded' : 'offersNothing';
}

export function timeText(locale: string, ms: number): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(ms);
}

function useHasQuote(property: 'status' | 'fetchStatus', value: string): boolean {
  const queries = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (onChange) => queries.subscribe(notifyManager.batchCalls(onChange)),
    () => queries.findAll({ queryKey: [QUOTES], type: 'active' }).some(({ state }) => state[property] === value),
  );
}
