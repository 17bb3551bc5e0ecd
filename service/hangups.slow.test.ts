import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { copySnapshot } from '../lab/postgres/embeddedSnapshot.ts';
import { findFreePort } from '../lab/processes/freePort.mjs';
import type { RunningProcess } from '../lab/processes/startProcess.ts';
import { startProcess, untilReady } from '../lab/processes/startProcess.ts';
import { startProgram } from '../lab/service/program.ts';
import { writeSignerFiles } from '../lab/service/signerProcess.ts';
import type { WorkFolder } from '../lab/service/workFolder.ts';
import { createWorkFolder } from '../lab/service/workFolder.ts';

// A busy machine must not fail a test.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const EXAMPLE = join(ROOT, 'service/config.example.json');
const POLICY = join(ROOT, 'service/signer/policy.example.json');
// The account of Anvil that is the hot wallet of the example.
const MAKER_KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d\n';
const WEB_CONFIG = JSON.stringify({
  service: { baseUrl: 'https://api.example.org/v1' },
  chains: [{ name: 'A', rpcUrls: ['https://rpc.example.org'] }],
});
const SIGHUP_BIT = 1n;

let folder: WorkFolder;
let started: RunningProcess[];

beforeEach(async () => {
  folder = await createWorkFolder();
  started = [];
});
afterEach(async () => {
  await Promise.all(started.map((program) => program.stop()));
  await folder.remove();
});

/** A file whose reader waits for a writer, so a program that reads it stays in its start. */
function createPipe(name: string): string {
  const path = join(folder.path, name);
  execFileSync('mkfifo', ['-m', '600', path]);
  return path;
}

/** Whether the kernel would run a handler of the process at SIGHUP, instead of ending it. */
async function handlesHangup({ pid }: RunningProcess): Promise<boolean> {
  const caught = /^SigCgt:\s*(\w+)$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
  return (BigInt(`0x${caught}`) & SIGHUP_BIT) !== 0n;
}

/** Sends SIGHUP to a program that cannot finish its start yet. */
async function hangUpDuringStart(program: RunningProcess): Promise<void> {
  started.push(program);
  await untilReady(program, () => handlesHangup(program), { what: 'handle SIGHUP during its start' });
  program.send('SIGHUP');
}

const untilPrinted = (program: RunningProcess, text: string) =>
  untilReady(program, async () => program.output().includes(text), { what: `print "${text}"` });

async function signerFiles() {
  const policy = JSON.parse(await readFile(POLICY, 'utf8'));
  const privateKey = generatePrivateKey();
  const { environment } = await writeSignerFiles(folder, {
    privateKey,
    policy: { ...policy, hotWallet: privateKeyToAddress(privateKey) },
  });
  return environment;
}

describe('a SIGHUP during the start', () => {
  test('ends no signer', async () => {
    const environment = await signerFiles();
    const password = await readFile(environment.CAUSEWAY_KEYSTORE_PASSWORD_FILE ?? '', 'utf8');
    const pipe = createPipe('password');
    const signer = startProgram('signer', { environment: { ...environment, CAUSEWAY_KEYSTORE_PASSWORD_FILE: pipe } });
    await hangUpDuringStart(signer);
    await writeFile(pipe, password);
    await untilPrinted(signer, 'signer listening');
    signer.send('SIGHUP');
    expect((await signer.stop()).code).toBe(0);
  });

  test('ends no web host, before and after it listens', async () => {
    const webDir = join(folder.path, 'app');
    await mkdir(webDir);
    await writeFile(join(webDir, 'index.html'), '<!doctype html>');
    const pipe = createPipe('web.json');
    const port = String(await findFreePort());
    const host = startProcess({
      ...{ title: 'the web host', command: process.execPath, args: ['--import', 'tsx', 'host/main.ts'], cwd: ROOT },
      env: { ...process.env, CAUSEWAY_WEB_DIR: webDir, CAUSEWAY_WEB_CONFIG: pipe, CAUSEWAY_WEB_PORT: port },
      stopSignal: 'SIGTERM',
    });
    await hangUpDuringStart(host);
    await writeFile(pipe, WEB_CONFIG);
    await untilPrinted(host, 'The web app is served');
    host.send('SIGHUP');
    expect((await host.stop()).code).toBe(0);
  });

  test('lets the service read its configuration again once it has started', async () => {
    const pipe = createPipe('config.json');
    const dataDir = join(folder.path, 'data');
    await copySnapshot(dataDir);
    const file = JSON.parse(await readFile(EXAMPLE, 'utf8'));
    // No node listens there. A service starts without its chains.
    const rpcUrls = [`http://127.0.0.1:${await findFreePort()}`];
    const chains = file.chains.map((chain: object) => ({ ...chain, rpcUrls }));
    const { http, operator } = file;
    const text = JSON.stringify({ ...file, chains, http: { ...http, port: 0 }, operator: { ...operator, port: 0 } });
    const environment = {
      CAUSEWAY_CONFIG: pipe,
      CAUSEWAY_DATA_DIR: dataDir,
      CAUSEWAY_MAKER_KEY_FILE: await folder.write('maker.key', MAKER_KEY),
    };
    const service = startProgram('service', { environment });
    await hangUpDuringStart(service);
    await writeFile(pipe, text);
    await untilPrinted(service, 'reloading the configuration');
    await writeFile(pipe, text);
    await untilPrinted(service, 'configuration reloaded');
  });
});

test('a program under a unit of type notify tells systemd once it is ready', async () => {
  const bin = join(folder.path, 'bin');
  await mkdir(bin);
  const notified = join(folder.path, 'notified');
  await writeFile(join(bin, 'systemd-notify'), `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> ${notified}\n`, { mode: 0o755 });
  const PATH = `${bin}${delimiter}${process.env.PATH}`;
  const environment = { ...(await signerFiles()), PATH, NOTIFY_SOCKET: '/run/systemd/notify' };
  const signer = startProgram('signer', { environment });
  started.push(signer);
  await untilReady(signer, async () => (await readFile(notified, 'utf8')) === '/run/systemd/notify --ready\n');
  expect(signer.output()).toContain('signer listening');
});
