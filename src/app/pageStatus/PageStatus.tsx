import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useAppServices } from '../../context/appServices.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useIsOnline } from '../../ui/useIsOnline.ts';
import { frameWords } from '../../words/frame/frameWords.ts';
import { useWords } from '../../words/useWords.ts';
import styles from './PageStatus.module.css';
import type { Preloadable } from './preloadPages.ts';
import { preloadPages } from './preloadPages.ts';
import { useNewVersion } from './useNewVersion.ts';

/** One line at the foot of every page while the browser is offline, or once the host serves a newer version. */
export function PageStatus({ pages }: { readonly pages: readonly Preloadable[] }) {
  const { t } = useWords(frameWords);
  const isOnline = useIsOnline();
  const isSigning = useStore(useAppServices().sessions, (all) => Object.values(all).some(({ isRunning }) => isRunning));
  const version = useNewVersion();
  useEffect(() => {
    if (isOnline) void preloadPages(pages, navigator);
  }, [isOnline, pages]);
  const [postponed, setPostponed] = useState<string | null>(null);
  // A reload while the wallet is open would lose its answer.
  const isReady = version !== null && version !== postponed && !isSigning;
  return (
    <div className={styles.place} role="status">
      {isOnline ? null : (
        <p className={`${styles.notice} ${styles.offline}`}>
          <Icon name="warning" size={18} />
          {t('offline')}
        </p>
      )}
      {isOnline && isReady ? (
        <div className={styles.notice}>
          <p>{t('newVersion')}</p>
          <Button kind="primary" size="small" onClick={() => window.location.reload()}>
            {t('reload')}
          </Button>
          <Button kind="quiet" size="small" onClick={() => setPostponed(version)}>
            {t('later')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
