import type { ProcessDied } from '../lab/processes/processes.ts';
import { createProcesses } from '../lab/processes/processes.ts';
import type { LocalStack } from './localStack.ts';
import { startLocalStack } from './localStack.ts';
import type { Ports } from './setup/ports.mjs';
import { SetupError } from './setup/setupError.mjs';
import type { Steps } from './setup/steps.mjs';
import { findRunning, forget, markStopped, openStateDir } from './stateDir.ts';

export type RunOptions = {
  readonly ports: Ports;
  readonly stateDir: string;
  readonly reset: boolean;
  readonly steps: Steps;
  readonly signal: AbortSignal;
};

const BLOCK_TIME_SECONDS = 1;

/**
 * Runs the local stack until the signal is aborted, and stops it in order whatever happens.
 * @throws whatever ended it, the signal's reason included
 */
export async function runStack({ ports, stateDir, reset, steps, signal }: RunOptions): Promise<never> {
  const dir = openStateDir(stateDir);
  const other = findRunning(dir);
  if (other !== null) {
    throw new SetupError(
      `Causeway is already running from this folder's state (process ${other}). Stop it, or set CAUSEWAY_STATE_DIR.`,
    );
  }
  if (reset) forget(dir);

  const death = new AbortController();
  const processes = createProcesses((error: ProcessDied) => death.abort(error));
  const ended = AbortSignal.any([signal, death.signal]);
  let stack: LocalStack | null = null;
  try {
    stack = await startLocalStack(
      { dir, ports, blockTimeSeconds: BLOCK_TIME_SECONDS },
      { processes, steps, signal: ended },
    );
    printSummary(stack, steps);
    await untilAborted(ended);
    throw ended.reason;
  } catch (error) {
    // What was waited for when the end came fails for reasons of its own.
    throw ended.aborted ? ended.reason : error;
  } finally {
    steps.say('\nStopping.');
    await stack?.close();
    if (await processes.stopAll()) markStopped(dir);
  }
}

function printSummary({ webUrl, serviceUrl, chains }: LocalStack, { say }: Steps): void {
  const rows = [
    ['Web app', webUrl],
    ['Its settings', `${webUrl}/config.json`],
    ['Transfer service', serviceUrl],
    ...chains.map(({ name, id, rpcUrl }) => [`${name} (chain ${id})`, rpcUrl]),
  ];
  say('\nCauseway is running.\n');
  for (const [title = '', address = ''] of rows) say(`  ${title.padEnd(26)}${address}`);
  say('\nOpen the web app and choose "Local demo wallet". Press Ctrl-C to stop.');
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
