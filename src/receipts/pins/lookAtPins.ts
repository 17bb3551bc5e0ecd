import type { ReceiptSource } from '../../api/createReceiptSource.ts';
import { createReadAhead } from '../../lib/createReadAhead.ts';
import type { Case } from '../model/judge.ts';
import type { Remembered } from '../model/memory.ts';
import { rememberSight } from '../model/memory.ts';
import type { Pin } from '../model/pin.ts';
import { afterLook, kindsOf } from '../model/pin.ts';
import type { CaseSources } from '../reads/askSources.ts';

type Sources = {
  /** The lookup of the table. */
  readonly readCase: (
    item: Pick<Pin, 'hash' | 'chainId'>,
    options: Pick<CaseSources, 'receiptsOf'> & {
      readonly detail: 'short';
      readonly seen: Remembered | null;
      readonly signal: AbortSignal;
    },
  ) => Promise<Case>;
  readonly receipts: Pick<ReceiptSource, 'receiptsOf'>;
  readonly signal: AbortSignal;
};

/** What a lookup found of a pinned case. */
export type PinLook = Pick<Pin, 'hash' | 'kinds' | 'isOver' | 'seen'> & { readonly found: Case };

function seenIn({ evidence }: Case): Remembered | null {
  const [seen = null] = evidence.sights.flatMap((sight) => rememberSight(evidence.hash, sight) ?? []);
  return seen;
}

/** Looks up the pinned cases one after the other, because no person waits for them. A lookup that breaks changes nothing. */
export async function lookAtPins(
  pins: readonly Pin[],
  { readCase, receipts, signal }: Sources,
): Promise<readonly PinLook[]> {
  const ahead = createReadAhead((hash) => receipts.receiptsOf(hash, { signal, isPatient: true }));
  ahead.list(pins.map(({ hash }) => hash));
  const looks: PinLook[] = [];
  for (const pin of pins) {
    if (signal.aborted) break;
    const { hash, seen } = pin;
    const options = { receiptsOf: ahead.answerTo, detail: 'short', seen, signal } as const;
    const found = await readCase(pin, options).catch(() => null);
    // An ended watch has a successor, which looks again.
    if (!found || signal.aborted) continue;
    looks.push({ hash, kinds: kindsOf(found), isOver: found.isOver, seen: seenIn(found), found });
  }
  return looks;
}

/**
 * The pins with what the lookups found. A round takes seconds, in which a person can open or unpin a case, so it starts from
 * the pins of now.
 */
export function applyLooks(pins: readonly Pin[], looks: readonly PinLook[]) {
  const byHash = new Map(looks.map((look) => [look.hash, look]));
  return pins.flatMap((pin) => {
    const look = byHash.get(pin.hash);
    return look ? [{ pin: afterLook(pin, look), wasNew: pin.isNew, found: look.found }] : [];
  });
}
