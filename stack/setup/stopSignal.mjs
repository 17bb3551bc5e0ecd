/** Why a run ends early although nothing failed. */
export class Stopped extends Error {
  code = 'STOPPED';
}

const LOOK_MS = 500;

/**
 * Turns Ctrl-C, a polite kill and a closed terminal into one abort. Further signals change nothing: npm repeats
 * the one that the terminal sent already.
 * @returns {AbortSignal}
 */
export function createStopSignal() {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(name, () => controller.abort(new Stopped(`stopped by ${name}`)));
  }
  // A launcher that was killed forwards nothing.
  const { ppid } = process;
  const timer = setInterval(() => {
    if (process.ppid !== ppid) controller.abort(new Stopped('the program that started this one is gone'));
  }, LOOK_MS);
  timer.unref();
  // A closed terminal takes no more output; what runs must still be stopped in order.
  process.stdout.on('error', () => controller.abort(new Stopped('the output was closed')));
  process.stderr.on('error', () => {});
  return controller.signal;
}
