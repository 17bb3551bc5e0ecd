import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { SetupError } from './setupError.mjs';

const KEPT_CHARACTERS = 6000;
const PATIENCE_MS = 15_000;
const LOOK_MS = 50;

/**
 * Runs a command to its end. An abort also stops every process that the command started.
 * @param {{
 *   command: string, args: readonly string[], cwd?: string, env?: NodeJS.ProcessEnv, signal: AbortSignal,
 *   silenceMs?: number, onLine?: (line: string) => void, isShown?: boolean, stdoutFile?: string,
 * }} options `silenceMs`: stops the command after this time without output; `isShown`: the command writes to the terminal;
 * `stdoutFile`: receives the standard output
 * @returns {Promise<{ code: number | null, output: string, isGivenUp: boolean }>} the end of its captured output
 * @throws the signal's reason
 */
export function runCommand({ command, args, cwd, env, signal, silenceMs, onLine, isShown, stdoutFile }) {
  const file = stdoutFile === undefined ? null : openSync(stdoutFile, 'w');
  return new Promise((resolve, reject) => {
    const stdio = isShown ? 'inherit' : ['ignore', file ?? 'pipe', 'pipe'];
    // A separate process group: Ctrl-C reaches it once, through this process, and not again from the terminal.
    const child = spawn(command, args, { cwd, env, stdio, detached: true });
    let output = '';
    let isGivenUp = false;
    let insistence = null;
    const stop = () => {
      insistence ??= setTimeout(() => killGroup(child.pid, 'SIGKILL'), PATIENCE_MS);
      // Test runners clean up on SIGINT. Only the runner gets it, because the signal would kill its workers.
      if (isShown) child.kill('SIGINT');
      else killGroup(child.pid, 'SIGTERM');
    };
    const giveUp = () => {
      isGivenUp = true;
      stop();
    };
    const silence = silenceMs === undefined ? null : setTimeout(giveUp, silenceMs);
    const collect = (chunk) => {
      silence?.refresh();
      output = (output + chunk).slice(-KEPT_CHARACTERS);
      onLine?.(lastLine(output));
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();

    const finish = () => {
      clearTimeout(silence);
      clearTimeout(insistence);
      signal.removeEventListener('abort', stop);
      if (file !== null) closeSync(file);
    };
    child.once('error', (error) => {
      finish();
      reject(new SetupError(`${command} could not be started: ${error.message}`));
    });
    child.once('close', (code) => {
      finish();
      if (!signal.aborted) resolve({ code, output: output.trim(), isGivenUp });
      else endGroup(child.pid).then(() => reject(signal.reason), reject);
    });
  });
}

function lastLine(output) {
  return (
    output
      .trimEnd()
      .split(/[\r\n]+/)
      .at(-1) ?? ''
  );
}

/** Stops the processes that a command left behind. */
async function endGroup(pid) {
  killGroup(pid, 'SIGTERM');
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end && killGroup(pid, 0); ) await sleep(LOOK_MS);
  killGroup(pid, 'SIGKILL');
}

// The minus sign addresses the whole process group.
function killGroup(pid, signal) {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
    return false;
  }
}
