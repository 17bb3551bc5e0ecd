import type { YieldWhenDue } from '#shared/config/runtimeConfig.ts';

// A frame of 16 ms keeps room for a keypress. A slow phone takes four times as long for the last unit of work.
const SLICE_MS = 8;

/** Lets the browser paint and handle input. A message, because hidden tabs delay timers by a second. */
function yieldToPage(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Splits long work into slices so that it never blocks the page. */
export function createYieldWhenDue(
  now: () => number = () => performance.now(),
  yieldFn: () => Promise<void> = yieldToPage,
): YieldWhenDue {
  let since = now();
  return () => {
    if (now() - since < SLICE_MS) return undefined;
    return yieldFn().then(() => {
      since = now();
    });
  };
}
