import type { Logger } from 'pino';

const INTERVAL_MS = 10_000;

/**
 * Logs refused connections. Anyone on the network can cause one, so it writes at most one line in ten seconds, with the number
 * of those since the last line.
 */
export function createRefusalLog(
  logger: Logger,
  readTicks: () => number = () => performance.now(),
): (address: string | undefined, reason: string) => void {
  let count = 0;
  let next = readTicks();
  return (address, reason) => {
    count += 1;
    if (readTicks() < next) return;
    logger.warn({ address, reason, connections: count }, 'connection refused');
    count = 0;
    next = readTicks() + INTERVAL_MS;
  };
}
