/** The reason of an early end without a failure. */
export class Stopped extends Error {
  code = 'STOPPED';
}

const LOOK_MS = 500;

/**
 * Turns Ctrl-C, SIGTERM and a closed terminal into one abort. Later signals have no effect: npm repeats the signal that
 * the terminal already sent.
 * @returns {AbortSignal}
 */
export function createStopSignal() {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(name, () => controller.abort(new Stopped(`stopped by ${name}`)));
  }
  // A killed npm forwards no signal.
  const { ppid } = process;
  const timer = setInterval(() => {
    if (process.ppid !== ppid) controller.abort(new Stopped('the parent process ended'));
  }, LOOK_MS);
  timer.unref();
  // After the terminal is closed, writing fails, but the processes must still stop in order.
  process.stdout.on('error', () => controller.abort(new Stopped('the output was closed')));
  process.stderr.on('error', () => {});
  return controller.signal;
}
