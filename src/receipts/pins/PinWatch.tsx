import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import type { ReceiptSource } from '../../api/createReceiptSource.ts';
import { useAppServices } from '../../app/services.ts';
import { useTexts } from '../../i18n/useTexts.ts';
import { createReadAhead } from '../../lib/createReadAhead.ts';
import { receiptPath } from '../../transfer/verdict/journey.ts';
import { notify } from '../../ui/notify.ts';
import { useFaviconBadge } from '../../ui/useFaviconBadge.ts';
import { lookupTitle } from '../lookupTitle.ts';
import type { Lookup } from '../model/judge.ts';
import type { Remembered } from '../model/memory.ts';
import { rememberTransaction } from '../model/memory.ts';
import type { Pin } from '../model/pin.ts';
import { afterLook, kindsOf } from '../model/pin.ts';
import type { LookupSources } from '../reads/createDeskReads.ts';
import { useReadLookup } from '../useReadLookup.ts';
import type { PinLookups, PinStore } from './usePins.ts';
import { PIN_LOOKUPS, usePinLookups, usePins } from './usePins.ts';

const LOOK_MS = 60_000;

/** Shows changes of the pinned hashes on every page, by the tab's icon and a notification. */
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

/** Looks up the pinned hashes at an interval and reports changes. */
function useWatchedPins(pins: PinStore): void {
  const { receipts } = useAppServices();
  const texts = useTexts('desk');
  const [, navigate] = useLocation();
  const readLookup = useReadLookup();
  const found = usePinLookups();
  const count = pins.get().length;
  useQuery({
    // The count in the key makes a new pin look up at once.
    queryKey: ['pinnedLookups', count],
    queryFn: async ({ client, signal }) => {
      const asked = pins.get().filter((pin) => !pin.isOver || !found.has(pin.hash));
      const looks = await lookAtPins(asked, { readLookup, receipts: await receipts(), signal });
      if (signal.aborted) return null;
      const looked = new Map(applyLooks(pins.get(), looks).map((one) => [one.pin.hash, one]));
      pins.update((pin) => looked.get(pin.hash)?.pin ?? pin);
      client.setQueryData<PinLookups>(
        PIN_LOOKUPS,
        (known = new Map()) => new Map([...known, ...looks.map((look) => [look.hash, look.found] as const)]),
      );
      for (const { pin, wasNew, found: one } of looked.values()) {
        if (!pin.isNew || wasNew) continue;
        const body = `${pin.hash.slice(0, 10)}…${pin.hash.slice(-6)}`;
        const open = () => navigate(receiptPath(pin.hash, pin.chainId));
        notify(pin.hash, { title: lookupTitle(one.verdicts, texts), body }, open);
      }
      return null;
    },
    enabled: count > 0,
    refetchInterval: LOOK_MS,
    // A notification shows on a hidden page only.
    refetchIntervalInBackground: true,
  });
}

type Sources = {
  /** The lookup of the table. */
  readonly readLookup: (
    item: Pick<Pin, 'hash' | 'chainId'>,
    options: Pick<LookupSources, 'receiptsOf'> & {
      readonly detail: 'short';
      readonly seen: Remembered | null;
      readonly signal: AbortSignal;
    },
  ) => Promise<Lookup>;
  readonly receipts: Pick<ReceiptSource, 'receiptsOf'>;
  readonly signal: AbortSignal;
};

/** What a lookup found about a pinned hash. */
type PinLook = Pick<Pin, 'hash' | 'kinds' | 'isOver' | 'seen'> & { readonly found: Lookup };

function seenIn({ evidence }: Lookup): Remembered | null {
  const [seen = null] = evidence.perChain.flatMap((one) => rememberTransaction(evidence.hash, one) ?? []);
  return seen;
}

/** Looks up the pinned hashes one after the other, because nobody waits for them. A failed lookup changes nothing. */
export async function lookAtPins(
  pins: readonly Pin[],
  { readLookup, receipts, signal }: Sources,
): Promise<readonly PinLook[]> {
  const ahead = createReadAhead((hash) => receipts.receiptsOf(hash, { signal, isPatient: true }));
  ahead.list(pins.map(({ hash }) => hash));
  const looks: PinLook[] = [];
  for (const pin of pins) {
    if (signal.aborted) break;
    const { hash, seen } = pin;
    const options = { receiptsOf: ahead.answerTo, detail: 'short', seen, signal } as const;
    const found = await readLookup(pin, options).catch(() => null);
    // When a watch is aborted, the next one looks the pins up again.
    if (!found || signal.aborted) continue;
    looks.push({ hash, kinds: kindsOf(found), isOver: found.isOver, seen: seenIn(found), found });
  }
  return looks;
}

/**
 * Adds what the lookups found to the current pins. A round takes seconds, in which a person can open or unpin a hash, so the
 * pins from before the round would undo that.
 */
export function applyLooks(pins: readonly Pin[], looks: readonly PinLook[]) {
  const byHash = new Map(looks.map((look) => [look.hash, look]));
  return pins.flatMap((pin) => {
    const look = byHash.get(pin.hash);
    return look ? [{ pin: afterLook(pin, look), wasNew: pin.isNew, found: look.found }] : [];
  });
}
