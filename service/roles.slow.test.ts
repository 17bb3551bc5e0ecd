import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { PrivateKeyAccount } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { paidEvent } from '#shared/abi/vaultAbi.ts';
import type { TestBridge } from '../tools/lab/chains/testBridge.ts';
import { createTestBridge, DESTINATION, ORIGIN } from '../tools/lab/chains/testBridge.ts';
import { post } from '../tools/lab/installation/testService.ts';
import { urlAs } from '../tools/lab/postgres/databaseRoles.ts';
import type { TestPostgres } from '../tools/lab/postgres/testPostgres.ts';
import { startTestPostgres } from '../tools/lab/postgres/testPostgres.ts';
import { findFreePort } from '../tools/lab/processes/freePort.mjs';
import { waitUntil } from '../tools/lab/processes/waitUntil.ts';
import type { ServiceProcess, SignerProcess } from '../tools/lab/service/program.ts';
import { runMigration, startServiceProcess, startSignerProcess } from '../tools/lab/service/program.ts';
import { offersPairs } from '../tools/lab/service/readPairs.ts';
import type { SignerFiles } from '../tools/lab/service/signerFiles.ts';
import { writeSignerFiles } from '../tools/lab/service/signerFiles.ts';
import type { WorkFolder } from '../tools/lab/service/workFolder.ts';
import { createWorkFolder } from '../tools/lab/service/workFolder.ts';
import { openPostgres } from './db/postgres.ts';

const PATIENCE = { timeoutMs: 120_000, everyMs: 100 };
const NO_SIGNER = 'The signer does not answer';

let bridge: TestBridge;
let folder: WorkFolder;
let server: TestPostgres;
let files: SignerFiles;
let environment: Record<string, string>;
let databaseUrl: string;
let started: (ServiceProcess | SignerProcess)[] = [];

beforeAll(async () => {
  [bridge, folder, server] = await Promise.all([createTestBridge(41_900), createWorkFolder(), startTestPostgres()]);
  const config = bridge.configFile();
  files = await writeSignerFiles(folder, { privateKey: bridge.hotWalletKey, installation: config });
  environment = {
    CAUSEWAY_INSTALLATION: await folder.write('config.json', JSON.stringify(config)),
  };
  await prepareDatabase();
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
  await folder?.remove();
});

/** Creates the roles as an administrator, and migrates the database with the command that the operator runs. */
async function prepareDatabase(): Promise<void> {
  databaseUrl = await server.createDatabase();
  const admin = await openPostgres({ url: databaseUrl, poolSize: 1 }, () => {});
  const script = await readFile(new URL('db/create.sql', import.meta.url), 'utf8');
  await admin.transaction((transaction) => transaction.script(script));
  await admin.close();
  const early = await startServiceProcess({ ...environment, ...accessOf('api') }).ended;
  expect(early.output).toContain('and this role must not change the schema');
  const { code, output } = await runMigration(urlAs(databaseUrl, 'causeway_migrate'));
  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringContaining('Rights granted: causeway_worker'),
  });
}

function accessOf(role: 'api' | 'worker') {
  return { CAUSEWAY_ROLE: role, DATABASE_URL: urlAs(databaseUrl, `causeway_${role}`) };
}

function startSigner(): SignerProcess {
  const signer = startSignerProcess(files.environment);
  started.push(signer);
  return signer;
}

function startRole(role: 'api' | 'worker', more: Readonly<Record<string, string>> = {}): ServiceProcess {
  const socket = role === 'worker' ? { CAUSEWAY_SOCKET: files.socketPath } : {};
  const service = startServiceProcess({ ...environment, ...socket, ...accessOf(role), ...more });
  started.push(service);
  return service;
}

type BalancedApi = { readonly service: ServiceProcess; readonly operatorPort: number; isServing: boolean };

/** An API as run behind a load balancer, which asks its operator port whether it is ready. */
async function startBalancedApi(): Promise<BalancedApi> {
  const operatorPort = await findFreePort();
  const config = bridge.configFile();
  const file = JSON.stringify({ ...config, lab: { ...config.lab, operatorPort, drainSeconds: 5 } });
  const service = startRole('api', { CAUSEWAY_INSTALLATION: await folder.write(`api-${operatorPort}.json`, file) });
  await service.url;
  return { service, operatorPort, isServing: true };
}

async function countPayments(): Promise<ReadonlyMap<string, number>> {
  const { chain, deployment } = bridge.destination;
  const logs = await chain.client.getLogs({
    address: deployment.vault,
    event: paidEvent,
    fromBlock: 0n,
    strict: true,
  });
  const counts = new Map<string, number>();
  for (const { args } of logs) counts.set(args.to, (counts.get(args.to) ?? 0) + 1);
  return counts;
}

const codeOf = async (url: string, hash: string) =>
  (await post(`${url}/get_receipt`, { from_chain_hash: hash })).status.code;

/** Waits until a receipt has a code. */
const waitForCode = (url: string, hash: string, code: number) =>
  waitUntil(async () => (await codeOf(url, hash)) === code, { ...PATIENCE, what: `a receipt with code ${code}` });

const deposit = (user: PrivateKeyAccount) => bridge.deposit(user, { token: 'USDC', amount: 20_000_000n });

