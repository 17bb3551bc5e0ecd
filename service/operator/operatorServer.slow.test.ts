import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DESTINATION, ORIGIN } from '../../lab/bridge/testBridge.ts';
import type { Endpoint } from '../../lab/endpoints/endpoint.ts';
import { startEndpoint } from '../../lab/endpoints/endpoint.ts';
import { standStill } from '../../lab/endpoints/faults.ts';
import { startCuttableProxy } from '../../lab/ha/cluster/cuttableProxy.ts';
import type { LabInstallation } from '../../lab/installation/installationFile.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import type { TestInstallation } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';
import type { TestService } from '../../lab/service/testService.ts';
import { openPostgres } from '../db/postgres.ts';
import { haltSender } from '../payments/senders.ts';
import type { ProbeResult, Readiness } from './readiness.ts';

const WAIT_MS = 60_000;

let harness: TestInstallation;
let faulty: Endpoint;

beforeAll(async () => {
  harness = await createTestHarness('postgresql', 46_000);
  faulty = await startEndpoint(harness.bridge.destination.chain.rpcUrl);
});
afterAll(async () => {
  await harness?.stop();
  await faulty?.stop();
});

function change(file: LabInstallation): void {
  file.lab.operatorPort = 0;
  for (const chain of file.chains) if (chain.name === DESTINATION) chain.rpcUrls = [faulty.url];
}

async function readMetrics({ operatorUrl }: TestService): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${operatorUrl}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

type ReadyAnswer = {
  readonly status: number;
  readonly failed: readonly ProbeResult[];
  readonly checks: readonly ProbeResult[];
};

async function askReady({ operatorUrl }: TestService): Promise<ReadyAnswer> {
  const response = await fetch(`${operatorUrl}/ready`);
  const { checks }: Readiness = JSON.parse(await response.text());
  return { status: response.status, checks, failed: checks.filter(({ ok }) => !ok) };
}

function waitForStatus(service: TestService, status: number): Promise<ReadyAnswer> {
  const read = async () => {
    const answer = await askReady(service);
    return answer.status === status ? answer : null;
  };
  return waitUntil(read, { timeoutMs: WAIT_MS, what: `status ${status} of /ready` });
}

function waitForMetric(service: TestService, name: string, value: number): Promise<ReadonlyMap<string, number>> {
  const read = async () => {
    const metrics = await readMetrics(service);
    return metrics.get(name) === value ? metrics : null;
  };
  return waitUntil(read, { timeoutMs: WAIT_MS, what: `${name} ${value}` });
}

async function startAgain(): Promise<void> {
  faulty.answer(null);
  await harness.reset();
}

