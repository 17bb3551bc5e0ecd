import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readVersion } from '../boot/version.ts';
import type { OperatorServer } from './server.ts';
import { createOperatorServer } from './server.ts';

let server: OperatorServer;
let url: string;
let log: string[];

beforeAll(async () => {
  const readiness = async () => ({ ready: true, serving: true, checks: [] });
  const metrics = async () => Promise.reject(new Error('the database is gone'));
  const logger = pino({}, { write: (line: string) => void log.push(line) });
  server = createOperatorServer({ readiness, installation: 'ab', metrics, logger });
  url = await server.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(() => {
  log = [];
});
afterAll(() => server?.close());

describe("the operator's port", () => {
  test.each([
    { what: 'a body that is not JSON', type: 'application/json', body: '{', status: 400 },
    { what: 'another content type', type: ';', body: 'null', status: 415 },
    { what: 'a body above 1 kB', type: 'application/json', body: `"${'x'.repeat(2000)}"`, status: 413 },
  ])('refuses $what, and logs no failure', async ({ type, body, status }) => {
    const response = await fetch(`${url}/live`, { method: 'POST', headers: { 'content-type': type }, body });
    expect([response.status, log]).toEqual([status, []]);
  });

  test('says its version beside its readiness', async () => {
    const { version, commit } = readVersion();
    expect(await (await fetch(`${url}/ready`)).json()).toEqual({
      ready: true,
      version,
      commit,
      installation: 'ab',
      checks: [],
    });
  });

  test('answers its own failure with 500, and logs it', async () => {
    expect((await fetch(`${url}/metrics`)).status).toBe(500);
    expect(log.join()).toContain('operator request failed');
  });
});
