import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { TestPostgres } from '../../lab/postgres/testPostgres.ts';
import { startTestPostgres } from '../../lab/postgres/testPostgres.ts';
import { findFreePorts } from '../../lab/processes/freePort.mjs';
import { findLimitStore, startLimitStore } from '../../lab/processes/limitStore.ts';
import type { RunningProcess } from '../../lab/processes/startProcess.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import { runMigration } from '../../lab/service/runMigration.ts';
import { readExampleFile } from '../../lab/service/sampleCatalog.ts';
import type { ServiceProcess } from '../../lab/service/serviceProcess.ts';
import { startServiceProcess } from '../../lab/service/serviceProcess.ts';
import { exchange } from '../../lab/service/testHttpServer.ts';
import type { WorkFolder } from '../../lab/service/workFolder.ts';
import { createWorkFolder } from '../../lab/service/workFolder.ts';
import { sharedWindow } from './sharedLimits.ts';

// A busy machine must not fail a test.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const STORE = findLimitStore();
const LIMIT = { perSecond: 10, burst: 10 };
const PATIENCE = { timeoutMs: 60_000, everyMs: 5 };
// A process alone asks its clients to wait for less than a second, which Retry-After rounds up.
const OWN_WAIT_SECONDS = 1;

type Api = { readonly process: ServiceProcess; readonly port: number; readonly operatorPort: number };
type Answer = { readonly status: number; readonly retryAfter: number };

let server: TestPostgres;
let folder: WorkFolder;
let apis: readonly Api[] = [];
let store: RunningProcess | null = null;

beforeAll(async () => {
  [server, folder] = await Promise.all([startTestPostgres(), createWorkFolder()]);
});
afterEach(async () => {
  await Promise.all(apis.map(({ process }) => process.kill('SIGKILL')));
  await store?.stop();
});
afterAll(async () => {
  await server?.stop();
  await folder?.remove();
});

/** Starts two API processes of one installation. */
async function startApis(limitStoreUrl: string): Promise<readonly Api[]> {
  const databaseUrl = await server.createDatabase();
  expect(await runMigration(databaseUrl)).toMatchObject({ code: 0 });
  return Promise.all(
    ['one', 'other'].map(async (name): Promise<Api> => {
      const [port = 0, operatorPort = 0] = await findFreePorts(2);
      const file = readExampleFile();
      for (const chain of file.chains) chain.rpcUrls = ['http://127.0.0.1:9'];
      const config = {
        ...file,
        http: { ...file.http, port, rateLimit: LIMIT },
        operator: { ...file.operator, port: operatorPort },
      };
      const process = startServiceProcess({
        CAUSEWAY_CONFIG: await folder.write(`${name}.json`, JSON.stringify(config)),
        CAUSEWAY_ROLE: 'api',
        DATABASE_URL: databaseUrl,
        CAUSEWAY_LIMIT_STORE_URL: limitStoreUrl,
      });
      await process.url;
      return { process, port, operatorPort };
    }),
  );
}

async function ask({ port }: Api, from = '127.0.0.1'): Promise<Answer> {
  const { head } = await exchange(port, 'GET /api/v1/pairs HTTP/1.1\r\nConnection: close\r\n\r\n', from);
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]);
  return { status, retryAfter: Number(/^retry-after: (\d+)/im.exec(head)?.[1] ?? 0) };
}

async function isStoreUp({ operatorPort }: Api): Promise<boolean | null> {
  const page = await (await fetch(`http://127.0.0.1:${operatorPort}/metrics`)).text();
  const value = /^causeway_limit_store_up (\d)$/m.exec(page)?.[1];
  return value === undefined ? null : value === '1';
}

const untilAll = (isUp: boolean) =>
  waitUntil(async () => (await Promise.all(apis.map(isStoreUp))).every((state) => state === isUp), PATIENCE);

/** Asks every process again and again, until each has refused the client for longer than it would alone. */
async function askUntilShared(): Promise<number> {
  let admitted = 0;
  await waitUntil(async () => {
    const answers = await Promise.all(apis.map((api) => ask(api)));
    admitted += answers.filter(({ status }) => status === 200).length;
    return answers.every(({ retryAfter }) => retryAfter > OWN_WAIT_SECONDS);
  }, PATIENCE);
  return admitted;
}

test.skipIf(STORE === null)(
  'two API processes limit a client together, and each alone while the store is down',
  async () => {
    const [storePort = 0] = await findFreePorts(1);
    store = startLimitStore(STORE ?? '', storePort);
    apis = await startApis(`redis://127.0.0.1:${storePort}`);
    await untilAll(true);

    const { points } = sharedWindow(LIMIT);
    const admitted = await askUntilShared();
    // Each process can admit a request while the last count is under way.
    expect(admitted).toBeGreaterThanOrEqual(points - 1);
    expect(admitted).toBeLessThanOrEqual(points + 4);
    for (const api of apis) expect(await ask(api, '127.0.0.2')).toMatchObject({ status: 200 });

    store.send('SIGKILL');
    await store.exited;
    await untilAll(false);
    const [one] = apis;
    if (!one) throw new Error('no process');
    await waitUntil(async () => (await ask(one)).status === 200, PATIENCE);
    // Far more than the store would admit at once: the process refills its own bucket after each refusal.
    let served = 0;
    await waitUntil(async () => {
      const { status, retryAfter } = await ask(one);
      expect(retryAfter).toBeLessThanOrEqual(OWN_WAIT_SECONDS);
      served += status === 200 ? 1 : 0;
      return served > points;
    }, PATIENCE);

    store = startLimitStore(STORE ?? '', storePort);
    await untilAll(true);
    expect(await askUntilShared()).toBeLessThanOrEqual(points + 4);
    for (const { process } of apis) expect(process.output()).toContain('limit store lost');
  },
);

test.skipIf(STORE === null)('a store that stops answering counts as down', async () => {
  const [storePort = 0] = await findFreePorts(1);
  store = startLimitStore(STORE ?? '', storePort);
  apis = await startApis(`redis://127.0.0.1:${storePort}`);
  await untilAll(true);
  store.send('SIGSTOP');
  await untilAll(false);
  for (const api of apis) expect(await ask(api)).toMatchObject({ status: 200 });
  store.send('SIGCONT');
  await untilAll(true);
});

test('an API process starts and serves without its store, and says so', async () => {
  const [storePort] = await findFreePorts(1);
  apis = await startApis(`redis://127.0.0.1:${storePort}`);
  for (const api of apis) {
    expect(await isStoreUp(api)).toBe(false);
    expect(await ask(api)).toMatchObject({ status: 200 });
  }
});
