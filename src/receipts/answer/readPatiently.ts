/** What the chains show should not wait for a service that hangs. */
const SERVICE_MS = 5_000;

type Sources<C> = {
  /** Reads the case; with `chains`, as if the service did not answer. */
  readonly read: (from: 'everything' | 'chains') => Promise<C>;
  readonly sleep: (delayMs: number) => Promise<void>;
  /** Shows what the chains show, before the service has answered. */
  readonly show: (found: C) => void;
};

/** Reads a case for the first time. Where the service keeps it waiting, the chains are shown before. */
export async function readPatiently<C>({ read, sleep, show }: Sources<C>): Promise<C> {
  let isRead = false;
  const whole = read('everything').finally(() => {
    isRead = true;
  });
  await Promise.race([whole, sleep(SERVICE_MS)]);
  if (isRead) return whole;
  const found = await Promise.race([whole, read('chains')]);
  if (!isRead) show(found);
  return whole;
}
