import type { Stats } from 'node:fs';
import { createReadStream, unwatchFile, watchFile } from 'node:fs';
import { createInterface } from 'node:readline';
import { createProcesses } from '../lab/processes/processes.ts';
import type { LocalStack } from './localStack.ts';
import { startLocalStack } from './localStack.ts';
import type { Ports } from './setup/ports.mjs';
import { SetupError } from './setup/setupError.mjs';
import type { Steps } from './setup/steps.mjs';
import { findRunning, forget, markStopped, openStateDir } from './stateDir.ts';
import { builtWeb } from './web/builtWeb.ts';
import { devWeb } from './web/devWeb.ts';

export type RunOptions = {
  readonly ports: Ports;
  readonly stateDir: string;
  readonly reset: boolean;
  /** `npm run dev`: serves the sources with hot reload, and restarts the service when its sources change. */
  readonly dev: boolean;
  readonly steps: Steps;
  readonly signal: AbortSignal;
};

const BLOCK_TIME_SECONDS = 1;
const LOOK_MS = 200;

/**
 * Runs the local stack until abort, then stops it in order.
 * @throws the error that ended it, or the signal's reason
 */
export async function runStack({ ports, stateDir, reset, dev, steps, signal }: RunOptions): Promise<never> {
  const dir = openStateDir(stateDir);
  const other = findRunning(dir);
  if (other !== null) {
    throw new SetupError(
      `Causeway is already running from ${dir.root} (process ${other}). Stop it, or set CAUSEWAY_STATE to another folder.`,
    );
  }
  if (reset) forget(dir);

  const death = new AbortController();
  const processes = createProcesses((error) => death.abort(error));
  const ended = AbortSignal.any([signal, death.signal]);
  const tools = { processes, steps, signal: ended };
  const options = { dir, ports, blockTimeSeconds: BLOCK_TIME_SECONDS };
  const serviceLog = `${dir.logs}/service.log`;
  let stack: LocalStack | null = null;
  try {
    if (dev) followWatcher(serviceLog, steps);
    stack = await startLocalStack(
      dev ? { ...options, web: devWeb, programs: 'sources' } : { ...options, web: builtWeb },
      tools,
    );
    printSummary(stack, { steps, dev, serviceLog });
    await untilAborted(ended);
    throw ended.reason;
  } catch (error) {
    // After an abort, work in progress fails with errors that are only a consequence.
    throw ended.aborted ? ended.reason : error;
  } finally {
    steps.say('\nStopping');
    unwatchFile(serviceLog);
    await stack?.close();
    if (await processes.stopAll()) markStopped(dir);
  }
}

function printSummary(
  { webUrl, serviceUrl, chains }: LocalStack,
  { steps: { say }, dev, serviceLog }: { readonly steps: Steps; readonly dev: boolean; readonly serviceLog: string },
): void {
  const rows = [
    ['Web app', webUrl],
    ['Its settings', `${webUrl}/config.json`],
    ['Transfer service', serviceUrl],
    ['Its OpenAPI document', `${serviceUrl}/openapi.json`],
    ['The document as a page', `${serviceUrl}/docs`],
    ...chains.map(({ name, id, rpcUrl }) => [`${name} (chain ${id})`, rpcUrl]),
  ];
  say('\nCauseway is running.\n');
  for (const [title = '', address = ''] of rows) say(`  ${title.padEnd(26)}${address}`);
  if (dev) {
    say(
      `\nSave a file under src/ to see it in the browser. Save a file under service/ or shared/ to restart the service.\nPress Ctrl-C and start again after a change of SQL, of service/signer/ or of contracts/. The service's log: ${serviceLog}`,
    );
  }
  say('\nOpen the web app and choose "Local demo wallet". Press Ctrl-C to stop.');
}

/** Prints restarts and errors in broken sources from the service's log. The service itself logs JSON. */
function followWatcher(serviceLog: string, { say }: Steps): void {
  let position = 0;
  watchFile(serviceLog, { interval: LOOK_MS }, ({ size }: Stats) => {
    if (size <= position) return;
    const input = createReadStream(serviceLog, { start: position, end: size - 1 });
    createInterface({ input }).on('line', (line) => {
      if (!line.startsWith('{')) say(line);
    });
    position = size;
  });
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
