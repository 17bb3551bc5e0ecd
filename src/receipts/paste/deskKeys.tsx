import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { useTexts } from '../../i18n/useTexts.ts';
import { createStored } from '../../lib/createStored.ts';
import ui from '../../ui/ui.module.css';
import styles from '../receipts.module.css';

/** Whether single keys act. A person who dictates, or whose hand trembles, can turn them off. */
const deskKeys = createStored(() => window.localStorage, {
  key: 'causeway.deskKeys',
  schema: v.boolean(),
  empty: true,
});

const EDITED = ['input', 'textarea', 'select', '[contenteditable]', 'dialog'].join(',');

/** Acts on a single key, unless a person is typing or has turned the keys off. */
export function useDeskKey(key: string, act: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== key || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.target instanceof Element && event.target.closest(EDITED)) return;
    if (!deskKeys.get()) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

const KEYS = [
  ['/', 'key_focus'],
  ['c', 'key_reply'],
  ['l', 'key_link'],
  ['p', 'key_print'],
] as const;

/** The keys of the desk, and the switch that turns them off. */
export function Shortcuts() {
  const { t } = useTexts('desk');
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
