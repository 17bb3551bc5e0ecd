import { useState } from 'react';
import { useTexts } from '../i18n/useTexts.ts';
import { Button } from './Button.tsx';
import { canNotify, isBlocked, wantNotices, wantsNotices } from './notify.ts';
import styles from './share.module.css';

/** Offers a notification when the transfer ends. Asks for the browser's permission only after a click. */
export function NotifyButton() {
  const { t } = useTexts('app');
  const read = () => (isBlocked() ? 'blocked' : wantsNotices() ? 'on' : 'off');
  const [state, setState] = useState(read);
  if (!canNotify()) return null;
  const choose = async (isWanted: boolean) => {
    await wantNotices(isWanted);
    setState(read());
  };
  if (state === 'blocked') return <p className={styles.notify}>{t('blocked')}</p>;
  if (state === 'off') {
    return <Button onClick={() => void choose(true)}>{t('tellMe')}</Button>;
  }
  return (
    <div className={styles.notify}>
      <p role="status">{t('willTell')}</p>
      <Button size="small" kind="quiet" onClick={() => void choose(false)}>
        {t('stopTelling')}
      </Button>
    </div>
  );
}
