import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fuzzApi } from '../../lab/service/fuzzApi.ts';
import type { ServerWithQuotes } from '../../lab/service/testHttpServer.ts';
import { HTTP_CONFIG, listen, startWithQuotes } from '../../lab/service/testHttpServer.ts';

// A busy machine must not fail a test.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const REQUESTS = 2000;

let started: ServerWithQuotes;
let url: string;

beforeAll(async () => {
  started = await startWithQuotes();
  url = `http://127.0.0.1:${await listen(started.server)}${HTTP_CONFIG.prefix}`;
});
afterAll(() => started?.stop());

test('every random request is answered with the envelope, and never with 500', async () => {
  const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
  const { requests, answers, problems } = await fuzzApi(url, { requests: REQUESTS, seed, deadlineMs: 90_000 });
  expect(problems, `seed ${seed}`).toEqual([]);
  expect(requests).toBe(REQUESTS);
  // The requests reached the operations, their refusals and HTTP's refusals.
  expect(Object.keys(answers)).toEqual(
    expect.arrayContaining(['200 0', '200 901', '200 906', '200 907', '400 400', '405 405', '413 413', '415 415']),
  );
});
