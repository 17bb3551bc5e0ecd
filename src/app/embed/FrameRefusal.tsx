import { installationWords } from '../../i18n/installation/installationWords.ts';
import { useWords } from '../../i18n/useWords.ts';
import { Notice } from '../../ui/Notice.tsx';
import styles from '../StartProblem.module.css';

/** Shown instead of the app inside a site that the configuration does not name. Such a site could steal clicks. */
export function FrameRefusal({ site }: { readonly site: string | null }) {
  const { t } = useWords(installationWords);
  return (
    <main className={styles.page}>
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
