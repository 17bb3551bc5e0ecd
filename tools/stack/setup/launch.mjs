import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { SetupError } from './setupError.mjs';
import { createSteps } from './steps.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const LOWEST_NODE = [20, 19];
const LOOK_MS = 500;

/** The reason for an early end that is not a failure. */
class Stopped extends Error {
  code = 'STOPPED';
}

/**
 * @typedef {{
 *   root: string, steps: import('./steps.mjs').Steps, signal: AbortSignal,
 *   install: () => Promise<void>, prepare: () => Promise<void>,
 * }} Launch `install` installs missing packages. `prepare` also enables imports of TypeScript.
 */

/**
 * Runs one of this repository's commands from any working directory, and prints the error that ends it.
 * @param {(launch: Launch) => Promise<number>} work
 * @param {{ stoppedCode: number }} options the exit code after Ctrl-C
 * @returns {Promise<number>} the exit code
 */
export async function launch(work, { stoppedCode }) {
  const signal = createStopSignal();
  const steps = createSteps();
  try {
    const nodeProblem = findNodeProblem(process.versions.node);
    if (nodeProblem) throw new SetupError(nodeProblem);
    const install = async () => {
      await ensureInstalled({ root: ROOT, steps, signal });
      signal.throwIfAborted();
    };
    const prepare = async () => {
      await install();
      const { register } = await import('tsx/esm/api');
      register();
    };
    return await work({ root: ROOT, steps, signal, install, prepare });
  } catch (error) {
    if (error instanceof Stopped) return stoppedCode;
    // Not instanceof: a bundle has its own copy of the class.
    const isForPeople = ['SETUP_ERROR', 'PROCESS_DIED'].includes(error?.code);
    process.stderr.write(`\n${isForPeople ? error.message : (error?.stack ?? error)}\n`);
    return 1;
  }
}

/**
 * @param {string} version as in `process.versions.node`
 * @returns {string | null} a message for an old version
 */
export function findNodeProblem(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [lowestMajor, lowestMinor] = LOWEST_NODE;
  const isEnough = major > lowestMajor || (major === lowestMajor && minor >= lowestMinor);
  return isEnough ? null : `Causeway needs Node ${LOWEST_NODE.join('.')} or later. This is Node ${version}.`;
}

/**
 * Turns Ctrl-C, SIGTERM and a closed terminal into one abort. Later signals have no effect, because npm repeats the terminal's
 * signal.
 * @returns {AbortSignal}
 */
function createStopSignal() {
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
  // Writing fails once the terminal is closed, but the processes must still stop in order.
  process.stdout.on('error', () => controller.abort(new Stopped('the output was closed')));
  process.stderr.on('error', () => {});
  return controller.signal;
}
