import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { useTexts } from '../../i18n/useTexts.ts';
import { createStored } from '../../lib/createStored.ts';
import ui from '../../ui/ui.module.css';
import styles from '../receipts.module.css';

/** Whether single-key shortcuts are on. Dictation or a trembling hand can trigger them, so they can be turned off. */
const deskKeys = createStored(() => window.localStorage, {
  key: 'causeway.deskKeys',
  schema: v.boolean(),
  empty: true,
});

const EDITED = ['input', 'textarea', 'select', '[contenteditable]', 'dialog'].join(',');

/** Runs an action on a single key, unless the person is typing or has turned the shortcuts off. */
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

/** The desk's shortcuts, with the switch that turns them off. */
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
