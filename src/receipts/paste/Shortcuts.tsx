import { useSyncExternalStore } from 'react';
import { deskWords } from '../../i18n/desk/deskWords.ts';
import { useWords } from '../../i18n/useWords.ts';
import ui from '../../ui/ui.module.css';
import styles from '../receipts.module.css';
import { deskKeys } from './useDeskKey.ts';

const KEYS = [
  ['/', 'key_focus'],
  ['c', 'key_reply'],
  ['l', 'key_link'],
  ['p', 'key_print'],
] as const;

/** The keys of the desk, and the switch that turns them off. */
export function Shortcuts() {
  const { t } = useWords(deskWords);
  const isOn = useSyncExternalStore(deskKeys.subscribe, deskKeys.get);
  return (
    <details className={`${ui.more} ${styles.shortcuts}`}>
      <summary>{t('shortcuts')}</summary>
      <dl className={ui.row}>
        {KEYS.map(([key, label]) => (
          <div key={key} className={ui.row}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(label)}</dd>
          </div>
        ))}
      </dl>
      <label className={ui.row}>
        <input type="checkbox" checked={isOn} onChange={({ target }) => void deskKeys.choose(target.checked)} />
        {t('useKeys')}
      </label>
    </details>
  );
}
