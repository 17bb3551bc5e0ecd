import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createPublicClient, createWalletClient, http } from 'viem';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ANVIL_ACCOUNTS } from '../lab/anvil/anvil.ts';
import { listDescendants, waitUntilGone } from '../lab/processes/processTree.ts';
import type { Ports } from './setup/ports.mjs';
import { PORTS, pickFreePorts } from './setup/ports.mjs';

const START = fileURLToPath(new URL('./start.mjs', import.meta.url));
// Three starts in sequence, on a busy machine.
const START_TIMEOUT_MS = 400_000;

type Run = {
  pid: number;
  output: () => string;
  exitCode: Promise<number | null>;
  kill: (signal: NodeJS.Signals) => void;
};

let stateDir: string;
let ports: Ports;
const runs: Run[] = [];

beforeEach(async () => {
  stateDir = mkdtempSync(join(tmpdir(), 'causeway-start-'));
  ports = await pickFreePorts();
});
afterEach(async () => {
  for (const run of runs.splice(0)) {
    run.kill('SIGTERM');
    await run.exitCode;
  }
  rmSync(stateDir, { recursive: true, force: true });
});

function start(...args: string[]): Run {
  const variables = Object.entries(PORTS).map(([name, { variable }]) => [variable, String(ports[name as keyof Ports])]);
  const env = { ...process.env, ...Object.fromEntries(variables), CAUSEWAY_STATE_DIR: stateDir };
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
  while (!run.output().includes(text)) {
    if (hasEnded) throw new Error(`it ended before printing "${text}":\n${run.output()}`);
    await sleep(20);
  }
}

function connect(name: 'Northshore' | 'Southshore') {
  return createPublicClient({ transport: http(`http://127.0.0.1:${ports[name]}`), cacheTime: 0 });
}

async function readConfig() {
  const response = await fetch(`http://127.0.0.1:${ports.web}/config.json`);
  return (await response.json()) as { installation: string; service: { baseUrl: string }; chains: { id: number }[] };
}

