import type { ConversionConfig } from '@valibot/to-json-schema';
import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { amountWire } from '#shared/wire/amount.ts';
import { buildRequestWire, buildWire } from '#shared/wire/build.ts';
import type { HttpFailure } from '#shared/wire/codes.ts';
import { codes, HTTP_FAILURES } from '#shared/wire/codes.ts';
import { detailsWire } from '#shared/wire/details.ts';
import { pairsRequestWire, pairsWire } from '#shared/wire/pairs.ts';
import { addressWire, chainIdWire, hashWire, hexWire, uint256Wire } from '#shared/wire/primitives.ts';
import { receiptRequestWire, receiptWire } from '#shared/wire/receipt.ts';
import { receiptsRequestWire } from '#shared/wire/receipts.ts';
import { failureOf } from './failure.ts';

type Json = { readonly [key: string]: unknown };

/** The path of an operation below the prefix. */
export type OperationPath = '/get_build_tx' | '/get_all_pair_infos' | '/get_receipt' | '/get_receipts';

type Description = {
  readonly summary: string;
  readonly request: v.GenericSchema;
  /** The schema of the data. */
  readonly data: () => Json;
  /** The codes of answers without data. */
  readonly failures: readonly number[];
};

const RECEIPT_FAILURES = [codes.receiptUnknown, codes.receiptInProgress, codes.transferFailed];

const DESCRIPTIONS: Readonly<Record<OperationPath, Description>> = {
  '/get_build_tx': {
    summary: 'Build the unsigned transactions of a deposit, and quote its fees and payout.',
    request: buildRequestWire,
    data: () => convert(buildWire),
    failures: [
      codes.unknownChain,
      codes.chainNotServed,
      codes.pairNotOffered,
      codes.valueOutOfRange,
      codes.unknownToken,
      codes.cannotBuild,
    ],
  },
  '/get_all_pair_infos': {
    summary: 'List the tokens and chains of each offered transfer, with the smallest and largest amount.',
    request: pairsRequestWire,
    data: () => convert(pairsWire),
    failures: [],
  },
  '/get_receipt': {
    summary: 'Get the state of a transfer by the hash of its deposit.',
    request: receiptRequestWire,
    data: () => convert(receiptWire),
    failures: RECEIPT_FAILURES,
  },
  '/get_receipts': {
    summary: 'Get the states of several transfers by the hashes of their deposits, in the order of the hashes.',
    request: receiptsRequestWire,
    data: describeReceipts,
    failures: [],
  },
};

const DEFINITIONS = {
  Address: addressWire,
  Amount: amountWire,
  ChainId: chainIdWire,
  Hash: hashWire,
  Hex: hexWire,
  Uint256: uint256Wire,
};

// Constraints that the schemas test with a function, which JSON Schema cannot express.
const REFINEMENTS: Readonly<Record<keyof typeof DEFINITIONS, Json>> = {
  Address: {
    pattern: '^(0x[0-9a-fA-F]{40}|0X[0-9A-F]{40})$',
    description: 'An account address. Mixed case must have a valid EIP-55 checksum.',
  },
  Amount: { description: 'An amount in base units, and the same amount as an exact plain decimal.' },
  ChainId: { description: 'An EIP-155 chain id.' },
  Hash: { description: 'A transaction hash.' },
  Hex: { description: 'Bytes.' },
  Uint256: { description: 'An integer below 2^256.' },
};

const CONVERSION: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'input',
  ignoreActions: ['check'],
  definitions: DEFINITIONS,
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
};

function convert(schema: v.GenericSchema): Json {
  const { $schema: _dialect, $defs: _definitions, ...json } = toJsonSchema(schema, CONVERSION);
  return json;
}

function createDefinitions(): Json {
  const { $defs = {} } = toJsonSchema(amountWire, CONVERSION);
  return Object.fromEntries(
    Object.entries(REFINEMENTS).map(([name, refinement]) => [name, Object.assign({}, $defs[name], refinement)]),
  );
}

type EnvelopeParts = { readonly data: Json; readonly status: Json; readonly more?: Readonly<Record<string, Json>> };

function envelope({ data, status, more = {} }: EnvelopeParts): Json {
  return {
    type: 'object',
    properties: {
      ...more,
      data,
      status: {
        type: 'object',
        properties: { message: { type: 'string' }, ...status },
        required: ['code', 'message'],
        additionalProperties: false,
      },
    },
    required: [...Object.keys(more), 'data', 'status'],
    additionalProperties: false,
  };
}

function answer(description: string, schema: Json): Json {
  return { description, content: { 'application/json': { schema } } };
}

function describeFailure(status: HttpFailure): Json {
  const described = answer(
    failureOf(status).body.status.message,
    envelope({ data: { type: 'null' }, status: { code: { const: status } } }),
  );
  if (status !== 429) return described;
  const description = 'The seconds to wait before the next request.';
  return { ...described, headers: { 'Retry-After': { description, schema: { type: 'integer', minimum: 1 } } } };
}

function describeSuccess(data: Json, more?: Readonly<Record<string, Json>>): Json {
  return envelope({ data, status: { code: { const: codes.ok }, message: { const: '' } }, ...(more && { more }) });
}

function describeRefusal(failures: readonly number[], more?: Readonly<Record<string, Json>>): Json {
  const status = { code: { enum: failures }, details: convert(detailsWire) };
  return envelope({ data: { type: 'null' }, status, ...(more && { more }) });
}

function describeReceipts(): Json {
  const hash = { from_chain_hash: { type: 'string' } };
  const items = { oneOf: [describeSuccess(convert(receiptWire), hash), describeRefusal(RECEIPT_FAILURES, hash)] };
  return {
    type: 'object',
    properties: { receipts: { type: 'array', items } },
    required: ['receipts'],
    additionalProperties: false,
  };
}

function describeOperation(path: OperationPath): Json {
  const { summary, request, data, failures } = DESCRIPTIONS[path];
  const success = describeSuccess(data());
  const refusal = describeRefusal(failures);
  return {
    operationId: path.slice(1),
    summary,
    requestBody: { required: true, content: { 'application/json': { schema: convert(request) } } },
    responses: {
      200: answer(
        'The answer. With code 0 it has data. With any other code it has no data, and the message gives the reason.',
        failures.length > 0 ? { oneOf: [success, refusal] } : success,
      ),
      ...Object.fromEntries(
        HTTP_FAILURES.map((status) => [status, { $ref: `#/components/responses/Failure${status}` }]),
      ),
    },
  };
}

/** Creates the OpenAPI 3.1 document from the schemas that parse requests and encode answers. */
export function createOpenApi(prefix: string): Json {
  const paths = ['/get_build_tx', '/get_all_pair_infos', '/get_receipt', '/get_receipts'] as const;
  return {
    openapi: '3.1.1',
    info: { title: 'Causeway transfer service', version: '1', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: prefix === '' ? '/' : prefix }],
    security: [],
    paths: Object.fromEntries(paths.map((path) => [path, { post: describeOperation(path) }])),
    components: {
      schemas: createDefinitions(),
      responses: Object.fromEntries(HTTP_FAILURES.map((status) => [`Failure${status}`, describeFailure(status)])),
    },
  };
}
