import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FullConfig } from '@playwright/test';
import { createProcesses } from '../../tools/lab/processes/processes.ts';
import { startLocalStack } from '../../tools/stack/localStack.ts';
import { pickFreePorts } from '../../tools/stack/setup/ports.mjs';
import { createSteps } from '../../tools/stack/setup/steps.mjs';
import { openStateDir } from '../../tools/stack/stateDir.ts';
import { builtWeb } from '../../tools/stack/web/builtWeb.ts';
import { choosePictureMode } from './pictureMode.ts';
import { publishStack } from './publishedStack.ts';

const UPDATES: ReadonlySet<string> = new Set(['all', 'changed']);
// How often the app looks for a block.
const BLOCK_TIME_SECONDS = 1;

/** Starts one stack for all tests of a run. Returns the function that stops it. */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default export.
export default async function startStack({ updateSnapshots }: FullConfig): Promise<() => Promise<void>> {
  const { CAUSEWAY_CHROMIUM: browser = '' } = process.env;
  process.stdout.write(`\n${choosePictureMode({ browser, isUpdate: UPDATES.has(updateSnapshots) })}\n`);
  const dir = openStateDir(mkdtempSync(join(tmpdir(), 'causeway-e2e-')));
  const stop = new AbortController();
  const processes = createProcesses((death) => {
    process.stderr.write(`\n${death.message}\n`);
    stop.abort(death);
  });
  try {
    const stack = await startLocalStack(
      { dir, ports: await pickFreePorts(), blockTimeSeconds: BLOCK_TIME_SECONDS, minesAtOnce: true, web: builtWeb },
      { processes, steps: createSteps(), signal: stop.signal },
    );
    const { webUrl, serviceUrl, chains } = stack;
    publishStack({ webUrl, serviceUrl, chains, stateDir: dir.root });
    return async () => {
      await stack.close();
      await processes.stopAll();
      rmSync(dir.root, { recursive: true });
    };
  } catch (error) {
    await processes.stopAll();
    throw stop.signal.aborted ? stop.signal.reason : error;
  }
}
