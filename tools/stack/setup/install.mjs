import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { SetupError } from './setupError.mjs';

/**
 * Runs `npm ci` unless the installed packages match the lock file.
 * @param {{ root: string, steps: import('./steps.mjs').Steps, signal: AbortSignal }} options
 */
export async function ensureInstalled({ root, steps, signal }) {
  if (isInstalled(root)) return;
  steps.say('Installing packages (npm ci)');
  await runNpmCi(root, signal);
}

/**
 * npm writes `node_modules/.package-lock.json` last, so an interrupted install does not have it.
 * @param {string} root
 */
export function isInstalled(root) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (wanted === null)
    throw new SetupError(
      'package-lock.json is missing, so this copy of Causeway is incomplete. Clone the repository again.',
    );
  if (installed === null) return false;
  // npm skips optional packages for other platforms.
  const isComplete = Object.entries(wanted).every(
    ([path, entry]) => path === '' || entry.optional === true || path in installed,
  );
  return isComplete && Object.entries(installed).every(([path, entry]) => isSame(entry, wanted[path]));
}

/**
 * Lists the packages that npm would install without verifying them against the lock file.
 * @param {Readonly<Record<string, { name?: string, version?: string, integrity?: string, link?: boolean }>>} packages of the
 * lock file
 */
export function findUnverified(packages) {
  return Object.entries(packages)
    .filter(([path, { integrity, link }]) => path !== '' && !link && !integrity)
    .map(([path]) => path);
}

function isSame(installed, wanted) {
  return wanted !== undefined && installed.version === wanted.version && installed.integrity === wanted.integrity;
}

function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : null;
}

async function runNpmCi(root, signal) {
  const [command, ...prefix] = findNpm(process.env.npm_execpath);
  // With NODE_ENV=production, npm would skip the development tools that build and start the stack.
  const args = [...prefix, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const child = spawn(command, args, { cwd: root, stdio: 'inherit' });
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  const [code] = await once(child, 'close').catch((error) => {
    throw new SetupError(`${command} could not be started: ${error.message}`);
  });
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  if (code !== 0) throw new SetupError(`npm ci failed (exit code ${code}). Its output is above.`);
}

/** Returns the npm that runs `npm start`, which may not be on the PATH. */
function findNpm(execPath) {
  const isNpm = execPath !== undefined && /^npm.*\.c?js$/.test(basename(execPath));
  if (isNpm) return [process.execPath, execPath];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
}
