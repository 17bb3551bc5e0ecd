/** A value read from a chain, or no answer. A check without an answer never passes. */
export type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false };

/** A value, or that there is none. Never throws. */
export async function reading<T>(promise: Promise<T>): Promise<Reading<T>> {
  try {
    return { ok: true, value: await promise };
  } catch {
    return { ok: false };
  }
}
