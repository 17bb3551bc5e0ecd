import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenApiSchemas } from '../../tools/lab/service/openApiSchemas.ts';
import { answerPointer, readOpenApi, requestPointer } from '../../tools/lab/service/openApiSchemas.ts';
import type { ServerWithQuotes } from '../../tools/lab/service/testHttpServer.ts';
import { post, SAMPLE_ORDER, startWithQuotes } from '../../tools/lab/service/testHttpServer.ts';

const order = SAMPLE_ORDER;
const HASH = `0x${'ab'.repeat(32)}`;

type Refusal = readonly [code: number, words?: RegExp, details?: object];

type Request = readonly [operation: string, body: unknown, refusal: Refusal | null, fitsSchema?: boolean];

/**
 * Each body with its refusal, or null if the operation answers it. Codes below 900 are HTTP statuses. A body fits its
 * schema unless its status is 400.
 */
const REQUESTS: readonly Request[] = [
  ['get_all_pair_infos', {}, null],
  ['get_all_pair_infos', { category: 'mAinNET' }, null],
  ['get_all_pair_infos', { category: '' }, null],
  ['get_all_pair_infos', { category: null }, null],
  ['get_all_pair_infos', { nonsense: 1 }, null],
  ['get_all_pair_infos', { category: 'Devnet' }, [400, /field category must be "Mainnet", "Testnet" or empty\./]],
  ['get_all_pair_infos', { value_include_gas_fee: 'yes' }, [400, /value_include_gas_fee must be a boolean\./]],

  ['get_build_tx', order, null],
  ['get_build_tx', { ...order, from_chain_name: 'Nowhere' }, [901]],
  [
    'get_build_tx',
    { ...order, token_name: 'WBTC', from_chain_name: 'Southshore', to_chain_name: 'Northshore' },
    [903, /\.$/, { reason: 'pair_not_offered' }],
  ],
  [
    'get_build_tx',
    { ...order, ui_value: '11' },
    [
      ...([904, /\.$/] as const),
      {
        reason: 'amount_out_of_range',
        min_value: { decimals: 18, raw_value: '1000000000000000', ui_value: '0.001' },
        max_value: { decimals: 18, raw_value: '10000000000000000000', ui_value: '10' },
      },
    ],
  ],
  ['get_build_tx', { ...order, token_name: 'DOGE' }, [905]],
  ['get_build_tx', { ...order, ui_value: '1e3' }, [906], false],
  ['get_build_tx', { ...order, ui_value: 'x' }, [906], false],
  ['get_build_tx', { ...order, token_name: 'USDC', ui_value: '5' }, [906]],
  ['get_build_tx', { from_address: order.from_address }, [400, /The field from_chain_name is missing\./]],
  ['get_build_tx', { ...order, ui_value: 1.5 }, [400, /The field ui_value must be a string\./]],
  ['get_build_tx', { ...order, ui_value: 5 }, [400, /The field ui_value must be a string\./]],
  ['get_build_tx', { ...order, channel: -1 }, [400, /The field channel must be a whole number/]],
  ['get_build_tx', { ...order, channel: 1.5 }, [400, /The field channel must be a whole number/]],
  ['get_build_tx', { ...order, channel: '1' }, [400, /The field channel must be a whole number/]],
  ['get_build_tx', { ...order, channel: 'x' }, [400, /The field channel must be a whole number/]],
  ['get_build_tx', { ...order, value_include_gas_fee: 'yes' }, [400, /value_include_gas_fee must be a boolean\./]],
  ['get_build_tx', { ...order, to_address: null }, [400, /The field to_address must be a string\./]],

  ['get_receipt', { from_chain_hash: HASH }, [907, /^The service knows no transfer/]],
  ['get_receipt', { from_chain_hash: '0x12' }, [907, /but the value has 4/, { reason: 'hash_invalid' }]],
  ['get_receipt', { from_chain_hash: 'x' }, [907, /\.$/, { reason: 'hash_invalid' }]],
  ['get_receipt', {}, [400, /The field from_chain_hash is missing\./]],
  ['get_receipt', { from_chain_hash: 5 }, [400, /The field from_chain_hash must be a string\./]],
  ['get_receipt', [], [400, /The body must be a JSON object\./]],
  ['get_receipt', null, [400, /The body must be a JSON object\./]],
  ['get_receipt', { from_chain_hash: 'x'.repeat(5000) }, [413, /at most 4096 bytes/]],

  ['get_receipts', { from_chain_hashes: [HASH, 'x'] }, null],
  ['get_receipts', { from_chain_hashes: ['anything'], all_deposits: true }, null],
  ['get_receipts', { from_chain_hashes: [] }, [400]],
  ['get_receipts', { from_chain_hashes: Array(101).fill('x') }, [400]],
];

let started: ServerWithQuotes;
let schemas: OpenApiSchemas;

beforeAll(async () => {
  started = await startWithQuotes();
  schemas = await readOpenApi(started.server);
});
afterAll(() => started?.stop());

const ROWS = REQUESTS.map((request) => [request[0], JSON.stringify(request[1]).slice(0, 200), request] as const);

test.each(ROWS)('answers %s with the body %s as its schema says', async (_operation, _text, request) => {
  const [operation, body, refusal, fitsSchema = refusal?.[0] !== 400] = request;
  const response = await post(started.server, operation, body);
  const answer = response.json();
  const [code, words = /^(?:[A-Z]|ui_value ).*\.$/, details] = refusal ?? [0];
  const status = code > 0 && code < 900 ? code : 200;
  expect(response.statusCode).toBe(status);
  expect(response.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' });
  if (refusal === null) expect(answer.status).toEqual({ code: 0, message: '' });
  else {
    const message = expect.stringMatching(words);
    expect(answer).toEqual({ data: null, status: { code, message, ...(details && { details }) } });
  }
  expect(schemas.fits(answerPointer(operation, status), answer), schemas.problem()).toBe(true);
  expect(schemas.fits(requestPointer(operation), body)).toBe(fitsSchema);
});

// A schema that accepts everything would describe nothing.
test.each([...new Set(REQUESTS.map(([operation]) => operation))])(
  'the schema of %s refuses an empty answer',
  (name) => {
    expect(schemas.fits(answerPointer(name), {})).toBe(false);
  },
);
