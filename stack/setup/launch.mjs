import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { findNodeProblem } from './nodeVersion.mjs';
import { SetupError } from './setupError.mjs';
import { createSteps } from './steps.mjs';
import { createStopSignal, Stopped } from './stopSignal.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @typedef {{
 *   root: string, steps: import('./steps.mjs').Steps, signal: AbortSignal,
 *   prepare: () => Promise<void>,
 * }} Launch `prepare` installs missing packages and enables imports of TypeScript
 */

/**
 * Runs a command of this repository from any working directory, and prints the error that ends it.
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
    const prepare = async () => {
      await ensureInstalled({ root: ROOT, steps, signal });
      signal.throwIfAborted();
      const { register } = await import('tsx/esm/api');
      register();
    };
    return await work({ root: ROOT, steps, signal, prepare });
  } catch (error) {
    if (error instanceof Stopped) return stoppedCode;
    const isForPeople = error instanceof SetupError || error?.code === 'PROCESS_DIED';
    process.stderr.write(`\n${isForPeople ? error.message : (error?.stack ?? error)}\n`);
    return 1;
  }
}
