import { brotliDecompressSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codes, HTTP_FAILURES } from '#shared/wire/codes.ts';
import type { ServerWithQuotes } from '../../../lab/service/testHttpServer.ts';
import { HTTP_CONFIG, SAMPLE_ORDER, startWithQuotes } from '../../../lab/service/testHttpServer.ts';
import { OPERATIONS } from './createOpenApi.ts';
import { EXAMPLES } from './examples.ts';

/** The envelope's fields, which the rules of the document explain. */
const ENVELOPE = new Set(['data', 'status', 'details']);

const order = SAMPLE_ORDER;
const { from_address: USER } = SAMPLE_ORDER;

let started: ServerWithQuotes;
// biome-ignore lint/suspicious/noExplicitAny: the test reads the document as JSON
let document: any;
const ajv = new Ajv2020({ strict: false });

beforeAll(async () => {
  started = await startWithQuotes();
  document = (await started.server.inject({ method: 'GET', url: '/openapi.json' })).json();
  ajv.addSchema(document, 'openapi');
  ajv.addSchema(JSON.parse(JSON.stringify(document), closeObjects), 'closed');
});
afterAll(() => started?.stop());

function listReferences(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : [];
  return [...own, ...Object.values(value).flatMap(listReferences)];
}

function find(reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce((node, key) => node?.[key.replaceAll('~1', '/')], document);
}

/** Validates a value against the document's schema at a JSON pointer. */
function fits(pointer: string, value: unknown, id = 'openapi'): boolean {
  return ajv.validate({ $ref: `${id}#${pointer}` }, value);
}

/** Closes each object of the document, as linters do: an example must not have a field that its schema does not describe. */
const closeObjects = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'object'
    ? { ...value, unevaluatedProperties: false }
    : value;

function operationPointer(operation: string): string {
  return `/paths/~1${operation}/post`;
}

function expectDescribed(operation: string, status: number, body: unknown): void {
  const schema = '/content/application~1json/schema';
  const pointer =
    status === 200
      ? `${operationPointer(operation)}/responses/200${schema}`
      : `/components/responses/Failure${status}${schema}`;
  expect(fits(pointer, body), `${operation} ${status}: ${JSON.stringify(body)} ${ajv.errorsText()}`).toBe(true);
}

