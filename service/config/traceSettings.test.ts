import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WorkFolder } from '../../lab/service/workFolder.ts';
import { createWorkFolder } from '../../lab/service/workFolder.ts';
import { readTraceSettings } from './traceSettings.ts';

const ENDPOINT = 'http://127.0.0.1:4318';

let folder: WorkFolder;
beforeAll(async () => {
  folder = await createWorkFolder();
});
afterAll(() => folder?.remove());

async function read(variables: Readonly<Record<string, string>>) {
  const problems: string[] = [];
  return { config: await readTraceSettings(variables, 'causeway-worker', problems), problems };
}

const withEndpoint = (variables: Readonly<Record<string, string>>) =>
  read({ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, ...variables });

describe('traces are off', () => {
  test.each([
    ['without an endpoint, whatever the other variables are', { OTEL_TRACES_SAMPLER: 'x', OTEL_SERVICE_NAME: 'x' }],
    ['with an empty endpoint', { OTEL_EXPORTER_OTLP_ENDPOINT: '' }],
    ['with OTEL_SDK_DISABLED', { OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_SDK_DISABLED: 'true' }],
    ['with OTEL_TRACES_EXPORTER=none', { OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }],
  ])('%s', async (_name, variables) => {
    expect(await read(variables)).toEqual({ config: null, problems: [] });
  });
});

test('an endpoint alone switches traces on, with the defaults of OpenTelemetry', async () => {
  expect(await withEndpoint({})).toEqual({
    config: {
      url: `${ENDPOINT}/v1/traces`,
      headers: {},
      timeoutMs: 10_000,
      delayMs: 5000,
      serviceName: 'causeway-worker',
      resource: {},
      sampler: { kind: 'always_on', ratio: 1, isParentBased: true },
    },
    problems: [],
  });
});

