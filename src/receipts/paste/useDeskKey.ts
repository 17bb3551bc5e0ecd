import { useEffect, useEffectEvent } from 'react';
import * as v from 'valibot';
import { createStored } from '../../lib/createStored.ts';

/** Whether single keys act. A person who dictates, or whose hand trembles, can turn them off. */
export const deskKeys = createStored(() => window.localStorage, {
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
