import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createReceiptReader } from '../../../api/readReceipts.ts';
import { useAppServices } from '../../../context/appServices.ts';
import type { Pin } from '../../../domain/desk/pin.ts';
import type { Case } from '../../../domain/desk/toCase.ts';
import type { PinStore } from '../../../store/pinStore.ts';
import { applyLooks, lookAtPins } from '../../../tracking/desk/lookAtPins.ts';
import { sleep } from '../../../tracking/sleep.ts';
import { notify } from '../../../ui/attention/notify.ts';
import { caseTitle } from '../caseTitle.ts';
import { useRowWords } from '../many/useRowWords.ts';
import { useReadCase } from '../useReadCase.ts';

const LOOK_MS = 60_000;
const NOTHING: ReadonlyMap<string, Case> = new Map();

/** Looks up the pinned cases again and again, and tells what changed. @returns the last answers, by hash */
export function useWatchedPins(pins: PinStore, onOpen: (pin: Pin) => void): ReadonlyMap<string, Case> {
  const { service } = useAppServices();
  const words = useRowWords();
  const readCase = useReadCase();
  const [readReceipts] = useState(() => createReceiptReader(service));
  const [found, setFound] = useState(NOTHING);
  const count = pins.getState().pins.length;
  useQuery({
    // A new pin is looked up at once.
    queryKey: ['pinnedCases', count],
    queryFn: async ({ signal }) => {
      const asked = pins.getState().pins.filter((pin) => !pin.isOver || !found.has(pin.hash));
      const looks = await lookAtPins(asked, { readCase, readReceipts, sleep, signal });
      if (signal.aborted) return null;
      pins.getState().refresh();
      const looked = applyLooks(pins.getState().pins, looks);
      pins.getState().update(looked.map(({ pin }) => pin));
      setFound((known) => new Map([...known, ...looks.map((look) => [look.hash, look.found] as const)]));
      for (const { pin, wasNew, found: one } of looked) {
        if (!pin.isNew || wasNew) continue;
        const body = `${pin.hash.slice(0, 10)}…${pin.hash.slice(-6)}`;
        notify(pin.hash, { title: caseTitle(one.verdict, words), body }, () => onOpen(pin));
      }
      return null;
    },
    enabled: count > 0,
    refetchInterval: LOOK_MS,
    // A notification shows on a hidden page only.
    refetchIntervalInBackground: true,
  });
  return found;
}
