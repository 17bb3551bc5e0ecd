import { useSyncExternalStore } from 'react';
import { deskWords } from '../../../words/desk/deskWords.ts';
import { useWords } from '../../../words/useWords.ts';
import styles from './Shortcuts.module.css';
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
    <details className={styles.shortcuts}>
      <summary>{t('shortcuts')}</summary>
      <dl>
        {KEYS.map(([key, label]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(label)}</dd>
          </div>
        ))}
      </dl>
      <label>
        <input type="checkbox" checked={isOn} onChange={({ target }) => void deskKeys.choose(target.checked)} />
        {t('useKeys')}
      </label>
    </details>
  );
}
