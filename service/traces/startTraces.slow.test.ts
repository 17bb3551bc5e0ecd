import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { copySnapshot } from '../../lab/postgres/embeddedSnapshot.ts';
import { findFreePorts } from '../../lab/processes/freePort.mjs';
import { untilReady } from '../../lab/processes/startProcess.ts';
import type { Bundle } from '../../lab/service/bundle.ts';
import { bundle } from '../../lab/service/bundle.ts';
import { startProgram, untilEnded } from '../../lab/service/program.ts';
import type { ProgramName } from '../../lab/service/programs.ts';
import { SOURCES } from '../../lab/service/programs.ts';
import { readExampleFile } from '../../lab/service/sampleCatalog.ts';
import type { WorkFolder } from '../../lab/service/workFolder.ts';
import { createWorkFolder } from '../../lab/service/workFolder.ts';

// A busy machine must not fail a test.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

// The second account of the well-known test mnemonic, which is the hot wallet of the example.
const CAUSEWAY_MAKER_KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';

let folder: WorkFolder;
let own: Bundle<ProgramName>;
let environment: Record<string, string>;

beforeAll(async () => {
  // Not the bundle that the tests share, because this test removes files from it.
  [folder, own] = await Promise.all([createWorkFolder(), bundle(SOURCES)]);
  const dir = dirname(own.programs.service);
  const chunks = readdirSync(dir).filter((name) => {
    return name.endsWith('.mjs') && readFileSync(join(dir, name), 'utf8').includes('BatchSpanProcessor');
  });
  // A program that loads the SDK of OpenTelemetry cannot start any more.
  expect(chunks.length).toBeGreaterThan(0);
  for (const chunk of chunks) rmSync(join(dir, chunk));

  // No node listens there. A service starts without its chains.
  const [closedPort = 0] = await findFreePorts(1);
  const example = readExampleFile();
  const chains = example.chains.map((chain) => ({ ...chain, rpcUrls: [`http://127.0.0.1:${closedPort}`], wsUrls: [] }));
  const file = { ...example, chains, http: { ...example.http, port: 0 }, operator: undefined };
  const dataDir = join(folder.path, 'data');
  await copySnapshot(dataDir);
  environment = {
    CAUSEWAY_CONFIG: await folder.write('config.json', JSON.stringify(file)),
    CAUSEWAY_DATA_DIR: dataDir,
    CAUSEWAY_MAKER_KEY,
  };
});

afterAll(async () => {
  await own?.remove();
  await folder?.remove();
});

const start = (more: Readonly<Record<string, string>>) =>
  startProgram('service', { environment: { ...environment, ...more }, from: own.programs });

test('a service without traces does not load the SDK', async () => {
  const service = start({ OTEL_SERVICE_NAME: 'causeway', OTEL_TRACES_SAMPLER: 'always_on' });
  await untilReady(service, async () => service.output().includes('listening on'));
  service.send('SIGTERM');
  expect((await untilEnded(service)).output).toContain('"msg":"stopped"');
});

test('a service with traces loads the SDK', async () => {
  const { code, output } = await untilEnded(start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }));
  expect(code).toBe(1);
  expect(output).toContain('ERR_MODULE_NOT_FOUND');
});

test('a wrong variable ends the start with a sentence', async () => {
  const { code, output } = await untilEnded(
    start({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      OTEL_TRACES_SAMPLER_ARG: '2',
      OTEL_TRACES_SAMPLER: 'traceidratio',
    }),
  );
  expect(code).toBe(1);
  expect(output).toContain('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "2".');
});
