import { useStore } from 'zustand';
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
  const all = useStore(pins, (state) => state.pins);
  useWatchedPins(pins);
  useFaviconBadge(all.some(({ isNew }) => isNew) ? 'needsYou' : null);
  return null;
}