describe('the OpenAPI document', () => {
  test('groups each operation under a described tag', () => {
    const named = document.tags.map(({ name }: { name: string }) => name);
    expect(named).toEqual(['Pairs', 'Builds', 'Receipts']);
    for (const methods of Object.values<Record<string, { tags: string[] }>>(document.paths)) {
      for (const { tags } of Object.values(methods)) expect(named).toEqual(expect.arrayContaining(tags));
      expect(Object.values(methods).every(({ tags }) => tags.length === 1)).toBe(true);
    }
  });

  test('describes each operation with every failure', () => {
    expect(document.openapi).toBe('3.1.1');
    expect(document.servers).toEqual([{ url: HTTP_CONFIG.prefix }]);
    const operations = Object.keys(OPERATIONS);
    expect(Object.keys(document.paths)).toEqual([...operations, '/pairs']);
    for (const path of operations) {
      expect(Object.keys(document.paths[path].post.responses).map(Number)).toEqual([200, ...HTTP_FAILURES]);
    }
    const described = JSON.stringify(document.components).match(/(?<="const":)90\d\b/g);
    const known = Object.values(codes).filter((code) => code !== 0);
    expect(new Set(described?.map(Number))).toEqual(new Set(known));
  });

  test('contains every reference, and its schemas compile', () => {
    const references = listReferences(document);
    expect(references.length).toBeGreaterThan(20);
    for (const reference of references) expect(find(reference), reference).toBeDefined();
    for (const name of Object.keys(document.components.schemas)) {
      expect(typeof ajv.compile({ $ref: `openapi#/components/schemas/${name}` })).toBe('function');
    }
  });

  test.each<readonly [string, object, number, number]>([
    ['get_all_pair_infos', {}, 200, 0],
    ['get_all_pair_infos', { category: 'MAINNET' }, 200, 0],
    ['get_all_pair_infos', { category: 'Devnet' }, 400, 400],
    ['get_build_tx', order, 200, 0],
    ['get_build_tx', { ...order, from_chain_name: 'Nowhere' }, 200, 901],
    [
      'get_build_tx',
      { ...order, token_name: 'WBTC', from_chain_name: 'Southshore', to_chain_name: 'Northshore' },
      200,
      903,
    ],
    ['get_build_tx', { ...order, ui_value: '11' }, 200, 904],
    ['get_build_tx', { ...order, token_name: 'DOGE' }, 200, 905],
    ['get_build_tx', { ...order, ui_value: 'x' }, 200, 906],
    ['get_build_tx', { ...order, channel: 'x' }, 400, 400],
    ['get_receipt', { from_chain_hash: `0x${'ab'.repeat(32)}` }, 200, 907],
    ['get_receipt', { from_chain_hash: 'x' }, 200, 907],
    ['get_receipts', { from_chain_hashes: [`0x${'ab'.repeat(32)}`, 'x'] }, 200, 0],
    ['get_receipts', { from_chain_hashes: [] }, 400, 400],
    ['get_receipt', { from_chain_hash: 'x'.repeat(5000) }, 413, 413],
  ])('describes the answer of %s to %j: %i with code %i', async (...[operation, payload, status, code]) => {
    const answer = await started.server.inject({ method: 'POST', url: `${HTTP_CONFIG.prefix}/${operation}`, payload });
    expect([answer.statusCode, answer.json().status.code]).toEqual([status, code]);
    expectDescribed(operation, status, answer.json());
    // A schema that accepts everything would describe nothing.
    expect(fits(`${operationPointer(operation)}/responses/200/content/application~1json/schema`, {})).toBe(false);
  });

  test.each([
    ['get_build_tx', order, true],
    ['get_build_tx', { ...order, channel: 1.5 }, false],
    ['get_build_tx', { ...order, ui_value: 5 }, false],
    ['get_build_tx', { from_address: USER }, false],
    ['get_all_pair_infos', {}, true],
    ['get_all_pair_infos', { category: 'mAinNET' }, true],
    ['get_all_pair_infos', { category: '' }, true],
    ['get_all_pair_infos', { category: null }, true],
    ['get_all_pair_infos', { category: 'Devnet' }, false],
    ['get_all_pair_infos', { value_include_gas_fee: 'yes' }, false],
    ['get_receipt', { from_chain_hash: 'anything' }, true],
    ['get_receipt', {}, false],
    ['get_receipts', { from_chain_hashes: ['anything'], all_deposits: true }, true],
    ['get_receipts', { from_chain_hashes: [] }, false],
    ['get_receipts', { from_chain_hashes: Array(101).fill('x') }, false],
  ] as const)('validates a body of %s: %j', (operation, body, fitting) => {
    expect(fits(`${operationPointer(operation)}/requestBody/content/application~1json/schema`, body)).toBe(fitting);
  });

  test('describes every field in words, and admits fields that newer versions add', () => {
    const fields = Object.values<{ properties?: Record<string, { description?: string }> }>(
      document.components.schemas,
    );
    const described = fields.flatMap(({ properties = {} }) => Object.entries(properties));
    expect(described.length).toBeGreaterThan(70);
    const wordless = described.filter(([name, { description }]) => !ENVELOPE.has(name) && !description);
    expect(wordless.map(([name]) => name)).toEqual([]);
    expect(JSON.stringify(document)).not.toContain('additionalProperties');
    const [step, reason] = ['Step', 'Reason'].map((name) => `/components/schemas/${name}`);
    expect([fits(`${step}`, 'teleporting'), fits(`${reason}`, 'other')]).toEqual([true, true]);
  });

  test.each(Object.entries(EXAMPLES))('has examples of %s that fit it', (path, { request, answers }) => {
    const operation = path.slice(1);
    expect(fits(`${operationPointer(operation)}/requestBody/content/application~1json/schema`, request)).toBe(true);
    const answerPointer = `${operationPointer(operation)}/responses/200/content/application~1json/schema`;
    for (const answer of Object.values(answers)) {
      expectDescribed(operation, 200, answer);
      expect(fits(answerPointer, answer, 'closed'), ajv.errorsText()).toBe(true);
    }
  });

  test.each(['/openapi.json', `${HTTP_CONFIG.prefix}/openapi.json`])('is served at %s, with GET only', async (url) => {
    const refused = await started.server.inject({ method: 'POST', url, payload: {} });
    expect([refused.statusCode, refused.headers.allow]).toEqual([405, 'GET, HEAD']);
    const answer = await started.server.inject({ url, headers: { 'accept-encoding': 'br' } });
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, 'br']);
    expect(JSON.parse(brotliDecompressSync(answer.rawPayload).toString())).toEqual(document);
    const again = await started.server.inject({ url, headers: { 'if-none-match': String(answer.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});