describe("the operator's port of a whole service", () => {
  let service: TestService;

  beforeAll(async () => {
    await startAgain();
    harness.keepMining();
    service = await harness.start({ change });
  });

  test('is ready, and exports a delivered transfer', async () => {
    const { checks } = await waitForStatus(service, 200);
    expect(checks.map(({ name }) => name)).toEqual([
      'clock',
      'database',
      'senders',
      `chain ${ORIGIN}`,
      `chain ${DESTINATION}`,
      'clients',
      'signer',
    ]);
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: 50_000_000n });
    await service.waitForReceipt(hash, 0);
    const metrics = await waitForMetric(service, 'causeway_transfer_duration_seconds_count{state="delivered"}', 1);
    const expected: [string, number][] = [
      ['causeway_transfers{state="broadcast"}', 0],
      ['causeway_transfer_oldest_age_seconds{state="broadcast"}', 0],
      ['causeway_transfer_duration_seconds_bucket{le="86400",state="delivered"}', 1],
      ['causeway_transfer_duration_seconds_count{state="refunded"}', 0],
      [`causeway_payment_attempts_total{chain="${DESTINATION}"}`, 1],
      [`causeway_payment_attempts_total{chain="${ORIGIN}"}`, 0],
      [`causeway_unsettled_sends{chain="${DESTINATION}"}`, 0],
      [`causeway_liquidity_reserved_tokens{chain="${DESTINATION}",token="USDC"}`, 0],
      [`causeway_payments_stopped{chain="${DESTINATION}",cause="halt"}`, 0],
      ['causeway_payments_stopped{cause="breaker"}', 0],
      ['causeway_open_incidents{kind="senderHalted"}', 0],
      ['causeway_open_incidents{kind="paymentUnproven"}', 0],
      ['causeway_ready{check="metrics"}', 1],
      ['causeway_ready{check="signer"}', 1],
      ['causeway_ready{check="database"}', 1],
      ['causeway_http_requests_total{operation="get_receipt",code="0"}', 1],
      [`causeway_rpc_errors_total{chain="${ORIGIN}",rpc="1",class="timeout"}`, 0],
      [`causeway_rpc_errors_total{chain="${ORIGIN}",rpc="any",class="inconsistent"}`, 0],
    ];
    for (const [name, value] of expected) expect([name, metrics.get(name)]).toEqual([name, value]);
    expect(metrics.get('causeway_transfer_duration_seconds_sum{state="delivered"}')).toBeGreaterThan(0);
    expect(metrics.get(`causeway_read_age_seconds{chain="${ORIGIN}",reader="watch"}`)).toBeLessThan(60);
    expect(metrics.get(`causeway_rpc_call_duration_seconds_count{chain="${ORIGIN}",rpc="1"}`)).toBeGreaterThan(10);
    expect(metrics.get('causeway_database_connections_max{pool="all"}')).toBe(10);
    expect(metrics.get('process_cpu_seconds_total')).toBeGreaterThan(0);
  });

  test('is absent from the public port', async () => {
    for (const path of ['/live', '/ready', '/metrics']) {
      expect((await fetch(new URL(path, service.url))).status).toBe(404);
      expect((await fetch(`${service.url}${path}`)).status).toBe(404);
    }
  });

  test('answers 503 while an RPC hangs, without waiting for it', async () => {
    await waitForStatus(service, 200);
    faulty.answer(() => 'hang');
    await waitForStatus(service, 503);
    const { failed } = await askReady(service);
    expect(failed).toEqual([{ name: `chain ${DESTINATION}`, ok: false, detail: 'failed, or no answer within 2.5 s' }]);
    faulty.answer(null);
    await waitForStatus(service, 200);
  });

  test('is live but not ready when a sender is halted', async () => {
    await waitForStatus(service, 200);
    const key = { chainId: harness.bridge.destination.chain.id, address: harness.bridge.hotWallet.address };
    await haltSender(harness.database(), key, 'a test halted it');
    const { failed } = await waitForStatus(service, 503);
    expect(failed).toEqual([{ name: 'senders', ok: false, detail: `halted on ${DESTINATION}` }]);
    const metrics = await waitForMetric(service, `causeway_payments_stopped{chain="${DESTINATION}",cause="halt"}`, 1);
    expect(metrics.get('causeway_open_incidents{kind="senderHalted"}')).toBe(1);
    expect(metrics.get('causeway_ready{check="senders"}')).toBe(0);
    expect((await fetch(`${service.operatorUrl}/live`)).status).toBe(200);
  });
});

