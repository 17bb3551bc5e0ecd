import { useSyncExternalStore } from 'react';
import type { PinStore } from '../../../store/pinStore.ts';
import { useFaviconBadge } from '../../../ui/attention/useFaviconBadge.ts';
import { usePins } from './usePins.ts';
import { useWatchedPins } from './useWatchedPins.ts';

/** Tells on every page what happened to the pinned cases: the tab's icon, and a notification. */
export function PinWatch() {
  const pins = usePins();
  return pins ? <Watching pins={pins} /> : null;
}

function Watching({ pins }: { readonly pins: PinStore }) {
  const all = useSyncExternalStore(pins.subscribe, pins.get);
  useWatchedPins(pins);
  useFaviconBadge(all.some(({ isNew }) => isNew) ? 'needsYou' : null);
  return null;
}
