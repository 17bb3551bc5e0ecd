import { fileURLToPath } from 'node:url';

const PRELOAD = fileURLToPath(new URL('./shiftClock.mjs', import.meta.url));

/** Environment for a process whose clock a file shifts. The file holds milliseconds; without it the clock is right. */
export function preloadClock(file: string): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--import ${PRELOAD}`, LAB_CLOCK_FILE: file };
}