describe("the operator's port", () => {
  beforeEach(startAgain);

  test('exports a signed transfer with its age and its reserved amount', async () => {
    harness.keepMining();
    const service = await harness.start({ change, workers: ['fees', 'liquidity', 'watch', 'accept', 'sign'] });
    const series = (name: string) => `causeway_liquidity_${name}_tokens{chain="${DESTINATION}",token="USDC"}`;
    const before = (await readMetrics(service)).get(series('free')) ?? 0;
    expect(before).toBeGreaterThan(900_000);
    const user = await harness.createUser();
    await harness.bridge.deposit(user, { token: 'USDC', amount: 50_000_000n });
    const metrics = await waitForMetric(service, 'causeway_transfers{state="signed"}', 1);
    expect(metrics.get('causeway_transfer_oldest_age_seconds{state="signed"}')).toBeGreaterThan(0);
    expect(metrics.get(`causeway_unsettled_sends{chain="${DESTINATION}"}`)).toBe(1);
    const reserved = metrics.get(`causeway_liquidity_reserved_tokens{chain="${DESTINATION}",token="USDC"}`);
    expect(reserved).toBeGreaterThan(49);
    expect(reserved).toBeLessThan(50);
    // The free amount falls by the reserved amount, within the precision of a float.
    await waitUntil(async () => {
      const free = (await readMetrics(service)).get(series('free')) ?? 0;
      return Math.abs(before - (reserved ?? 0) - free) < 1e-5;
    });
    expect(metrics.get(series('largest'))).toBe(10_000);
    expect(metrics.get(`causeway_read_age_seconds{chain="${DESTINATION}",reader="liquidity"}`)).toBeLessThan(60);
  });

  test('is not ready, and builds nothing, while the only provider of a chain stands still', async () => {
    const service = await harness.start({
      change: (file) => {
        change(file);
        file.lab.maxHeadAgeSeconds = 5;
      },
    });
    harness.keepMining();
    await waitForStatus(service, 200);
    faulty.answer(await standStill(harness.bridge.destination.chain.rpcUrl));
    const { failed } = await waitForStatus(service, 503);
    expect(failed).toEqual([
      { name: `chain ${DESTINATION}`, ok: false, detail: expect.stringMatching(/^newest block is \d+ s old$/) },
    ]);
    const build = await service.ask('get_build_tx', {
      ...{ from_chain_name: ORIGIN, to_chain_name: DESTINATION, token_name: 'ETH', ui_value: '1' },
      ...{ from_address: harness.bridge.hotWallet.address, to_address: harness.bridge.hotWallet.address },
    });
    expect(build.status.code).toBe(902);
  });

  test('describes a chain that was never read, not read recently, or not read far enough', async () => {
    const service = await harness.start({ change, workers: ['fees'] });
    const { id } = harness.bridge.origin.chain;
    const read = (head: bigint, seconds: number) =>
      harness
        .database()
        .query("update chains set scanned_to = $2, scanned_to_hash = '0x', looked_at = $3 where chain_id = $1", [
          id,
          head,
          new Date(Date.now() - seconds * 1000),
        ]);
    const readDetail = async () => {
      const { checks } = await askReady(service);
      return checks.find(({ name }) => name === `chain ${ORIGIN}`)?.detail;
    };
    expect(await readDetail()).toBe('never read');
    const head = await harness.bridge.origin.chain.client.getBlockNumber();
    await read(head, 130);
    await waitUntil(async () => /^last read 1\d\d s ago$/.test((await readDetail()) ?? ''));
    await harness.bridge.origin.chain.mine(101);
    await waitUntil(async () => (await readDetail()) === '101 blocks not read yet');
    await read(head + 101n, 1);
    await waitUntil(async () => (await readDetail()) === 'ok');
  });

  test('is live but not ready without its database, and exports no stale values', async () => {
    harness.keepMining();
    const url = new URL(harness.databaseUrl());
    const proxy = await startCuttableProxy(Number(url.port));
    url.port = String(proxy.port);
    const database = await openPostgres({ url: url.href, poolSize: 4 }, () => {});
    const service = await harness.start({ change, database });
    await waitForStatus(service, 200);
    expect((await readMetrics(service)).get('causeway_transfers{state="seen"}')).toBe(0);
    await proxy.stop();
    const { failed } = await waitForStatus(service, 503);
    expect(failed.map(({ name }) => name)).toContain('database');
    const metrics = await waitForMetric(service, 'causeway_ready{check="metrics"}', 0);
    expect([...metrics.keys()].filter((name) => name.startsWith('causeway_transfers'))).toEqual([]);
    expect((await fetch(`${service.operatorUrl}/live`)).status).toBe(200);
    await service.stop();
    await database.close();
  });

  test('is closed unless configured', async () => {
    expect((await harness.start({ workers: ['fees'] })).operatorUrl).toBe('');
  });
});
