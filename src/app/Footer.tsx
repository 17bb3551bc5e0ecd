import type { UseQueryResult } from '@tanstack/react-query';
import { notifyManager, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ReceiptSource } from '../api/createReceiptSource.ts';
import type { Offer } from '../api/offer.ts';
import { offerQuery, QUOTES } from '../api/queries.ts';
import { closesAll } from '../config/maintenance.ts';
import { VERSION } from '../config/version.ts';
import { CONTRACTS, InstallationLinks, showContracts } from '../help/InstallationLinks.tsx';
import { useLanguage, useTexts } from '../i18n/useTexts.ts';
import { useIsSlow } from '../ui/useNow.ts';
import styles from './afterPaint.module.css';
import { useAppServices, useNotices } from './services.ts';

/** The bridge's status, who runs it, and where to read more. */
export function Footer() {
  const { t } = useTexts('app');
  const { brand } = useAppServices().config;
  return (
    <footer className={styles.footer}>
      <BridgeStatus />
      <ul className={styles.links}>
        <li>
          <Link href="/help">{t('help')}</Link>
        </li>
        <li>
          {/* The list does not load again on its own page. */}
          <Link href={`/help#${CONTRACTS}`} onClick={showContracts}>
            {t('contracts')}
          </Link>
        </li>
        <InstallationLinks />
        {brand.operator === undefined ? null : <li>{t('operatedBy', { name: brand.operator })}</li>}
        <li className={styles.version}>{t('version', { version: VERSION })}</li>
      </ul>
    </footer>
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

/** Until the reader of receipts has loaded. */
const NOTHING_ASKED: Pick<ReceiptSource, 'store'> = {
  store: createStore(() => ({ isResting: false, askedAt: null, failedAt: 0 })),
};

/** The form queries the same pairs, so this adds no request. */
function BridgeStatus() {
  const { t } = useTexts('app');
  const { locale } = useLanguage();
  const services = useAppServices();
  const offer = useQuery(offerQuery(services));
  const { data: source = NOTHING_ASKED } = useQuery({
    queryKey: ['receiptSource'],
    queryFn: services.receipts,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  const { askedAt, failedAt } = useStore(source.store);
  const isClosed = useNotices().maintenance.some(closesAll);
  const hasFailedQuote = useHasQuote('status', 'error');
  const isQuoting = useHasQuote('fetchStatus', 'fetching');
  const isSlowOffer = useIsSlow(isQuoting || offer.isFetching);
  const isSlow = useIsSlow(askedAt) || isSlowOffer;
  const status = isClosed ? 'maintenanceAll' : statusOf(offer, { hasFailedQuote, failedReceiptAt: failedAt });
  const isWaiting = isSlow && (status === 'asking' || status === 'responded');
  const time = timeText(locale, offer.dataUpdatedAt);
  return (
    <p className={`${styles.status} ${styles[isWaiting ? 'asking' : status]}`}>
      {isWaiting ? t('bridgeSlow') : status === 'responded' ? t('responded', { time }) : t(STATUS_TEXTS[status])}
    </p>
  );
}

type Failures = {
  readonly hasFailedQuote: boolean;
  /** When the last request for a receipt failed; 0 if it was answered. */
  readonly failedReceiptAt: number;
};

/** Only what the last requests for the pairs, the shown quote and a receipt revealed. */
export function statusOf(
  offer: Pick<UseQueryResult<Offer>, 'fetchStatus' | 'isError' | 'data' | 'dataUpdatedAt'>,
  { hasFailedQuote, failedReceiptAt }: Failures,
): Status {
  if (offer.fetchStatus === 'paused') return 'offline';
  if (offer.isError || hasFailedQuote || failedReceiptAt > offer.dataUpdatedAt) return 'notResponding';
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
