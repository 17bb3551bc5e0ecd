/** A value read from a chain, or no answer. A check without an answer never passes. */
export type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false };

/** Waits for a read. Never throws: a read that fails is not ok. */
export async function reading<T>(promise: Promise<T>): Promise<Reading<T>> {
  try {
    return { ok: true, value: await promise };
  } catch {
    return { ok: false };
  }
}
