import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../../lab/processes/freePort.mjs';
import type { ProbeResult } from '../readiness.ts';
import type { OperatorServer } from '../server.ts';
import { createOperatorServer } from '../server.ts';
import { COMMANDS, parseCommandLine } from './commandLine.ts';

const OK: readonly ProbeResult[] = [{ name: 'database', ok: true, detail: 'ok' }];
const NO_SIGNER: readonly ProbeResult[] = [...OK, { name: 'signer', ok: false, detail: 'failed' }];

let folder: string;
let servers: readonly OperatorServer[];
let workerPort: number;
let apiPort: number;
let workerChecks = OK;

async function startPort(readChecks: () => readonly ProbeResult[]) {
  const readiness = async () => {
    const checks = readChecks();
    return { ready: checks.every(({ ok }) => ok), serving: true, checks };
  };
  const server = createOperatorServer({ readiness, metrics: async () => '', logger: pino({ level: 'silent' }) });
  const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
  return { server, port: Number(port) };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'causeway-ready-'));
  const [worker, api] = [await startPort(() => workerChecks), await startPort(() => OK)];
  servers = [worker.server, api.server];
  [workerPort, apiPort] = [worker.port, api.port];
  await writeFile(join(folder, 'worker.json'), JSON.stringify({ operator: { host: '127.0.0.1', port: workerPort } }));
  await writeFile(join(folder, 'api.json'), JSON.stringify({ operator: { port: apiPort }, chains: [] }));
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
  const { text, isFailed } = await ask({ CAUSEWAY_INSTALLATION: folder });
  expect(isFailed).toBe(false);
  expect(text).toMatch(/^ok +\S+\/worker\.json +database +ok$/m);
  expect(text).toMatch(/^ok +\S+\/api\.json +database +ok$/m);
  expect(text).toMatch(/api\.json runs \d+\.\d+\.\d+ \(\w+/);
  expect(text).toMatch(/Every process is ready\.$/);
});

test('fails for a signer that only the worker asks', async () => {
  workerChecks = NO_SIGNER;
  const { text, isFailed } = await ask({ CAUSEWAY_CONFIG: join(folder, 'worker.json') });
  expect(isFailed).toBe(true);
  expect(text).toMatch(/^FAIL +\S+\/worker\.json +signer +failed$/m);
  expect(text).toMatch(/1 checks failed\./);
});

test('asks the ports of CAUSEWAY_PORTS instead, and fails for one that does not answer', async () => {
  workerChecks = OK;
  const dead = await findFreePort();
  const CAUSEWAY_PORTS = `127.0.0.1:${apiPort}, 127.0.0.1:${dead}`;
  const { text, isFailed } = await ask({ CAUSEWAY_PORTS, CAUSEWAY_INSTALLATION: folder });
  expect(isFailed).toBe(true);
  expect(text).toMatch(
    new RegExp(`^FAIL +127\\.0\\.0\\.1:${dead} +process +http://127\\.0\\.0\\.1:${dead} gave no answer`, 'm'),
  );
  expect(text).not.toContain('worker.json');
});

test.each([
  [{}, /No process is known/],
  [{ CAUSEWAY_INSTALLATION: '/nowhere' }, /No process is known.*CAUSEWAY_PORTS/],
  [{ CAUSEWAY_PORTS: '127.0.0.1' }, /CAUSEWAY_PORTS must be "host:port,…"; it has "127.0.0.1"/],
  [{ CAUSEWAY_PORTS: 'http://a/b:1' }, /CAUSEWAY_PORTS must be/],
])('is refused with %j', async (env, message) => {
  await expect(ask(env)).rejects.toThrow(message);
});
