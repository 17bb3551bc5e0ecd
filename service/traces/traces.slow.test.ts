import { join } from 'node:path';
import type { Hash } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { TestBridge } from '../../lab/bridge/testBridge.ts';
import { createTestBridge, DESTINATION, ORIGIN } from '../../lab/bridge/testBridge.ts';
import { createSignerPolicy } from '../../lab/installation/signerPolicy.ts';
import type { TestPostgres } from '../../lab/postgres/testPostgres.ts';
import { startTestPostgres } from '../../lab/postgres/testPostgres.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import { runMigration } from '../../lab/service/runMigration.ts';
import type { ServiceProcess } from '../../lab/service/serviceProcess.ts';
import { startServiceProcess } from '../../lab/service/serviceProcess.ts';
import type { SignerFiles, SignerProcess } from '../../lab/service/signerProcess.ts';
import { startSignerProcess, writeSignerFiles } from '../../lab/service/signerProcess.ts';
import { post } from '../../lab/service/testService.ts';
import type { CollectedSpan, TraceCollector } from '../../lab/service/traceCollector.ts';
import { startTraceCollector } from '../../lab/service/traceCollector.ts';
import type { WorkFolder } from '../../lab/service/workFolder.ts';
import { createWorkFolder } from '../../lab/service/workFolder.ts';
import { openPostgres } from '../db/postgres.ts';

// A busy machine must not fail a test.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 180_000 });

const PATIENCE = { timeoutMs: 120_000, everyMs: 100 };
const STAGES = ['seen', 'decided', 'signed', 'sent', 'settled'].map((stage) => `transfer ${stage}`);
const KEY = 'a-key-of-the-collector';

let bridge: TestBridge;
let folder: WorkFolder;
let server: TestPostgres;
let files: SignerFiles;
let collector: TraceCollector;
let databaseUrl: string;
let started: (ServiceProcess | SignerProcess)[] = [];

beforeAll(async () => {
  [bridge, folder, server, collector] = await Promise.all([
    createTestBridge(43_300),
    createWorkFolder(),
    startTestPostgres(),
    startTraceCollector(),
  ]);
  files = await writeSignerFiles(folder, {
    privateKey: bridge.hotWalletKey,
    policy: createSignerPolicy(bridge.configFile()),
  });
  databaseUrl = await server.createDatabase();
  expect(await runMigration(databaseUrl)).toMatchObject({ code: 0 });
  bridge.origin.chain.keepMining(200);
  bridge.destination.chain.keepMining(200);
});

afterEach(async () => {
  await Promise.all(started.map((child) => child.kill('SIGKILL')));
  started = [];
});

afterAll(async () => {
  await server?.stop();
  await bridge?.stop();
  await collector?.stop();
  await folder?.remove();
});

const isDelivered = async (url: string, hash: string) =>
  (await post(`${url}/get_receipt`, { from_chain_hash: hash })).status.code === 0;

/** Starts a signer, a worker and an API. @returns the API, once it serves */
async function startAll(): Promise<ServiceProcess> {
  const traces = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS_FILE: await folder.write('headers', `x-key=${KEY}`),
    OTEL_BSP_SCHEDULE_DELAY: '100',
  };
  const environment = {
    ...traces,
    CAUSEWAY_CONFIG: await folder.write('config.json', JSON.stringify(bridge.configFile())),
    DATABASE_URL: databaseUrl,
  };
  const signer = startSignerProcess({ ...files.environment, ...traces });
  const worker = startServiceProcess({
    ...environment,
    CAUSEWAY_ROLE: 'worker',
    CAUSEWAY_JOURNAL_DIR: join(folder.path, 'journal'),
    CAUSEWAY_SIGNER_SOCKET: files.socketPath,
  });
  const api = startServiceProcess({ ...environment, CAUSEWAY_ROLE: 'api' });
  started.push(signer, worker, api);
  await Promise.all([signer.listens, worker.url, api.url]);
  return api;
}

async function deposit(): Promise<Hash> {
  const user = await bridge.createUser();
  return bridge.deposit(user, { token: 'USDC', amount: 75_000_000n });
}

const stopAll = () => Promise.all(started.map((child) => child.kill('SIGTERM')));

const find = (name: string, where: Partial<CollectedSpan> = {}) =>
  collector.spans.filter(
    (span) => span.name === name && Object.entries(where).every(([key, value]) => Reflect.get(span, key) === value),
  );

