import { installationWords } from '../i18n/installation/installationWords.ts';
import { useWords } from '../i18n/useWords.ts';
import { Notice } from '../ui/Notice.tsx';
import styles from './StartProblem.module.css';

/** Shown instead of the app where the browser has no Web Locks, so that two tabs could open the wallet for one transfer. */
export function InsecurePage() {
  const { t } = useWords(installationWords);
  const { hostname, port, pathname, search, hash } = window.location;
  const isTooOld = window.isSecureContext;
  return (
    <main className={styles.page}>
      <Notice tone="danger" title={t(isTooOld ? 'tooOldTitle' : 'insecureTitle')} titleAs="h1">
        <p>{t(isTooOld ? 'tooOldText' : 'insecureText')}</p>
        {/* An address with a port does not tell the secure one. In a frame, the page around it must be secure too. */}
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
