import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codes, HTTP_FAILURES } from '#shared/wire/codes.ts';
import type { OpenApiSchemas } from '../../../tools/lab/service/openApiSchemas.ts';
import { answerPointer, readOpenApi, requestPointer } from '../../../tools/lab/service/openApiSchemas.ts';
import type { ServerWithQuotes } from '../../../tools/lab/service/testHttpServer.ts';
import { HTTP_CONFIG, startWithQuotes } from '../../../tools/lab/service/testHttpServer.ts';
import { OPERATIONS } from './createOpenApi.ts';
import { EXAMPLES } from './examples.ts';

/** The envelope's fields, which the document's introduction explains. */
const ENVELOPE = new Set(['data', 'status', 'details']);

let started: ServerWithQuotes;
let document: OpenApiSchemas['document'];
let schemas: OpenApiSchemas;

beforeAll(async () => {
  started = await startWithQuotes();
  schemas = await readOpenApi(started.server);
  document = schemas.document;
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

  test('contains every referenced schema, and its schemas compile', () => {
    const references = listReferences(document);
    expect(references.length).toBeGreaterThan(20);
    for (const reference of references) expect(find(reference), reference).toBeDefined();
    for (const name of Object.keys(document.components.schemas)) {
      expect(() => schemas.fits(`/components/schemas/${name}`, null), name).not.toThrow();
    }
  });

  test('describes every field, and allows fields that newer versions add', () => {
    const fields = Object.values<{ properties?: Record<string, { description?: string }> }>(
      document.components.schemas,
    );
    const described = fields.flatMap(({ properties = {} }) => Object.entries(properties));
    expect(described.length).toBeGreaterThan(70);
    const wordless = described.filter(([name, { description }]) => !ENVELOPE.has(name) && !description);
    expect(wordless.map(([name]) => name)).toEqual([]);
    expect(JSON.stringify(document)).not.toContain('additionalProperties');
    const [step, reason] = ['Step', 'Reason'].map((name) => `/components/schemas/${name}`);
    expect([schemas.fits(`${step}`, 'teleporting'), schemas.fits(`${reason}`, 'other')]).toEqual([true, true]);
  });

  test.each(Object.entries(EXAMPLES))('has examples of %s that fit it', (path, { request, answers }) => {
    const operation = path.slice(1);
    expect(schemas.fits(requestPointer(operation), request)).toBe(true);
    for (const answer of Object.values(answers)) {
      for (const id of ['open', 'closed'] as const) {
        expect(schemas.fits(answerPointer(operation), answer, id), schemas.problem()).toBe(true);
      }
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
