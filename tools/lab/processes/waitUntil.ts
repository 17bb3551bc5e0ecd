import { setTimeout as sleep } from 'node:timers/promises';

const MOST_CHARACTERS = 300;

/** The condition's source on one line, which names an unnamed wait in errors. */
function quote(look: () => unknown): string {
  return String(look).replaceAll(/\s+/g, ' ').slice(0, MOST_CHARACTERS);
}

/** Polls until `look` finds something. @throws after `timeoutMs`, with the last error as the cause */
export async function waitUntil<T>(
  look: () => Promise<T | null | undefined | false>,
  { timeoutMs = 90_000, everyMs = 50, what = quote(look) } = {},
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  let lastError: unknown;
  while (Date.now() < deadline) {
    try {
      const found = await look();
      if (found !== null && found !== undefined && found !== false) return found;
    } catch (error) {
      lastError = error;
    }
    await sleep(everyMs);
  }
  throw new Error(`${what} did not happen within ${timeoutMs} ms`, { cause: lastError });
}
