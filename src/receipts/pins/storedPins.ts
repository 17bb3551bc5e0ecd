import * as v from 'valibot';
import type { StorageArea } from '../../lib/createStored.ts';
import { createStored } from '../../lib/createStored.ts';

/** The storage key of the pinned hashes. */
export const pinsKey = (installation: string): string => `causeway.pins.${installation}`;

/** The query that holds the loaded pins of the page. */
export const PIN_STORE = ['pinStore'] as const;

/** Whether the browser stores a pin. This parses no pin, so that a page without pins need not load the code for them. */
export function hasStoredPins(area: () => StorageArea, installation: string): boolean {
  return createStored(area, { key: pinsKey(installation), schema: v.array(v.unknown()), empty: [] }).get().length > 0;
}
