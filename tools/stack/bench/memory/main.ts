import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import * as v from 'valibot';
import { toHex, zeroAddress } from 'viem';
import { codes } from '#shared/wire/codes.ts';
import { encodeFailure } from '#shared/wire/envelope.ts';
import { encodeReceipts, receiptsRequestWire } from '#shared/wire/receipts.ts';
import type { Transfer } from '../../../../src/transfer/model/transfer.ts';
import { encodeTransfer } from '../../../../src/transfer/model/transferCodec.ts';
import { readCommandLine, readCount } from '../../../lab/commandLine.ts';
import { createProcesses } from '../../../lab/processes/processes.ts';
import { percentile } from '../../../lab/report/percentile.ts';
import { toTable } from '../../../lab/report/toTable.ts';
import { terms } from '../../../lab/web/fixtures.ts';
import type { LocalStack } from '../../localStack.ts';
import { startLocalStack } from '../../localStack.ts';
import { pickFreePorts } from '../../setup/ports.mjs';
import { createSteps } from '../../setup/steps.mjs';
import { openStateDir } from '../../stateDir.ts';
import { provideChromium } from '../../tests/chromium.ts';
import { builtWeb } from '../../web/builtWeb.ts';

const HELP = `Usage: npm run bench -- memory [--minutes 10]

Opens the activity page of a browser with 1,000 open transfers, whose receipts stay in progress, and reads its heap 11
times once each has been asked for, after a garbage collection. It is flat if the last three readings are at most 5 % above the
first three.`;

const { values } = readCommandLine({ help: HELP, options: ['minutes'] });
const minutes = readCount('--minutes', values.minutes ?? '10');
const TRANSFERS = 1000;
const READINGS = 11;
const PATIENCE_MS = 1_000;
/** More growth than this is a leak. */
const FLAT = 1.05;
const dir = mkdtempSync(join(tmpdir(), 'causeway-memory-'));
const steps = createSteps();
const stop = new AbortController();
const processes = createProcesses((death) => {
  console.error(death.message);
  stop.abort(death);
});

/** Deposits of the last hours, each waiting for its payout. */
function openTransfers([from, to]: LocalStack['chains'], now: number): readonly Transfer[] {
  if (!from || !to) throw new Error('The stack has fewer than two chains.');
  return Array.from({ length: TRANSFERS }, (_, index) => {
    const [origin, destination] = index % 2 === 0 ? [from, to] : [to, from];
    const side = ({ id, name }: typeof from) => ({ chainId: id, chainName: name, token: zeroAddress, decimals: 18 });
    return {
      status: 'deposited',
      terms: {
        ...terms,
        ...{ id: `open-${index}`, createdAt: now - index * 10_000, tokenName: 'ETH' },
        ...{ origin: side(origin), destination: side(destination) },
      },
      ...{ attempt: null, hash: toHex(index + 1, { size: 32 }), nonce: null, since: now - index * 10_000 },
      ...{ report: null, confirmations: null },
    };
  });
}

/** Answers every receipt with "in progress". */
async function answerReceipts(page: Page) {
  const seen = { requests: 0, hashes: new Set<string>() };
  const envelope = encodeFailure(codes.receiptInProgress, 'The payout waits for confirmations.');
  await page.route(/\/get_receipts?$/, async (route) => {
    // The preflight.
    if (route.request().method() !== 'POST') return route.fallback();
    seen.requests += 1;
    const body: unknown = route.request().postDataJSON();
    const asked = v.safeParse(receiptsRequestWire, body);
    const hashes = asked.success ? asked.output.depositHashes : null;
    for (const hash of hashes ?? []) seen.hashes.add(hash);
    const receipts = hashes?.map((depositHash) => ({ depositHash, envelope }));
    const json = receipts ? { data: encodeReceipts(receipts), status: { code: codes.ok, message: '' } } : envelope;
    await route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } });
  });
  return seen;
}

type Reading = {
  readonly heapBytes: number;
  readonly nodes: number;
  readonly listeners: number;
  /** The processor time of the page's main thread so far. */
  readonly taskSeconds: number;
};

async function read(session: CDPSession): Promise<Reading> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const metricOf = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return {
    heapBytes: metricOf('JSHeapUsedSize'),
    nodes: metricOf('Nodes'),
    listeners: metricOf('JSEventListeners'),
    taskSeconds: metricOf('TaskDuration'),
  };
}

