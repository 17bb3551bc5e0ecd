import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { useAppServices } from '../../app/services.ts';
import { receiptPath } from '../../transfer/verdict/journey.ts';
import { notify } from '../../ui/notify.ts';
import { useFaviconBadge } from '../../ui/useFaviconBadge.ts';
import { caseTitle } from '../caseTitle.ts';
import { useRowWords } from '../table/kindTitle.ts';
import { useReadCase } from '../useReadCase.ts';
import { applyLooks, lookAtPins } from './lookAtPins.ts';
import type { PinStore } from './pinStore.ts';
import type { PinCases } from './usePins.ts';
import { PIN_CASES, usePinCases, usePins } from './usePins.ts';

const LOOK_MS = 60_000;

/** Tells on every page what happened to the pinned cases: the tab's icon, and a notification. */
export function PinWatch() {
  const pins = usePins();
  return pins ? <Watching pins={pins} /> : null;
}

/** Looks up the pinned cases again and again, and tells what changed. */
function useWatchedPins(pins: PinStore): void {
  const { receipts } = useAppServices();
  const words = useRowWords();
  const [, navigate] = useLocation();
  const readCase = useReadCase();
  const found = usePinCases();
  const count = pins.get().length;
  useQuery({
    // A new pin is looked up at once.
    queryKey: ['pinnedCases', count],
    queryFn: async ({ client, signal }) => {
      const asked = pins.get().filter((pin) => !pin.isOver || !found.has(pin.hash));
      const looks = await lookAtPins(asked, { readCase, receipts: await receipts(), signal });
      if (signal.aborted) return null;
      const looked = new Map(applyLooks(pins.get(), looks).map((one) => [one.pin.hash, one]));
      pins.update((pin) => looked.get(pin.hash)?.pin ?? pin);
      client.setQueryData<PinCases>(
        PIN_CASES,
        (known = new Map()) => new Map([...known, ...looks.map((look) => [look.hash, look.found] as const)]),
      );
      for (const { pin, wasNew, found: one } of looked.values()) {
        if (!pin.isNew || wasNew) continue;
        const body = `${pin.hash.slice(0, 10)}…${pin.hash.slice(-6)}`;
        const open = () => navigate(receiptPath(pin.hash, pin.chainId));
        notify(pin.hash, { title: caseTitle(one.verdicts, words), body }, open);
      }
      return null;
    },
    enabled: count > 0,
    refetchInterval: LOOK_MS,
    // A notification shows on a hidden page only.
    refetchIntervalInBackground: true,
  });
}

function Watching({ pins }: { readonly pins: PinStore }) {
  const all = useSyncExternalStore(pins.subscribe, pins.get);
  useWatchedPins(pins);
  useFaviconBadge(all.some(({ isNew }) => isNew) ? 'needsYou' : null);
  return null;
}
