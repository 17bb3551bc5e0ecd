import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listDescendants, waitUntilGone } from '../lab/processes/processTree.ts';
import { waitUntil } from '../lab/processes/waitUntil.ts';
import { readPairs } from '../lab/service/readPairs.ts';
import { readLinks } from '../lab/web/readLinks.ts';
import type { Ports } from './setup/ports.mjs';
import { PORTS, pickFreePorts } from './setup/ports.mjs';
import { provideChromium } from './tests/chromium.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const COPIED = ['src', 'shared', 'client', 'public', 'service', 'contracts', 'tools'];
const FILES = [
  'index.html',
  'vite.config.ts',
  'tsconfig.base.json',
  'package.json',
  'package-lock.json',
  'LICENSE',
  'SECURITY.md',
];
const START_TIMEOUT_MS = 240_000;
const TEST_TIMEOUT_MS = 180_000;
// An idle machine shows a change after about 0.1 s. A busy one may take a hundred times as long.
const VISIBLE_MS = 15_000;
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const BROKEN = 'export const broken: = 1;\n';

let root: string;
let ports: Ports;
let browser: Browser;
let page: Page;
let output = '';
let child: ReturnType<typeof spawn>;

// The test changes sources, so the stack runs from a copy.
function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'causeway-dev-'));
  for (const name of [...COPIED, ...FILES]) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

function untilPrinted(text: string): Promise<true> {
  return waitUntil(async () => output.includes(text), { timeoutMs: TEST_TIMEOUT_MS, what: `printing "${text}"` });
}

async function countPairs(): Promise<number> {
  return (await readPairs(`http://127.0.0.1:${ports.service}/api/v1`)).length;
}

beforeAll(async () => {
  root = copySources();
  ports = await pickFreePorts();
  const variables = Object.entries(PORTS).map(([name, { variable }]) => [variable, String(ports[name as keyof Ports])]);
  const stateDir = join(root, '.causeway');
  const brandDir = join(stateDir, 'brand');
  mkdirSync(brandDir, { recursive: true });
  writeFileSync(join(brandDir, 'logo.svg'), LOGO);
  const env = { ...process.env, ...Object.fromEntries(variables), CAUSEWAY_STATE: stateDir };
  // Vitest's NODE_ENV would make Vite serve React's production build.
  delete env.NODE_ENV;
  child = spawn(process.execPath, [join(root, 'tools/stack/start.mjs'), '--dev'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  await Promise.race([
    untilPrinted('Press Ctrl-C to stop'),
    once(child, 'close').then(() => Promise.reject(new Error(`npm run dev ended:\n${output}`))),
  ]);
  browser = await chromium.launch({ executablePath: provideChromium() });
  page = await browser.newPage();
}, START_TIMEOUT_MS);

afterAll(async () => {
  await browser?.close();
  if (child?.exitCode === null) {
    child.kill('SIGTERM');
    await once(child, 'close');
  }
  rmSync(root, { recursive: true, force: true });
}, TEST_TIMEOUT_MS);

describe('npm run dev', { timeout: TEST_TIMEOUT_MS }, () => {
  test("serves the app with the stack's configuration", async () => {
    // The first load bundles the packages.
    await page.goto(`http://127.0.0.1:${ports.web}/`, { waitUntil: 'commit', timeout: TEST_TIMEOUT_MS });
    await page.getByLabel('Amount to send').waitFor({ timeout: TEST_TIMEOUT_MS });
    const config = await (await fetch(`http://127.0.0.1:${ports.web}/config.json`)).json();
    expect(config).toEqual(JSON.parse(readFileSync(join(root, '.causeway/config.json'), 'utf8')));
  });

  test('serves brand files, as the built app does', async () => {
    const logo = await fetch(`http://127.0.0.1:${ports.web}/brand/logo.svg`);
    expect([logo.headers.get('content-type'), await logo.text()]).toEqual(['image/svg+xml', LOGO]);
    expect((await fetch(`http://127.0.0.1:${ports.web}/brand/none.svg`)).status).toBe(404);
  });

  test("has an operator with links, but none to the built app's status", async () => {
    expect(await readLinks(`http://127.0.0.1:${ports.web}`)).toEqual({
      docs: '200 text/html',
      terms: '200 text/plain',
      security: '200 text/plain',
      support: '200 text/html',
    });
  });

  test('shows a changed style and component without a reload', async () => {
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    const started = performance.now();
    appendFileSync(join(root, 'src/ui/tokens.css'), '\nbody { outline: 3px solid rgb(1, 2, 3); }\n');
    await page.waitForFunction(() => getComputedStyle(document.body).outlineColor === 'rgb(1, 2, 3)');
    expect(performance.now() - started).toBeLessThan(VISIBLE_MS);

    const component = join(root, 'src/app/Header.tsx');
    const source = readFileSync(component, 'utf8');
    const changed = performance.now();
    writeFileSync(component, source.replace('<header', '<header data-changed="yes"'));
    await page.locator('header[data-changed=yes]').waitFor();
    expect(performance.now() - changed).toBeLessThan(VISIBLE_MS);
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  });

  test('restarts the service after a changed import, and recovers from a broken one', async () => {
    const file = join(root, 'service/start.ts');
    const source = readFileSync(file, 'utf8');
    writeFileSync(file, BROKEN);
    await untilPrinted("Failed running 'service/main.ts'");
    expect(output).toContain('start.ts:1');
    await expect(countPairs()).rejects.toThrow();

    writeFileSync(file, source);
    await waitUntil(async () => (await countPairs()) === 8, { timeoutMs: TEST_TIMEOUT_MS });
  });

  test('stops every process in order', async () => {
    const children = await listDescendants(Number(child.pid));
    expect(children.length).toBeGreaterThanOrEqual(5);
    child.kill('SIGINT');
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
    await waitUntilGone(children);
  });
});
