import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../../tools/lab/processes/freePort.mjs';
import { createSampleFile } from '../../../tools/lab/service/sampleCatalog.ts';
import type { ProbeResult } from '../readiness.ts';
import type { OperatorServer } from '../server.ts';
import { createOperatorServer } from '../server.ts';
import { COMMANDS, parseCommandLine } from './commandLine.ts';

const OK: readonly ProbeResult[] = [{ name: 'database', ok: true, detail: 'ok' }];
const PAGE: readonly ProbeResult[] = [{ name: 'page', ok: true, detail: 'ok' }];
const NO_SIGNER: readonly ProbeResult[] = [...OK, { name: 'signer', ok: false, detail: 'failed' }];

let folder: string;
let installation: string;
let servers: OperatorServer[];
let apiPort: number;
let workerChecks = OK;

async function startPort(port: number, readChecks: () => readonly ProbeResult[]): Promise<OperatorServer> {
  const readiness = async () => {
    const checks = readChecks();
    return { ready: checks.every(({ ok }) => ok), serving: true, checks };
  };
  const server = createOperatorServer({
    readiness,
    installation: 'ab',
    metrics: async () => '',
    logger: pino({ level: 'silent' }),
  });
  await server.listen({ host: '127.0.0.1', port });
  return server;
}

/**
 * An installation's ports follow the first one: the operator's ports of the API and the worker, then the web host's.
 */
async function startAll(tries = 20): Promise<number> {
  const firstPort = await findFreePort();
  servers = [];
  try {
    servers.push(await startPort(firstPort + 1, () => OK));
    servers.push(await startPort(firstPort + 2, () => workerChecks));
    servers.push(await startPort(firstPort + 3, () => PAGE));
    return firstPort;
  } catch (error) {
    await Promise.all(servers.map((server) => server.close()));
    if (tries === 0) throw error;
    return startAll(tries - 1);
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'causeway-ready-'));
  const firstPort = await startAll();
  apiPort = firstPort + 1;
  installation = join(folder, 'installation.json');
  const file = createSampleFile();
  await writeFile(installation, JSON.stringify({ ...file, listen: { ...file.listen, firstPort } }));
});
afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.close()));
  await rm(folder, { recursive: true });
});

async function ask(env: Readonly<Record<string, string>>) {
  const line = parseCommandLine(COMMANDS, ['ready'], 'a name');
  if (line.kind !== 'runLocally') throw new Error('ready needs no database');
  const { lines, isFailed } = await line.run(env);
  return { text: lines.join('\n'), isFailed };
}

test('asks every process of an installation, and prints one line for each check', async () => {
  workerChecks = OK;
  const { text, isFailed } = await ask({ CAUSEWAY_INSTALLATION: installation });
  expect(isFailed).toBe(false);
  expect(text).toMatch(/^ok +worker +database +ok$/m);
  expect(text).toMatch(/^ok +api +database +ok$/m);
  expect(text).toMatch(/^ok +web +page +ok$/m);
  expect(text).toMatch(/web runs \d+\.\d+\.\d+ \(\w+/);
  expect(text).toMatch(/api runs \d+\.\d+\.\d+ \(\w+/);
  expect(text).toMatch(/Every process is ready\.$/);
});

test('fails if only the worker reaches a signer that has a problem', async () => {
  workerChecks = NO_SIGNER;
  const { text, isFailed } = await ask({ CAUSEWAY_INSTALLATION: installation });
  expect(isFailed).toBe(true);
  expect(text).toMatch(/^FAIL +worker +signer +failed$/m);
  expect(text).toMatch(/1 checks failed\./);
});

test('asks the ports of CAUSEWAY_PORTS instead, and fails for one that does not answer', async () => {
  workerChecks = OK;
  const dead = await findFreePort();
  const CAUSEWAY_PORTS = `127.0.0.1:${apiPort}, 127.0.0.1:${dead}`;
  const { text, isFailed } = await ask({ CAUSEWAY_PORTS, CAUSEWAY_INSTALLATION: installation });
  expect(isFailed).toBe(true);
  expect(text).toMatch(
    new RegExp(`^FAIL +127\\.0\\.0\\.1:${dead} +process +http://127\\.0\\.0\\.1:${dead} gave no answer`, 'm'),
  );
  expect(text).not.toMatch(/^ok +worker/m);
});

test.each([
  [{}, /CAUSEWAY_INSTALLATION is not set/],
  [{ CAUSEWAY_INSTALLATION: '/nowhere' }, /\/nowhere, but this process cannot read that file/],
  [{ CAUSEWAY_PORTS: '127.0.0.1' }, /CAUSEWAY_PORTS must be "host:port,…"; it has "127.0.0.1"/],
  [{ CAUSEWAY_PORTS: 'http://a/b:1' }, /CAUSEWAY_PORTS must be/],
])('is refused with %j', async (env, message) => {
  await expect(ask(env)).rejects.toThrow(message);
});