test('one search finds the whole way of a transfer, through all processes', async () => {
  const api = await startAll();
  const url = await api.url;
  const hash = await deposit();
  await waitUntil(() => isDelivered(url, hash), PATIENCE);
  const [seen] = await collector.waitFor(
    'the deposit',
    ({ attributes }) => attributes['causeway.deposit.hash'] === hash,
  );
  const ofTransfer = (span: CollectedSpan) => span.traceId === seen?.traceId;
  await collector.waitFor('the end', (span) => ofTransfer(span) && span.name === 'transfer settled');
  const [signer, worker] = await stopAll();

  // The stages, in one trace: the first half of the transfer's id.
  const stages = collector.spans.filter(ofTransfer);
  expect(stages.map(({ name }) => name).sort()).toEqual([...STAGES].sort());
  const first = stages.find(({ name }) => name === 'transfer seen');
  const id = String(first?.attributes['causeway.transfer.id']);
  expect(id.slice(2, 34)).toBe(first?.traceId);
  for (const stage of stages) {
    expect(stage.attributes['causeway.transfer.id']).toBe(id);
    expect(stage.parentSpanId).toBe(stage === first ? '' : first?.spanId);
    // The turn in which it happened is kept too.
    const turn = collector.spans.find(({ spanId }) => spanId === stage.links[0]?.spanId);
    expect(turn?.name).toMatch(/^turn /);
    expect(turn?.links).toContainEqual(expect.objectContaining({ spanId: stage.spanId }));
  }

  // The signer's part lies below the worker's request.
  const [request] = find('request signature', { service: 'causeway-worker' });
  const [signing] = find('sign transaction', { service: 'causeway-signer' });
  expect(request?.attributes['causeway.deposit.hashes']).toEqual([hash]);
  expect(signing).toMatchObject({ traceId: request?.traceId, parentSpanId: request?.spanId });
  expect(signing?.attributes).toMatchObject({ 'causeway.signer.result': 'signed', 'causeway.deposit.hashes': [hash] });
  const reads = collector.spans.filter(({ service, parentSpanId }) => {
    return service === 'causeway-signer' && parentSpanId === signing?.spanId;
  });
  expect(reads.map(({ name }) => name)).toContain('eth_getTransactionReceipt');

  // Calls and statements have names.
  const [send] = find('eth_sendRawTransaction');
  expect(send?.attributes).toMatchObject({
    'rpc.method': 'eth_sendRawTransaction',
    'causeway.chain.name': DESTINATION,
    'causeway.rpc.endpoint': 1,
  });
  expect(find('POST /api/v1/get_receipt', { service: 'causeway-api' }).length).toBeGreaterThan(0);
  await expectStatementNames();

  // The log names the traces.
  const line = (output: string | undefined, message: string) =>
    output?.split('\n').find((one) => one.includes(message));
  const signed = JSON.parse(line(worker?.output, '"payment signed"') ?? '{}');
  expect(signed).toMatchObject({ transfer: id });
  expect(find('turn sign').map(({ traceId }) => traceId)).toContain(signed.trace_id);
  const bySigner = JSON.parse(line(signer?.output, '"transaction signed"') ?? '{}');
  expect(bySigner).toMatchObject({ trace_id: signing?.traceId, span_id: expect.stringMatching(/^[\da-f]{16}$/) });

  expectNoSecrets();
  expect(collector.headers()['x-key']).toBe(KEY);
});

/** Every table in the name of a statement exists. */
async function expectStatementNames(): Promise<void> {
  const database = await openPostgres({ url: databaseUrl, poolSize: 1 }, () => {});
  const rows = await database.query<{ name: string }>(
    "select table_name::text as name from information_schema.tables where table_schema = 'public'",
  );
  await database.close();
  const tables = new Set(rows.map(({ name }) => name));
  const summaries = new Set(collector.spans.flatMap(({ attributes }) => attributes['db.query.summary'] ?? []));
  expect(summaries).toContain('insert obligations');
  for (const summary of summaries) {
    const [operation = '', ...named] = String(summary).split(' ');
    expect(['select', 'insert', 'update', 'delete', 'with']).toContain(operation);
    expect(named.filter((name) => !tables.has(name))).toEqual([]);
  }
}

function expectNoSecrets(): void {
  const text = JSON.stringify(collector.spans).toLowerCase();
  const { origin, destination, hotWallet, hotWalletKey } = bridge;
  const secrets = [origin.chain.rpcUrl, destination.chain.rpcUrl, hotWallet.address, hotWalletKey, databaseUrl, KEY];
  for (const secret of [...secrets, '75000000', origin.token('USDC')]) {
    expect(text).not.toContain(secret.toLowerCase());
  }
  expect(text).toContain(ORIGIN.toLowerCase());
}

test('workers without work leave no spans', async () => {
  await startAll();
  const before = collector.spans.length;
  await bridge.origin.chain.mine(30);
  const head = await bridge.origin.chain.client.getBlockNumber();
  const database = await openPostgres({ url: databaseUrl, poolSize: 1 }, () => {});
  const { id } = bridge.origin.chain;
  const isRead = () => database.query('select 1 from chains where chain_id = $1 and scanned_to >= $2', [id, head]);
  await waitUntil(async () => (await isRead()).length > 0, { ...PATIENCE, what: 'reading thirty blocks' });
  await database.close();
  await stopAll();
  const names = collector.spans.slice(before).filter(({ hasFailed }) => !hasFailed);
  expect(names.map(({ name }) => name)).toEqual([]);
});

test('a collector that never answers delays no payment and no end', async () => {
  collector.setMood('silent');
  const api = await startAll();
  const url = await api.url;
  const hash = await deposit();
  await waitUntil(() => isDelivered(url, hash), PATIENCE);
  expect(collector.requests()).toBeGreaterThan(0);
  const ends = await stopAll();
  // A process that hung would end without this line.
  for (const { code, output } of ends) {
    expect(code).toBe(0);
    expect(output).toContain('"msg":"stopped"');
  }
});
