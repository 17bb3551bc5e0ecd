// Pages shown instead of the app where it would not be safe to use.

import { OLDEST_BROWSERS } from '#shared/oldestBrowsers.ts';
import { useTexts } from '../i18n/useTexts.ts';
import { Notice } from '../ui/Notice.tsx';
import styles from './shell.module.css';

/**
 * Shown instead of the app if the browser has no Web Locks, because two tabs could then open the wallet for one
 * transfer.
 */
export function InsecurePage() {
  const { t, anyOf } = useTexts('app');
  const { hostname, port, pathname, search, hash } = window.location;
  const isTooOld = window.isSecureContext;
  return (
    <main className={styles.insteadOfApp}>
      <Notice tone="danger" title={t(isTooOld ? 'tooOldTitle' : 'insecureTitle')} titleAs="h1">
        <p>{isTooOld ? t('tooOldText', { browsers: anyOf(OLDEST_BROWSERS) }) : t('insecureText')}</p>
        {/* With a port, the secure address can't be derived. In a frame, the page around it must be secure too. */}
        {!isTooOld && port === '' ? (
          <p>
            <a href={`https://${hostname}${pathname}${search}${hash}`} target="_top">
              {t('openSecure')}
            </a>
          </p>
        ) : null}
      </Notice>
    </main>
  );
}

/** Shown instead of the app inside a site that the configuration does not name. Such a site could steal clicks. */
export function FrameRefusal({ site }: { readonly site: string | null }) {
  const { t } = useTexts('app');
  return (
    <main className={styles.insteadOfApp}>
      <Notice tone="danger" title={t('blockedTitle')}>
        <p>{site === null ? t('blockedByUnknown') : t('blockedBy', { site })}</p>
        <p>
          <a href="/" target="_blank" rel="noreferrer">
            {t('openBridge')}
          </a>
        </p>
      </Notice>
    </main>
  );
}
