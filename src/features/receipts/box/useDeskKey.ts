import { useEffect, useEffectEvent } from 'react';
import { areKeysOn } from './deskKeys.ts';

const EDITED = ['input', 'textarea', 'select', '[contenteditable]', 'dialog'].join(',');

/** Acts on a single key, unless a person is typing or has turned the keys off. */
export function useDeskKey(key: string, act: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== key || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.target instanceof Element && event.target.closest(EDITED)) return;
    if (!areKeysOn()) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