describe('separate processes', () => {
  test('an API without a signer serves all three operations and moves nothing; the worker pays once it has its signer', async () => {
    const [worker, api] = [startRole('worker'), startRole('api')];
    const [url] = await Promise.all([api.url, worker.url]);
    const user = await bridge.createUser();
    const { address } = user;
    await waitUntil(() => offersPairs(url), { ...PATIENCE, what: 'pairs' });
    const build = await post(`${url}/get_build_tx`, {
      ...{ from_address: address, from_chain_name: ORIGIN, to_address: address, to_chain_name: DESTINATION },
      ...{ token_name: 'USDC', ui_value: '20' },
    });
    expect(build.status.code).toBe(0);

    const before = await deposit(user);
    await waitForCode(url, before, 908);
    expect((await countPayments()).get(address)).toBeUndefined();
    const signer = startSigner();
    await waitForCode(url, before, 0);

    await signer.kill('SIGKILL');
    const during = await deposit(user);
    await waitForCode(url, during, 908);
    const countFailures = () => worker.output().split(NO_SIGNER).length;
    const failures = countFailures();
    const hasFailedAgain = async () => countFailures() > failures;
    await waitUntil(hasFailedAgain, { ...PATIENCE, what: 'another request to the signer' });
    expect((await countPayments()).get(address)).toBe(1);
    await startSigner().listens;
    await waitForCode(url, during, 0);
    expect((await countPayments()).get(address)).toBe(2);

    await worker.kill('SIGTERM');
    const unseen = await deposit(user);
    // Several times the blocks that a deposit needs to be confirmed.
    await bridge.origin.chain.mine(10);
    expect(await codeOf(url, unseen)).toBe(907);
    await startRole('worker').url;
    await waitForCode(url, unseen, 0);
    const { code, output } = await api.kill('SIGTERM');
    expect(code).toBe(0);
    expect(output).not.toContain('"loop"');
  });

  test('two workers and two APIs pay every deposit once when one of each is killed', async () => {
    await startSigner().listens;
    const workers = [startRole('worker'), startRole('worker')];
    const apis = [startRole('api'), startRole('api')];
    const [firstUrl, url] = await Promise.all(apis.map((api) => api.url));
    await Promise.all(workers.map((worker) => worker.url));
    if (!firstUrl || !url) throw new Error('no address');
    const users = await Promise.all(Array.from({ length: 12 }, () => bridge.createUser()));
    const early = await Promise.all(users.slice(0, 6).map(deposit));
    await waitForCode(firstUrl, early[0] ?? '', 0);
    await Promise.all([workers[0]?.kill('SIGKILL'), apis[0]?.kill('SIGKILL')]);
    const late = await Promise.all(users.slice(6).map(deposit));
    for (const hash of [...early, ...late]) await waitForCode(url, hash, 0);
    const counts = await countPayments();
    expect(users.map(({ address }) => counts.get(address))).toEqual(users.map(() => 1));
  });

  test('two workers and two APIs restart one after the other: no request fails, and payments continue', async () => {
    await startSigner().listens;
    const workers = [startRole('worker'), startRole('worker')];
    const apis = await Promise.all([startBalancedApi(), startBalancedApi()]);
    await Promise.all(workers.map(({ url }) => url));
    const users = await Promise.all(Array.from({ length: 6 }, () => bridge.createUser()));
    const hashes = await Promise.all(users.map(deposit));
    let isOver = false;
    // Like a load balancer, it asks each API whether it is ready, and sends no request to one that isn't.
    const watch = async () => {
      while (!isOver) {
        for (const api of apis) {
          const probe = fetch(`http://127.0.0.1:${api.operatorPort}/serving`);
          api.isServing = await probe.then(({ ok }) => ok).catch(() => false);
        }
        await setTimeout(50);
      }
    };
    const ask = async (hash: string) => {
      const api = apis.find(({ isServing }) => isServing);
      if (!api) throw new Error('no API serves');
      return codeOf(await api.service.url, hash);
    };
    const client = async () => {
      while (!isOver) for (const hash of hashes) await ask(hash);
    };
    const clients = Promise.all([watch(), ...Array.from({ length: 8 }, client)]);
    // A failed request fails the test at its end, not the process.
    clients.catch(() => {});
    const restart = async (old: ServiceProcess) =>
      expect(await old.kill('SIGHUP')).toMatchObject({ code: 0, output: expect.stringContaining('"stopped"') });
    for (const [index, old] of workers.entries()) {
      await restart(old);
      const next = startRole('worker');
      workers[index] = next;
      await next.url;
    }
    for (const [index, old] of apis.entries()) {
      await restart(old.service);
      const next = await startBalancedApi();
      apis[index] = next;
    }
    for (const hash of hashes) await waitUntil(async () => (await ask(hash)) === 0, PATIENCE);
    isOver = true;
    await clients;
    const counts = await countPayments();
    expect(users.map(({ address }) => counts.get(address))).toEqual(users.map(() => 1));
  });

  test('a worker refuses to start with the signer of another account', async () => {
    const otherKey = `0x${'12'.repeat(32)}` as const;
    const installation = { ...bridge.configFile(), hotWallet: privateKeyToAddress(otherKey) };
    await mkdir(join(folder.path, 'other'));
    const other = await writeSignerFiles(
      { ...folder, path: join(folder.path, 'other') },
      { privateKey: otherKey, installation },
    );
    const signer = startSignerProcess(other.environment);
    started.push(signer);
    await signer.listens;
    const wrong = { ...environment, ...accessOf('worker'), CAUSEWAY_SOCKET: other.socketPath };
    const { code, output } = await startServiceProcess(wrong).ended;
    expect(code).toBe(1);
    expect(output).toContain("but the signer's key belongs to");
  });
});
