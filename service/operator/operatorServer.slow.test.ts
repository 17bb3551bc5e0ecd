import { afterAll, beforeEach, describe, expect } from 'vitest';
import { DESTINATION, ORIGIN } from '../../tools/lab/chains/testBridge.ts';
import type { Endpoint } from '../../tools/lab/endpoints/endpoint.ts';
import { startEndpoint } from '../../tools/lab/endpoints/endpoint.ts';
import { stopAtNewestBlock } from '../../tools/lab/endpoints/faults.ts';
import { test } from '../../tools/lab/fixtures.ts';
import type { LabInstallation } from '../../tools/lab/installation/installationFile.ts';
import type { TestService } from '../../tools/lab/installation/testService.ts';
import { startCuttableProxy } from '../../tools/lab/processes/cuttableProxy.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';
import { openPostgres } from '../db/postgres.ts';
import { haltSender } from '../payments/senders.ts';
import type { ProbeResult, Readiness } from './readiness.ts';

const WAIT_MS = 60_000;

let faulty: Endpoint;

test.beforeAll(async ({ sharedInstallation: { bridge } }) => {
  faulty = await startEndpoint(bridge.destination.chain.rpcUrl);
});
beforeEach(() => faulty.answer(null));
afterAll(() => faulty?.stop());

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

describe("the operator's port of a whole service", () => {
  let service: TestService;

  test.beforeAll(async ({ sharedInstallation: { keepMining, start } }) => {
    keepMining();
    service = await start({ change });
  });

  test('is ready, and exports a delivered transfer', async ({ sharedInstallation: { deposit } }) => {
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
    await (await deposit()).delivered();
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
      ['causeway_ready_note{check="clients"}', 0],
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

  test('notes when all clients share one rate limit', async () => {
    const ask = () => fetch(`${service.url}/get_receipt`, { method: 'POST' });
    for (let i = 0; i < 100; i += 1) await (await ask()).text();
    await waitForMetric(service, 'causeway_ready_note{check="clients"}', 1);
    const note = (await askReady(service)).checks.find(({ name }) => name === 'clients');
    expect(note).toEqual({ name: 'clients', ok: true, detail: expect.stringMatching(/^all requests count as one/) });
  });

  test('is live but not ready when a sender is halted', async ({ sharedInstallation: { database, senderKey } }) => {
    await waitForStatus(service, 200);
    await haltSender(database(), senderKey, 'a test halted it');
    const { failed } = await waitForStatus(service, 503);
    expect(failed).toEqual([{ name: 'senders', ok: false, detail: `halted on ${DESTINATION}` }]);
    const metrics = await waitForMetric(service, `causeway_payments_stopped{chain="${DESTINATION}",cause="halt"}`, 1);
    expect(metrics.get('causeway_open_incidents{kind="senderHalted"}')).toBe(1);
    expect(metrics.get('causeway_ready{check="senders"}')).toBe(0);
    expect((await fetch(`${service.operatorUrl}/live`)).status).toBe(200);
  });
});

describe("the operator's port", () => {
  test('exports a signed transfer with its age and its reserved amount', async ({ installation }) => {
    installation.keepMining();
    const service = await installation.start({ change, workers: ['fees', 'liquidity', 'watch', 'accept', 'sign'] });
    const series = (name: string) => `causeway_liquidity_${name}_tokens{chain="${DESTINATION}",token="USDC"}`;
    const before = (await readMetrics(service)).get(series('free')) ?? 0;
    expect(before).toBeGreaterThan(900_000);
    await installation.deposit();
    const metrics = await waitForMetric(service, 'causeway_transfers{state="signed"}', 1);
    expect(metrics.get('causeway_transfer_oldest_age_seconds{state="signed"}')).toBeGreaterThan(0);
    expect(metrics.get(`causeway_unsettled_sends{chain="${DESTINATION}"}`)).toBe(1);
    const reserved = metrics.get(`causeway_liquidity_reserved_tokens{chain="${DESTINATION}",token="USDC"}`);
    expect(reserved).toBeGreaterThan(49);
    expect(reserved).toBeLessThan(50);
    // The free amount falls by the reserved amount, within float precision.
    await waitUntil(async () => {
      const free = (await readMetrics(service)).get(series('free')) ?? 0;
      return Math.abs(before - (reserved ?? 0) - free) < 1e-5;
    });
    expect(metrics.get(series('largest'))).toBe(10_000);
    expect(metrics.get(`causeway_read_age_seconds{chain="${DESTINATION}",reader="liquidity"}`)).toBeLessThan(60);
  });

  test('is not ready, and builds nothing, while the only provider of a chain is stalled', async ({ installation }) => {
    const service = await installation.start({
      change: (file) => {
        change(file);
        file.lab.maxHeadAgeSeconds = 5;
      },
    });
    installation.keepMining();
    await waitForStatus(service, 200);
    faulty.answer(await stopAtNewestBlock(installation.bridge.destination.chain.rpcUrl));
    const { failed } = await waitForStatus(service, 503);
    expect(failed).toEqual([
      { name: `chain ${DESTINATION}`, ok: false, detail: expect.stringMatching(/^newest block is \d+ s old$/) },
    ]);
    expect((await service.build({ token_name: 'ETH', ui_value: '1' })).status.code).toBe(902);
  });

  test('is live but not ready without its database, and exports no stale values', async ({ installation }) => {
    installation.keepMining();
    const url = new URL(installation.databaseUrl());
    const proxy = await startCuttableProxy(Number(url.port));
    url.port = String(proxy.port);
    const database = await openPostgres({ url: url.href, poolSize: 4 }, () => {});
    const service = await installation.start({ change, database });
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

  test('is closed unless configured', async ({ installation }) => {
    expect((await installation.start({ workers: ['fees'] })).operatorUrl).toBe('');
  });
});
