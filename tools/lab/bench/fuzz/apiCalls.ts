import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type * as v from 'valibot';
import { buildWire } from '#shared/wire/build.ts';
import { HTTP_FAILURES } from '#shared/wire/codes.ts';
import { encodeDetails } from '#shared/wire/details.ts';
import { readEnvelope } from '#shared/wire/envelope.ts';
import { pairsWire } from '#shared/wire/pairs.ts';
import { receiptWire } from '#shared/wire/receipt.ts';
import { receiptsWire } from '#shared/wire/receipts.ts';
import type { Reply } from './connections.ts';

const SCHEMAS: Readonly<Record<string, { readonly data: v.GenericSchema; readonly codes: readonly number[] }>> = {
  get_build_tx: { data: buildWire, codes: [0, 901, 902, 903, 904, 905, 906] },
  get_all_pair_infos: { data: pairsWire, codes: [0] },
  get_receipt: { data: receiptWire, codes: [0, 907, 908, 909] },
  get_receipts: { data: receiptsWire, codes: [0] },
};

/** An API request. It is valid HTTP, whatever its body is. */
export type Call = {
  readonly operation: string;
  readonly method: string;
  readonly contentType: string;
  readonly body: string;
};

const NAMES = ['Northshore', 'Southshore', 'ETH', 'USDC', 'USDT', 'WBTC', '', '__proto__', 'constructor', 'toString'];
const USER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ maxLength: 3000 }),
  fc.constantFrom(
    ...NAMES,
    USER,
    USER.toLowerCase(),
    `0x${'0'.repeat(40)}`,
    '1e3',
    '-1',
    '0x10',
    '١',
    '1.',
    '.5',
    'NaN',
  ),
  fc.bigInt({ min: 0n, max: 2n ** 270n }).map(String),
  fc.integer({ min: 0, max: 3500 }).map((length) => `0.${'9'.repeat(length)}`),
);
const hostile = fc.oneof(
  text,
  fc.jsonValue(),
  fc.double().map((value) => value),
  fc.constantFrom(null, true, -1, 1.5, 2 ** 53, -0, 1e308, [], {}, { toString: 1 }),
);

const order = fc.record({
  channel: fc.maxSafeNat(),
  from_address: fc.constantFrom(USER, USER.toLowerCase()),
  from_chain_name: fc.constantFrom('Northshore', 'Southshore'),
  to_address: fc.constant(USER),
  to_chain_name: fc.constantFrom('Northshore', 'Southshore'),
  token_name: fc.constantFrom('ETH', 'USDC', 'USDT', 'WBTC'),
  ui_value: fc.oneof(
    fc.constantFrom('1', '0.001', '5', '10', '10000'),
    fc.nat({ max: 20_000 }).map((n) => `${n / 8}`),
  ),
  value_include_gas_fee: fc.boolean(),
});
const anyHash = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map((n) => `0x${n.toString(16).padStart(64, '0')}`);

const VALID: Readonly<Record<string, fc.Arbitrary<object>>> = {
  get_build_tx: order,
  get_all_pair_infos: fc.record({
    category: fc.constantFrom('', 'testnet', 'MAINNET'),
    value_include_gas_fee: fc.boolean(),
  }),
  get_receipt: fc.record({ from_chain_hash: anyHash }),
  get_receipts: fc.record({
    from_chain_hashes: fc.array(anyHash, { minLength: 1, maxLength: 100 }),
    all_deposits: fc.constantFrom(true, false, null),
  }),
};

function bodiesOf(valid: fc.Arbitrary<object>): fc.Arbitrary<string> {
  const json = valid.map((body) => JSON.stringify(body));
  const damaged = fc.tuple(valid, fc.nat(), hostile).map(([body, index, value]) => {
    const entries = Object.entries(body);
    const at = index % entries.length;
    return JSON.stringify(Object.fromEntries(entries.map(([key, old], i) => [key, i === at ? value : old])));
  });
  const incomplete = fc.tuple(valid, fc.nat()).map(([body, index]) => {
    const entries = Object.entries(body);
    return JSON.stringify(Object.fromEntries(entries.filter((_, i) => i !== index % entries.length)));
  });
  const inserted = fc
    .tuple(json, fc.constantFrom('__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'x'), fc.jsonValue())
    .map(([body, key, value]) => `{${JSON.stringify(key)}:${JSON.stringify(value)},${body.slice(1)}`);
  // Repeats every field with a different value.
  const repeated = fc.tuple(valid, json, hostile).map(([body, again, value]) => {
    const twice = Object.keys(body).map((key) => `${JSON.stringify(key)}:${JSON.stringify(value) ?? null}`);
    return `{${twice.join()},${again.slice(1)}`;
  });
  const cut = fc.tuple(json, fc.nat()).map(([body, at]) => body.slice(0, at % body.length));
  const deep = fc.integer({ min: 1, max: 3000 }).map((depth) => '[{"a":'.repeat(depth % 700) + '['.repeat(depth));
  const large = fc
    .integer({ min: 3900, max: 20_000 })
    .map((length) => JSON.stringify({ from_chain_hash: 'x'.repeat(length) }));
  const garbage = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.json(), fc.constant(''));
  return fc.oneof(
    { weight: 4, arbitrary: json },
    { weight: 6, arbitrary: damaged },
    incomplete,
    inserted,
    repeated,
    cut,
    deep,
    large,
    garbage,
  );
}

/** From valid to nonsense. */
export const apiCalls: fc.Arbitrary<Call> = fc.constantFrom(...Object.keys(SCHEMAS)).chain((operation) =>
  fc.record({
    operation: fc.constant(operation),
    method: fc.oneof(
      { weight: 20, arbitrary: fc.constant('POST') },
      fc.constantFrom('GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'),
    ),
    contentType: fc.oneof(
      { weight: 20, arbitrary: fc.constant('application/json') },
      fc.constantFrom(
        'application/json; charset=utf-8',
        'application/json;charset=latin1',
        'text/plain',
        '',
        ';',
        'a/b',
        'multipart/form-data',
      ),
    ),
    body: bodiesOf(VALID[operation] ?? order),
  }),
);

/** Checks an API answer against the wire schemas. @returns its problem, or null. @throws if it has no envelope */
export function findCallProblem({ operation, method }: Call, { status, type, body }: Reply): string | null {
  if (method === 'OPTIONS' && status === 204 && body === '') return null;
  if (!type.startsWith('application/json')) return `content type ${type}`;
  const schema = SCHEMAS[operation];
  if (!schema) return 'no such operation';
  const json = JSON.parse(body);
  const answer = readEnvelope(schema.data, json);
  // The reader ignores invalid details, but the service must not send them.
  const details = answer.ok ? undefined : encodeDetails(answer.details);
  if (!isDeepStrictEqual(json.status.details, details)) return `details ${JSON.stringify(json.status.details)}`;
  if (status >= 500) return `HTTP ${status}`;
  const code = answer.ok ? 0 : answer.code;
  if (status === 200) return schema.codes.includes(code) ? null : `code ${code}`;
  const isKnown = HTTP_FAILURES.some((known) => known === status);
  return isKnown && code === status ? null : `HTTP ${status} with code ${code}`;
}
