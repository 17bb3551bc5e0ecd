import { afterIdle } from '../ui/afterIdle.ts';

const RETRY_MS = 15_000;

/** A part that does not start, for example because its chunk did not load, is started again later. */
export function startWhenIdle(start: () => Promise<unknown>): void {
  const startWithRetry = () => void start().catch(() => setTimeout(startWithRetry, RETRY_MS));
  void afterIdle(async () => startWithRetry());
}
