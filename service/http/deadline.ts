/** An operation has not answered in time. */
export class DeadlineExceeded extends Error {
  readonly code = 'DEADLINE_EXCEEDED';
}

/**
 * Awaits work for at most `timeoutMs`. Late work continues, and its result is dropped: an operation changes nothing.
 * @throws DeadlineExceeded
 */
export async function withDeadline<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DeadlineExceeded(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}
