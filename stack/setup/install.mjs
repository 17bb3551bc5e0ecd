import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runCommand } from './runCommand.mjs';
import { SetupError } from './setupError.mjs';

/**
 * Runs `npm ci` unless what is installed is what the lock file says.
 * @param {{ root: string, steps: import('./steps.mjs').Steps, signal: AbortSignal }} options
 */
export async function ensureInstalled({ root, steps, signal }) {
  if (isInstalled(root)) return;
  await steps.run('Installing packages (npm ci)', () => runNpmCi(root, signal));
}

/**
 * npm writes `node_modules/.package-lock.json` last, so that an install which was cut short has none.
 * @param {string} root
 */
export function isInstalled(root) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (wanted === null) throw new SetupError('package-lock.json is missing: this is not a whole copy of Causeway.');
  if (installed === null) return false;
  // Optional packages for other platforms stay out.
  const isComplete = Object.entries(wanted).every(
    ([path, entry]) => path === '' || entry.optional === true || path in installed,
  );
  return isComplete && Object.entries(installed).every(([path, entry]) => isSame(entry, wanted[path]));
}

function isSame(installed, wanted) {
  return wanted !== undefined && installed.version === wanted.version && installed.integrity === wanted.integrity;
}

function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : null;
}

async function runNpmCi(root, signal) {
  const [command, ...prefix] = findNpm(process.env.npm_execpath);
  // With NODE_ENV=production npm would leave out the tools that build and start everything here.
  const args = [...prefix, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await runCommand({ command, args, cwd: root, signal });
  if (code !== 0) throw new SetupError(`npm ci failed; its last words were:\n${output}`);
}

/** Inside `npm start` the very npm that runs is used, even where none is on the PATH. */
function findNpm(execPath) {
  const isNpm = execPath !== undefined && /^npm.*\.c?js$/.test(basename(execPath));
  if (isNpm) return [process.execPath, execPath];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
}
