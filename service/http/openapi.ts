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
import { failureOf } from './failure.ts';

type Json = { readonly [key: string]: unknown };

/** The path of an operation below the prefix. */
export type OperationPath = '/get_build_tx' | '/get_all_pair_infos' | '/get_receipt';

type Description = {
  readonly summary: string;
  readonly request: v.GenericSchema;
  readonly data: v.GenericSchema;
  /** The codes of answers without data. */
  readonly failures: readonly number[];
};

const DESCRIPTIONS: Readonly<Record<OperationPath, Description>> = {
  '/get_build_tx': {
    summary: 'Build the unsigned transactions of a deposit, and quote its fees and payout.',
    request: buildRequestWire,
    data: buildWire,
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
    data: pairsWire,
    failures: [],
  },
  '/get_receipt': {
    summary: 'Get the state of a transfer by the hash of its deposit.',
    request: receiptRequestWire,
    data: receiptWire,
    failures: [codes.receiptUnknown, codes.receiptInProgress, codes.transferFailed],
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

function envelope(data: Json, status: Json): Json {
  return {
    type: 'object',
    properties: {
      data,
      status: {
        type: 'object',
        properties: { message: { type: 'string' }, ...status },
        required: ['code', 'message'],
        additionalProperties: false,
      },
    },
    required: ['data', 'status'],
    additionalProperties: false,
  };
}

function answer(description: string, schema: Json): Json {
  return { description, content: { 'application/json': { schema } } };
}

function describeFailure(status: HttpFailure): Json {
  const described = answer(
    failureOf(status).body.status.message,
    envelope({ type: 'null' }, { code: { const: status } }),
  );
  if (status !== 429) return described;
  const description = 'The seconds to wait before the next request.';
  return { ...described, headers: { 'Retry-After': { description, schema: { type: 'integer', minimum: 1 } } } };
}

function describeOperation(path: OperationPath): Json {
  const { summary, request, data, failures } = DESCRIPTIONS[path];
  const success = envelope(convert(data), { code: { const: codes.ok }, message: { const: '' } });
  const refusal = envelope({ type: 'null' }, { code: { enum: failures }, details: convert(detailsWire) });
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
  const paths = ['/get_build_tx', '/get_all_pair_infos', '/get_receipt'] as const;
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
