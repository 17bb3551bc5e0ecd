import { useEffect, useEffectEvent } from 'react';
import { mainWords } from '../../i18n/main/mainWords.ts';
import { NotLoaded } from '../../i18n/notLoaded.ts';
import { useWords } from '../../i18n/useWords.ts';
import { Button } from '../Button.tsx';
import { Notice } from '../Notice.tsx';
import styles from './Part.module.css';
import type { PartShape } from './PartLoading.tsx';

type Props = {
  readonly error: unknown;
  readonly shape: PartShape;
  readonly retry: () => void;
  /** Closes a dialog; null for a part that stays. */
  readonly onClose: (() => void) | null;
};

/** Stands where the part would be. It tries again by itself when the browser is online again. */
export function PartFailure(props: Props) {
  const tryAgain = useEffectEvent(props.retry);
  useEffect(() => {
    const onOnline = () => tryAgain();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, []);
  return props.shape === 'decoration' ? null : <Problem {...props} />;
}

function Problem({ error, shape, retry, onClose }: Props) {
  const { t } = useWords(mainWords);
  const isMissing = error instanceof NotLoaded;
  const reason = error instanceof Error ? error.message : String(error);
  return (
    <div className={`${styles.failure} ${styles[shape]}`}>
      <Notice tone={isMissing ? 'warning' : 'danger'} title={t(isMissing ? 'partMissing' : 'partBroken')}>
        <p>{isMissing ? t('partMissingText') : t('partBrokenText', { reason })}</p>
        <div className={styles.actions}>
          <Button size="small" onClick={retry}>
            {t('tryAgain')}
          </Button>
          <Button size="small" onClick={() => window.location.reload()}>
            {t('reloadPage')}
          </Button>
          {onClose ? (
            <Button size="small" onClick={onClose}>
              {t('close')}
            </Button>
          ) : null}
        </div>
      </Notice>
    </div>
  );
}
