import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { Hash } from 'viem';
import { createClient } from '#client/createClient.ts';
import { waitForReceipt } from '#client/waitForReceipt.ts';
import { depositDirectly } from '../../../../e2e/support/directDeposit.ts';
import type { TestStack } from '../../../../e2e/support/testStack.ts';
import { createTestStack } from '../../../../e2e/support/testStack.ts';
import { createTestWallet } from '../../../../e2e/support/testWallet.ts';
import { readCommandLine, readCount } from '../../../lab/commandLine.ts';
import { createProcesses } from '../../../lab/processes/processes.ts';
import { startLocalStack } from '../../localStack.ts';
import { pickFreePorts } from '../../setup/ports.mjs';
import { createSteps } from '../../setup/steps.mjs';
import { openStateDir } from '../../stateDir.ts';
import { provideChromium } from '../../tests/chromium.ts';
import { builtWeb } from '../../web/builtWeb.ts';
import { describeScripts } from './describeScripts.ts';
import type { Turn } from './describeStart.ts';
import { describeStart } from './describeStart.ts';
import { visitOnPhone } from './phoneWaits.ts';
import { serveFloor } from './serveFloor.ts';
import { visitPage, visitReceipt } from './visitPage.ts';

const HELP = `Usage: npm run bench -- start [--visits 9]

Visits the web app and a floor in turns, on a slow network (1.6 Mbit/s, 150 ms) with an empty cache, and compares them. The
floor is a page with React, wagmi, viem, TanStack Query, one field and one button, built and served the same way. Given a
receipt's hash, it asks the service for it and prints one field. On a phone with a four times slower processor, the bench then
opens the tokens and a review.`;

const { values } = readCommandLine({ help: HELP, options: ['visits'] });
const visits = readCount('--visits', values.visits ?? '9');
const dir = mkdtempSync(join(tmpdir(), 'causeway-start-'));
const steps = createSteps();
const stop = new AbortController();
const processes = createProcesses((death) => {
  console.error(death.message);
  stop.abort(death);
});

type Visited = { readonly stack: TestStack; readonly floorUrl: string; readonly hash: Hash };

/** In turns, so that other load on the machine slows all equally. The first turn warms up the browser. */
async function measure({ stack, floorUrl, hash }: Visited): Promise<readonly Turn[]> {
  const browser = await chromium.launch({ executablePath: provideChromium() });
  const turns: Turn[] = [];
  const receiptUrl = `${floorUrl}?receipt=${stack.serviceUrl}/get_receipt&hash=${hash}`;
  try {
    for (let turn = 0; turn <= visits; turn++) {
      const wallet = createTestWallet(stack, await stack.createAccount({ Northshore: { ETH: '1', USDC: '100' } }));
      turns.push({
        floor: await visitPage(browser, { url: floorUrl, completeSelector: 'input:enabled' }),
        app: await visitPage(browser, { url: `${stack.webUrl}/`, completeSelector: '#root [aria-haspopup=dialog]' }),
        floorReceipt: await visitReceipt(browser, { url: receiptUrl, completeSelector: 'output' }),
        receipt: await visitReceipt(browser, {
          url: `${stack.webUrl}/receipts/${hash}`,
          completeSelector: 'article h2, [data-told]',
        }),
        phone: await visitOnPhone(browser, { url: `${stack.webUrl}/`, wallet }),
      });
    }
  } finally {
    await browser.close();
  }
  return turns.slice(1);
}

/** Makes a deposit, and waits until it is delivered. */
async function deliverOne(stack: TestStack): Promise<Hash> {
  const account = await stack.createAccount({ Northshore: { ETH: '2' } });
  const { hash } = await depositDirectly(stack, account, account.address);
  await waitForReceipt(createClient(stack.serviceUrl), hash);
  return hash;
}

try {
  const state = openStateDir(join(dir, 'stack'));
  const tools = { processes, steps, signal: stop.signal };
  const local = await startLocalStack(
    { dir: state, ports: await pickFreePorts(), blockTimeSeconds: 1, web: builtWeb },
    tools,
  );
  const floor = await serveFloor({ webDir: join(dir, 'floor'), config: readFileSync(state.webConfig, 'utf8') });
  const stack = createTestStack({ ...local, stateDir: state.root });
  const turns = await measure({ stack, floorUrl: floor.url, hash: await deliverOne(stack) });
  floor.stop();
  await local.close();
  console.log(`${await describeScripts(turns[0]?.app.scripts ?? {})}\n`);
  console.log(`${visits} visits each: medians, with the smallest and the largest.\n\n${describeStart(turns)}`);
} finally {
  await processes.stopAll();
  rmSync(dir, { recursive: true });
}
