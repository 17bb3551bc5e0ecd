import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPublicClient, createWalletClient, http } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ANVIL_ACCOUNTS } from '../lab/chains/anvil.ts';
import { listDescendants, waitUntilGone } from '../lab/processes/processTree.ts';
import { waitUntil } from '../lab/processes/waitUntil.ts';
import { readPairs } from '../lab/service/readPairs.ts';
import { readLinks } from '../lab/web/readLinks.ts';
import type { Ports } from './setup/ports.mjs';
import { PORTS, pickFreePorts } from './setup/ports.mjs';

const START = fileURLToPath(new URL('./start.mjs', import.meta.url));
// The service process has its bundle in its command line.
const SERVICE = 'service.mjs';
// An idle machine starts the stack in a few seconds. The first start also builds the app and the programs.
const START_MS = 240_000;
// Stopping saves the chains and the database.
const STOP_MS = 60_000;

type Run = {
  pid: number;
  output: () => string;
  exitCode: Promise<number | null>;
  kill: (signal: NodeJS.Signals) => void;
};

let stateDir: string;
let cleanCopy: string;
let ports: Ports;
let installation: string;
const runs: Run[] = [];

beforeAll(async () => {
  [stateDir, cleanCopy] = [createFolder(), createFolder()];
  ports = await pickFreePorts();
});
afterAll(async () => {
  for (const run of runs.splice(0)) {
    run.kill('SIGTERM');
    await run.exitCode;
  }
  for (const folder of [stateDir, cleanCopy]) rmSync(folder, { recursive: true, force: true });
}, STOP_MS);

function createFolder(): string {
  return mkdtempSync(join(tmpdir(), 'causeway-start-'));
}

type Place = { readonly stateDir: string; readonly ports: Ports };

