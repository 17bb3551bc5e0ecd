import { describe, expect, test } from 'vitest';
import { createOpenApi } from '../../service/api/openapi/createOpenApi.ts';
import { findBreaks } from './findBreaks.ts';

// biome-ignore lint/suspicious/noExplicitAny: the test changes the document as JSON
type Document = any;

const released: Document = createOpenApi('/api/v1');

function breaksOf(change: (schemas: Document, document: Document) => void): readonly string[] {
  const current = structuredClone(released);
  change(current.components.schemas, current);
  return findBreaks(released, current);
}

describe('a client loses with a new document', () => {
  test.each<readonly [string, (schemas: Document, document: Document) => void, RegExp]>([
    ['a renamed field', ({ Build }) => rename(Build.properties, 'send_value', 'sent_value'), /Build.*send_value/],
    ['a removed field', ({ Receipt }) => delete Receipt.properties.deposits, /Receipt.*deposits/],
    ['a retyped field', ({ Pair }) => (Pair.properties.usual_seconds = { type: 'string' }), /usual_seconds/],
    ['a different reference', ({ Build }) => (Build.properties.gas_fee.$ref = '#/components/schemas/Name'), /gas_fee/],
    ["a value's changed type", ({ Timestamp }) => (Timestamp.pattern = '^.*$'), /Timestamp.*pattern/],
    ['a field that can be absent', ({ Amount }) => Amount.required.pop(), /Amount.*required ui_value/],
    ['a newly required request field', ({ BuildRequest }) => BuildRequest.required.push('channel'), /requires channel/],
    ['a removed code', ({ BuildRefusal }) => BuildRefusal.properties.status.properties.code.oneOf.pop(), /906/],
    ['a removed step', ({ Step }) => Step.anyOf.shift(), /Step.*seen/],
    ['a removed operation', (_schemas, { paths }) => delete paths['/get_receipts'], /get_receipts/],
    ['a removed status', (_schemas, { paths }) => delete paths['/pairs'].get.responses[304], /pairs.*304/],
    ['a removed header', (_schemas, { components }) => delete components.responses.Failure429.headers, /Retry-After/],
  ])('%s', (_what, change, words) => {
    expect(breaksOf(change).join('\n')).toMatch(words);
  });
});

describe('a client loses nothing with', () => {
  test.each<readonly [string, (schemas: Document, document: Document) => void]>([
    ['the same document', () => {}],
    ['a new field', ({ Pair }) => (Pair.properties.more = { type: 'string' })],
    ['a new optional field of a request', ({ BuildRequest }) => (BuildRequest.properties.more = { type: 'string' })],
    ['a new code, before the others', ({ BuildRefusal }) => addCode(BuildRefusal)],
    ['a field that becomes always present', ({ Receipt }) => Receipt.required.push('deposits')],
    ['a new operation', (_schemas, { paths }) => (paths['/more'] = structuredClone(paths['/get_receipt']))],
    ['changed texts', ({ Build }) => (Build.properties.txs.description = 'Another text.')],
  ])('%s', (_what, change) => {
    expect(breaksOf(change)).toEqual([]);
  });
});

function rename(fields: Document, from: string, to: string): void {
  fields[to] = fields[from];
  delete fields[from];
}

function addCode(refusal: Document): void {
  refusal.properties.status.properties.code.oneOf.unshift({ const: 910 });
}