describe('npm start', { timeout: START_TIMEOUT_MS }, () => {
  test('serves everything, leaves no process, and continues from its state', async () => {
    const first = start();
    await untilPrinted(first, 'Press Ctrl-C to stop');
    const config = await readConfig();
    expect(config.chains.map(({ id }) => id)).toEqual([31_337, 31_338]);
    const page = await fetch(`http://127.0.0.1:${ports.web}/receipts/0xabc`);
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringContaining(`http://127.0.0.1:${ports.service}`),
    ]);
    const pairs = await fetch(`${config.service.baseUrl}/get_all_pair_infos`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(((await pairs.json()) as { data: { pair_infos: unknown[] } }).data.pair_infos).toHaveLength(8);
    const interfacePage = `${config.service.baseUrl}/docs`;
    expect(first.output()).toContain(interfacePage);
    expect((await fetch(interfacePage)).status).toBe(200);
    // The bundle of the service finds the viewer.
    expect((await fetch(`${interfacePage}/swagger-ui.css`)).status).toBe(200);
    const modes = ['', 'maker.json', 'password', 'signer.sock'].map(
      (name) => statSync(join(stateDir, 'signer', name)).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o600, 0o600, 0o600]);

    const [account] = ANVIL_ACCOUNTS;
    if (!account) throw new Error('anvil has no accounts');
    const wallet = createWalletClient({ account, transport: http(`http://127.0.0.1:${ports.Northshore}`) });
    const hash = await wallet.sendTransaction({ chain: null, to: account.address, value: 1n });
    const receipt = await connect('Northshore').waitForTransactionReceipt({ hash, pollingInterval: 50 });
    const genesis = await connect('Northshore').getBlock({ blockNumber: 0n });

    const children = await listDescendants(first.pid);
    expect(children.length).toBeGreaterThanOrEqual(5);
    first.kill('SIGINT');
    expect(await first.exitCode).toBe(0);
    await waitUntilGone(children);
    expect(existsSync(join(stateDir, 'running.json'))).toBe(false);

    const second = start();
    await untilPrinted(second, 'Press Ctrl-C to stop');
    // What has not changed is not built again.
    expect(second.output()).not.toMatch(/Bundling|Building/);
    expect((await readConfig()).installation).toBe(config.installation);
    const client = connect('Northshore');
    expect((await client.getBlock({ blockNumber: 0n })).hash).toBe(genesis.hash);
    expect((await client.getTransactionReceipt({ hash })).blockHash).toBe(receipt.blockHash);
    expect(await client.getTransactionCount({ address: account.address })).toBe(1);
    const head = await client.getBlockNumber({ cacheTime: 0 });
    await expect(client.getBalance({ address: account.address, blockNumber: head - 2n })).resolves.toBeGreaterThan(0n);
    // The clock of the chain goes on from the present, not from the last stored block. A busy machine may mine a block late.
    await vi.waitFor(
      async () => {
        const { timestamp } = await client.getBlock();
        expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(5);
      },
      { timeout: 60_000, interval: 200 },
    );

    const others = await listDescendants(second.pid);
    second.kill('SIGTERM');
    expect(await second.exitCode).toBe(0);
    await waitUntilGone(others);

    const third = start('--reset');
    await untilPrinted(third, 'Press Ctrl-C to stop');
    expect((await readConfig()).installation).not.toBe(config.installation);
    expect(await connect('Northshore').getTransactionCount({ address: account.address })).toBe(0);
  });

  test('stops in order on a signal during the start', async () => {
    const run = start();
    await untilPrinted(run, 'Starting the transfer service');
    const children = await listDescendants(run.pid);
    run.kill('SIGHUP');
    expect(await run.exitCode).toBe(0);
    await waitUntilGone(children);
  });

  test('prints the last output of a process that dies, and starts with new chains after a chain was lost', async () => {
    const run = start();
    await untilPrinted(run, 'Press Ctrl-C to stop');
    const children = await listDescendants(run.pid);
    const chain = children.find(({ command }) => command.includes('anvil'));
    if (!chain) throw new Error('no chain runs');
    process.kill(chain.pid, 'SIGKILL');
    expect(await run.exitCode).toBe(1);
    expect(run.output()).toMatch(/The chain (North|South)shore stopped unexpectedly \(SIGKILL\)\. Last output:/);
    await waitUntilGone(children);

    const next = start();
    await untilPrinted(next, 'Press Ctrl-C to stop');
    expect(next.output()).toContain('was interrupted');
  });

  test('leaves no process after SIGKILL', async () => {
    const run = start();
    await untilPrinted(run, 'Starting the transfer service');
    const children = await listDescendants(run.pid);
    run.kill('SIGKILL');
    await run.exitCode;
    await waitUntilGone(children);
  });

  test('refuses a second start on the same ports or the same state', async () => {
    const first = start();
    await untilPrinted(first, 'Press Ctrl-C to stop');
    const byPorts = start();
    expect(await byPorts.exitCode).toBe(1);
    for (const { variable } of Object.values(PORTS)) expect(byPorts.output()).toContain(variable);

    ports = await pickFreePorts();
    const byState = start();
    expect(await byState.exitCode).toBe(1);
    expect(byState.output()).toContain(`already runs from ${stateDir} (process ${first.pid})`);
  });

  test('names a taken port before any work', async () => {
    const server = createServer().listen(ports.service, '127.0.0.1');
    await once(server, 'listening');
    try {
      const run = start();
      expect(await run.exitCode).toBe(1);
      expect(run.output()).toContain('CAUSEWAY_SERVICE_PORT');
      expect(run.output()).not.toContain('Compiling');
    } finally {
      server.close();
    }
  });

  test('answers an unknown option with the usage', async () => {
    const run = start('--rest');
    expect(await run.exitCode).toBe(1);
    expect(run.output()).toContain('--reset');
  });
});
