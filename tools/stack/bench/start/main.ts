import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { readCommandLine, readCount } from '../../../lab/commandLine.ts';
import { createProcesses } from '../../../lab/processes/processes.ts';
import { startLocalStack } from '../../localStack.ts';
import { pickFreePorts } from '../../setup/ports.mjs';
import { createSteps } from '../../setup/steps.mjs';
import { openStateDir } from '../../stateDir.ts';
import { provideChromium } from '../../tests/chromium.ts';
import { builtWeb } from '../../web/builtWeb.ts';
import { describeStart } from './describeStart.ts';
import type { PageTimes } from './pageTimes.ts';
import { serveFloor } from './serveFloor.ts';
import type { Candidate } from './visitPage.ts';
import { visitPage } from './visitPage.ts';

const HELP = `Usage: npm run bench -- start [--visits 9]

Visits the web app and a floor in turns, on a slow network (1.6 Mbit/s, 150 ms) with an empty cache, and compares them. The
floor is a page with React, wagmi, viem, TanStack Query, one field and one button, built and served the same way.`;

const { values } = readCommandLine({ help: HELP, options: ['visits'] });
const visits = readCount('--visits', values.visits ?? '9');
const dir = mkdtempSync(join(tmpdir(), 'causeway-start-'));
const steps = createSteps();
const stop = new AbortController();
const processes = createProcesses((death) => {
  console.error(death.message);
  stop.abort(death);
});

async function measure(candidates: readonly Candidate[]): Promise<readonly PageTimes[][]> {
  const browser = await chromium.launch({ executablePath: provideChromium() });
  const results = candidates.map((): PageTimes[] => []);
  try {
    // In turns, so that other load on the machine slows both equally. The first visit of each warms up the browser.
    for (let visit = 0; visit <= visits; visit++) {
      for (const [index, candidate] of candidates.entries()) {
        const seen = await visitPage(browser, candidate);
        if (visit > 0) results[index]?.push(seen);
      }
    }
  } finally {
    await browser.close();
  }
  return results;
}

try {
  const state = openStateDir(join(dir, 'stack'));
  const tools = { processes, steps, signal: stop.signal };
  const stack = await startLocalStack(
    { dir: state, ports: await pickFreePorts(), blockTimeSeconds: 1, web: builtWeb },
    tools,
  );
  const floor = await serveFloor({ webDir: join(dir, 'floor'), config: readFileSync(state.webConfig, 'utf8') });
  const [low = [], own = []] = await measure([
    { url: floor.url, completeSelector: 'input:enabled' },
    { url: `${stack.webUrl}/`, completeSelector: '#root [aria-haspopup=dialog]' },
  ]);
  floor.stop();
  await stack.close();
  console.log(`${visits} visits each: medians, with the smallest and the largest.\n\n${describeStart(low, own)}`);
} finally {
  await processes.stopAll();
  rmSync(dir, { recursive: true });
}