describe('the endpoint', () => {
  test.each([
    ['https://c.example/otlp/', 'https://c.example/otlp/v1/traces'],
    ['https://c.example/otlp?key=1', 'https://c.example/otlp/v1/traces?key=1'],
  ])('for everything gets the path of traces: %s', async (OTEL_EXPORTER_OTLP_ENDPOINT, url) => {
    expect((await read({ OTEL_EXPORTER_OTLP_ENDPOINT })).config?.url).toBe(url);
  });

  test('for traces comes first, and is used as it is', async () => {
    const { config } = await withEndpoint({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://t.example/in' });
    expect(config?.url).toBe('https://t.example/in');
  });

  test.each(['collector:4318', 'grpc://c.example', '/v1/traces', 'http://'])('is refused: %s', async (value) => {
    const { config, problems } = await read({ OTEL_EXPORTER_OTLP_ENDPOINT: value });
    expect(config).toBeNull();
    expect(problems).toEqual([
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL such as http://127.0.0.1:4318.',
    ]);
  });

  test('with a password is refused without quoting it', async () => {
    const { problems } = await read({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://u:secret@c.example' });
    expect(problems).toEqual([
      'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must have no user and no password. Put them into OTEL_EXPORTER_OTLP_HEADERS_FILE.',
    ]);
  });
});

describe('headers', () => {
  const BOTH = { authorization: 'Bearer key=1', 'x-team': 'bridge' };

  test('come from the environment', async () => {
    const { config } = await withEndpoint({
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20key=1, x-team=bridge',
    });
    expect(config?.headers).toEqual(BOTH);
  });

  test('come from a file', async () => {
    const file = await folder.write('headers', 'authorization=Bearer%20key=1,x-team=bridge\n');
    expect((await withEndpoint({ OTEL_EXPORTER_OTLP_HEADERS_FILE: file })).config?.headers).toEqual(BOTH);
  });

  test('are refused in a file that other accounts can read', async () => {
    const file = await folder.write('open', 'authorization=secret\n', 0o644);
    const { problems } = await withEndpoint({ OTEL_EXPORTER_OTLP_HEADERS_FILE: file });
    expect(problems).toEqual([
      `OTEL_EXPORTER_OTLP_HEADERS_FILE: ${file} contains a secret, but other accounts can read it. Run: chmod 600 ${file}`,
    ]);
  });

  test('are refused twice', async () => {
    const { problems } = await withEndpoint({
      OTEL_EXPORTER_OTLP_HEADERS: 'a=b',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS_FILE: '/x',
    });
    expect(problems).toEqual([
      'OTEL_EXPORTER_OTLP_HEADERS and OTEL_EXPORTER_OTLP_TRACES_HEADERS_FILE are both set. Remove one of them.',
    ]);
  });

  test.each(['secret', 'a b=secret', 'a=secret%', 'a=secret%0d%0ab: c'])(
    'are refused without quoting them: %s',
    async (value) => {
      const { problems } = await withEndpoint({ OTEL_EXPORTER_OTLP_HEADERS: value });
      expect(problems).toEqual([
        'OTEL_EXPORTER_OTLP_HEADERS must give headers as name=value with commas between them, such as authorization=Bearer%20key.',
      ]);
    },
  );
});

test('names and resource attributes', async () => {
  const { config } = await withEndpoint({
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=a,deployment.environment.name=test%20net,service.version=1',
  });
  expect(config).toMatchObject({
    serviceName: 'a',
    resource: { 'deployment.environment.name': 'test net', 'service.version': '1' },
  });
  expect(config?.resource).not.toHaveProperty('service.name');
  const named = await withEndpoint({ OTEL_SERVICE_NAME: 'b', OTEL_RESOURCE_ATTRIBUTES: 'service.name=a' });
  expect(named.config?.serviceName).toBe('b');
});

test.each([
  ['always_off', undefined, { kind: 'always_off', ratio: 1, isParentBased: false }],
  ['traceidratio', '0.25', { kind: 'traceidratio', ratio: 0.25, isParentBased: false }],
  ['parentbased_traceidratio', '1', { kind: 'traceidratio', ratio: 1, isParentBased: true }],
  ['parentbased_traceidratio', undefined, { kind: 'traceidratio', ratio: 1, isParentBased: true }],
])('the sampler %s %s', async (OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG, sampler) => {
  const { config, problems } = await withEndpoint({
    OTEL_TRACES_SAMPLER,
    ...(OTEL_TRACES_SAMPLER_ARG !== undefined && { OTEL_TRACES_SAMPLER_ARG }),
  });
  expect(config?.sampler).toEqual(sampler);
  expect(problems).toEqual([]);
});

test.each([
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_PROTOCOL must be http/json, not "grpc": '],
  [
    { OTEL_EXPORTER_OTLP_TIMEOUT: '10s' },
    'OTEL_EXPORTER_OTLP_TIMEOUT must be milliseconds from 1 to 60000, not "10s".',
  ],
  [{ OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '0' }, 'OTEL_EXPORTER_OTLP_TRACES_TIMEOUT must be milliseconds'],
  [{ OTEL_BSP_SCHEDULE_DELAY: '-1' }, 'OTEL_BSP_SCHEDULE_DELAY must be milliseconds'],
  [{ OTEL_EXPORTER_OTLP_COMPRESSION: 'zstd' }, 'OTEL_EXPORTER_OTLP_COMPRESSION must be gzip or none, not "zstd".'],
  [{ OTEL_TRACES_SAMPLER: 'jaeger_remote' }, 'OTEL_TRACES_SAMPLER must be one of always_on, parentbased_always_on, '],
  [
    { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '10%' },
    'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "10%".',
  ],
  [{ OTEL_RESOURCE_ATTRIBUTES: 'production' }, 'OTEL_RESOURCE_ATTRIBUTES must be name=value with commas'],
  [{ OTEL_SDK_DISABLED: 'yes' }, 'OTEL_SDK_DISABLED must be true or false, not "yes".'],
  [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER must be otlp or none, not "zipkin".'],
])('a wrong value gets a sentence: %j', async (variables: Readonly<Record<string, string>>, sentence) => {
  const { problems } = await withEndpoint(variables);
  expect(problems).toEqual([expect.stringContaining(sentence)]);
});
