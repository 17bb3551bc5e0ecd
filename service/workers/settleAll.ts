/**
 * Waits for all of several pieces of work, so that one that fails does not stop the others, and then fails if one did.
 */
export async function settleAll(work: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
