/** Runs an asynchronous factory once. After a failure, for example a chunk that did not load, the next call retries. */
export function once<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | null = null;
  return () => {
    created ??= create().catch((error: unknown) => {
      created = null;
      throw error;
    });
    return created;
  };
}