function start(args: readonly string[] = [], place: Partial<Place> = {}): Run {
  const used = { stateDir, ports, ...place };
  const variables = Object.entries(PORTS).map(([name, { variable }]) => [
    variable,
    String(used.ports[name as keyof Ports]),
  ]);
  const env = { ...process.env, ...Object.fromEntries(variables), CAUSEWAY_STATE: used.stateDir };
  const child = spawn(process.execPath, [START, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const collect = (chunk: unknown) => {
    output += chunk;
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const exitCode = once(child, 'close').then(([code]) => code as number | null);
  const run = {
    pid: Number(child.pid),
    output: () => output,
    exitCode,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
  };
  runs.push(run);
  return run;
}

async function untilPrinted(run: Run, text: string): Promise<void> {
  let hasEnded = false;
  void run.exitCode.then(() => {
    hasEnded = true;
  });
  const isPrinted = async () => hasEnded || run.output().includes(text);
  await waitUntil(isPrinted, { timeoutMs: START_MS, what: `printing "${text}"` });
  if (!run.output().includes(text)) throw new Error(`it ended before printing "${text}":\n${run.output()}`);
}

const untilStarted = (run: Run) => untilPrinted(run, 'Press Ctrl-C to stop');

/** Waits until the service's process runs, before it is ready. @returns the stack's processes */
async function untilHalfStarted(run: Run) {
  await untilPrinted(run, 'Starting the transfer service');
  return waitUntil(
    async () => {
      const children = await listDescendants(run.pid);
      return children.some(({ command }) => command.includes(SERVICE)) && children;
    },
    { timeoutMs: START_MS, everyMs: 20, what: 'the process of the service' },
  );
}

function connect(name: 'Northshore' | 'Southshore') {
  return createPublicClient({ transport: http(`http://127.0.0.1:${ports[name]}`), cacheTime: 0 });
}

async function readConfig() {
  const response = await fetch(`http://127.0.0.1:${ports.web}/config.json`);
  return (await response.json()) as { installation: string; service: { baseUrl: string }; chains: { id: number }[] };
}

async function sendTransaction() {
  const [account] = ANVIL_ACCOUNTS;
  if (!account) throw new Error('anvil has no accounts');
  const wallet = createWalletClient({ account, transport: http(`http://127.0.0.1:${ports.Northshore}`) });
  const hash = await wallet.sendTransaction({ chain: null, to: account.address, value: 1n });
  const receipt = await connect('Northshore').waitForTransactionReceipt({ hash, pollingInterval: 50 });
  return { account: account.address, hash, blockHash: receipt.blockHash };
}

async function expectServed(run: Run): Promise<void> {
  const config = await readConfig();
  expect(config.chains.map(({ id }) => id)).toEqual([31_337, 31_338]);
  const page = await fetch(`http://127.0.0.1:${ports.web}/receipts/0xabc`);
  expect([page.status, page.headers.get('content-security-policy')]).toEqual([
    200,
    expect.stringContaining(`http://127.0.0.1:${ports.service}`),
  ]);
  expect(await readPairs(config.service.baseUrl)).toHaveLength(8);
  const interfacePage = `${config.service.baseUrl}/docs`;
  expect(run.output()).toContain(interfacePage);
  expect((await fetch(interfacePage)).status).toBe(200);
  // The service's bundle finds the viewer.
  expect((await fetch(`${interfacePage}/swagger-ui.css`)).status).toBe(200);
  expect(await readLinks(`http://127.0.0.1:${ports.web}`)).toEqual({
    docs: '200 text/html',
    terms: '200 text/plain',
    status: '200 application/json',
    security: '200 text/plain',
    support: '200 text/html',
  });
  const modes = ['', 'maker.json', 'keystore-password', 'signer.sock'].map(
    (name) => statSync(join(stateDir, 'signer', name)).mode & 0o777,
  );
  expect(modes).toEqual([0o700, 0o600, 0o600, 0o600]);
}

async function expectRefused(run: Run, reasons: readonly string[]): Promise<void> {
  expect(await run.exitCode).toBe(1);
  for (const reason of reasons) expect(run.output()).toContain(reason);
  expect(run.output()).not.toContain('Compiling');
}

// Each test starts the stack on the state that the previous test left. `.ci/run` checks that SIGTERM ends it with exit code 0.
describe('npm start', () => {
  let sent: Awaited<ReturnType<typeof sendTransaction>>;
  let genesis: string;

  test('serves everything, refuses a second start on the same ports or state, and leaves no process', {
    timeout: START_MS + STOP_MS,
  }, async () => {
    const run = start();
    await untilStarted(run);
    await expectServed(run);
    ({ installation } = await readConfig());
    sent = await sendTransaction();
    genesis = (await connect('Northshore').getBlock({ blockNumber: 0n })).hash;

    await expectRefused(
      start([], { stateDir: cleanCopy }),
      Object.values(PORTS).map(({ variable }) => variable),
    );
    const busy = `is already running from ${stateDir} (process ${run.pid})`;
    await expectRefused(start([], { ports: await pickFreePorts() }), [busy]);

    const children = await listDescendants(run.pid);
    expect(children.length).toBeGreaterThanOrEqual(5);
    run.kill('SIGINT');
    expect(await run.exitCode).toBe(0);
    await waitUntilGone(children);
    expect(existsSync(join(stateDir, 'running.json'))).toBe(false);
    cpSync(stateDir, cleanCopy, { recursive: true });
  });

  test('continues from its state, and ends with the last output of a chain that dies', {
    timeout: START_MS + STOP_MS,
  }, async () => {
    const run = start();
    await untilStarted(run);
    // Unchanged sources are not built again.
    expect(run.output()).not.toMatch(/Bundling|Building/);
    expect((await readConfig()).installation).toBe(installation);
    const client = connect('Northshore');
    expect((await client.getBlock({ blockNumber: 0n })).hash).toBe(genesis);
    expect((await client.getTransactionReceipt({ hash: sent.hash })).blockHash).toBe(sent.blockHash);
    expect(await client.getTransactionCount({ address: sent.account })).toBe(1);
    const head = await client.getBlockNumber();
    await expect(client.getBalance({ address: sent.account, blockNumber: head - 2n })).resolves.toBeGreaterThan(0n);
    // The chain's clock continues from the present, not from the last stored block. A busy machine may mine a block late.
    await waitUntil(
      async () => {
        const { timestamp } = await client.getBlock();
        return Math.abs(Number(timestamp) - Date.now() / 1000) < 5;
      },
      { timeoutMs: 60_000, everyMs: 200, what: 'a block with the present time' },
    );

    const children = await listDescendants(run.pid);
    const chain = children.find(({ command }) => command.includes('anvil'));
    if (!chain) throw new Error('no chain runs');
    process.kill(chain.pid, 'SIGKILL');
    expect(await run.exitCode).toBe(1);
    expect(run.output()).toMatch(/The chain (North|South)shore stopped unexpectedly \(SIGKILL\)\. Last output:/);
    await waitUntilGone(children);
  });

  test('starts with new chains after losing a chain, and stops in order on a signal during the start', {
    timeout: START_MS + STOP_MS,
  }, async () => {
    const run = start();
    const children = await untilHalfStarted(run);
    expect(run.output()).toContain('was interrupted');
    expect(await connect('Northshore').getTransactionCount({ address: sent.account })).toBe(0);
    run.kill('SIGHUP');
    expect(await run.exitCode).toBe(0);
    await waitUntilGone(children);
  });

  test('deletes the state with --reset, and leaves no process after SIGKILL', {
    timeout: START_MS + STOP_MS,
  }, async () => {
    const run = start(['--reset'], { stateDir: cleanCopy });
    const children = await untilHalfStarted(run);
    expect(run.output()).not.toContain('was interrupted');
    expect(JSON.parse(readFileSync(join(cleanCopy, 'config.json'), 'utf8')).installation).not.toBe(installation);
    expect(await connect('Northshore').getTransactionCount({ address: sent.account })).toBe(0);
    run.kill('SIGKILL');
    await run.exitCode;
    await waitUntilGone(children);
  });

  test('answers an unknown option with the usage', { timeout: STOP_MS }, () =>
    expectRefused(start(['--rest']), ['--reset']),
  );
});
