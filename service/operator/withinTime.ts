/** Something took longer than it may. */
export class TookTooLong extends Error {
  readonly code = 'TOOK_TOO_LONG';
}

/** @throws TookTooLong; the work itself goes on, and nobody hears of it */
export async function withinTime<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TookTooLong(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
