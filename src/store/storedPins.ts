/** Under which the browser keeps the pinned cases. */
export const pinsKey = (installation: string): string => `causeway.pins.${installation}`;

/** The query that holds the loaded pins of the page. */
export const PIN_STORE = ['pinStore'] as const;

/** Whether the browser keeps a pinned case. It reads no pin, so that a page without pins loads no code for them. */
export function hasStoredPins(storage: Pick<Storage, 'getItem'>, installation: string): boolean {
  try {
    return storage.getItem(pinsKey(installation))?.includes('"hash"') ?? false;
  } catch {
    return false;
  }
}