type WithBlocked = Window & { blocked?: number };

/** Runs in the page, before its own scripts. */
function watchLongTasks(): void {
  const watched: WithBlocked = window;
  watched.blocked = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.blocked = (watched.blocked ?? 0) + Math.max(0, duration - 50);
  }).observe({ type: 'longtask' });
}

async function measure(page: Page, webUrl: string) {
  const seen = await answerReceipts(page);
  await page.addInitScript(watchLongTasks);
  await page.goto(`${webUrl}/activity`);
  await page.getByRole('main').getByRole('link', { name: / ETH / }).first().waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const pauseMs = (minutes * 60_000) / (READINGS - 1);
  // The first answer about each transfer is stored.
  while (seen.hashes.size < TRANSFERS) {
    stop.signal.throwIfAborted();
    await page.waitForTimeout(PATIENCE_MS);
  }
  const [asked, blocked] = [seen.requests, await page.evaluate(() => (window as WithBlocked).blocked ?? 0)];
  const readings = [await read(session)];
  while (readings.length < READINGS) {
    await page.waitForTimeout(pauseMs);
    stop.signal.throwIfAborted();
    readings.push(await read(session));
  }
  const blockedMs = (await page.evaluate(() => (window as WithBlocked).blocked ?? 0)) - blocked;
  return { readings, requests: seen.requests - asked, blockedMs };
}

function describe({ readings, requests, blockedMs }: Awaited<ReturnType<typeof measure>>): string {
  const median = (of: keyof Reading, some: readonly Reading[]) =>
    percentile(
      some.map((one) => one[of]),
      0.5,
    );
  const growth = (of: keyof Reading) => median(of, readings.slice(-3)) / median(of, readings.slice(0, 3));
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(2);
  const rows = readings.map(({ heapBytes, nodes, listeners, taskSeconds }, index) => [
    ...[((index * minutes) / (READINGS - 1)).toFixed(1), megabytes(heapBytes), `${nodes}`, `${listeners}`],
    taskSeconds.toFixed(1),
  ]);
  const table = toTable([['minute', 'heap, MB', 'DOM nodes', 'listeners', 'processor time, s'], ...rows], 'text');
  const heap = growth('heapBytes');
  const busy = ((readings.at(-1)?.taskSeconds ?? 0) - (readings[0]?.taskSeconds ?? 0)) / (minutes * 60);
  const result = [
    `heap: ${heap.toFixed(3)} × the first readings (goal ${FLAT}, ${heap <= FLAT ? 'met' : 'not met'})`,
    `${growth('nodes').toFixed(3)} × DOM nodes, ${growth('listeners').toFixed(3)} × listeners`,
    `requests for receipts: ${(requests / minutes).toFixed(0)} a minute`,
    `processor: ${(busy * 100).toFixed(1)} %`,
    `blocked by long tasks: ${(blockedMs / minutes).toFixed(0)} ms a minute`,
  ];
  return `${table}\n\n${TRANSFERS} open transfers, ${minutes} minutes: ${result.join('; ')}`;
}

try {
  const state = openStateDir(join(dir, 'stack'));
  const tools = { processes, steps, signal: stop.signal };
  const stack = await startLocalStack(
    { dir: state, ports: await pickFreePorts(), blockTimeSeconds: 1, web: builtWeb },
    tools,
  );
  const { installation } = JSON.parse(readFileSync(state.webConfig, 'utf8'));
  const records = openTransfers(stack.chains, Date.now()).map((transfer): [string, string] => [
    `causeway.transfers.${installation}/${transfer.terms.id}`,
    JSON.stringify({ version: 1, transfer: encodeTransfer(transfer) }),
  ]);
  const browser = await chromium.launch({ executablePath: provideChromium() });
  try {
    const localStorage = records.map(([name, value]) => ({ name, value }));
    const context = await browser.newContext({
      storageState: { cookies: [], origins: [{ origin: stack.webUrl, localStorage }] },
    });
    console.log(describe(await measure(await context.newPage(), stack.webUrl)));
  } finally {
    await browser.close();
  }
  await stack.close();
} finally {
  await processes.stopAll();
  rmSync(dir, { recursive: true });
}
