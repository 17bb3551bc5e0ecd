import type { HttpFailure } from '#shared/wire/codes.ts';
import { codes, HTTP_FAILURES } from '#shared/wire/codes.ts';
import { failureOf } from '../answers.ts';
import { EXAMPLES } from './examples.ts';
import type { Json } from './namedSchemas.ts';
import { CATEGORY_PATTERN, createNamedSchemas, refTo } from './namedSchemas.ts';
import type { CodeText } from './texts.ts';
import { BUILD_CODES, HTTP_ACTIONS, RECEIPT_CODES, SUCCESS_TEXT } from './texts.ts';

/** The path of an operation below the prefix. */
export type OperationPath = '/get_build_tx' | '/get_all_pair_infos' | '/get_receipt' | '/get_receipts';

/** The operation groups, in the order of a transfer. */
const TAGS = {
  Pairs: 'What can be moved from where to where.',
  Builds: 'The transactions to sign.',
  Receipts: 'What has become of a deposit.',
} as const;

type Tag = keyof typeof TAGS;

type Operation = {
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** The name of the schema of the body. */
  readonly request: string;
  /** The name of the schema of the data. */
  readonly data: string;
  /** The codes of answers without data. */
  readonly failures: Readonly<Record<number, CodeText>>;
};

export const OPERATIONS: Readonly<Record<OperationPath, Operation>> = {
  '/get_build_tx': {
    tag: 'Builds',
    summary: 'Build the unsigned transactions of a deposit, and quote its fees and payout.',
    description:
      'Stores nothing and moves nothing. The service validates chains, token, pair, amount and addresses in this order and names the first fault.',
    request: 'BuildRequest',
    data: 'Build',
    failures: BUILD_CODES,
  },
  '/get_all_pair_infos': {
    tag: 'Pairs',
    summary: 'List the tokens and chains of each offered transfer, with the smallest and largest amount.',
    description: 'Leaves out disabled, paused and unreachable chains. `GET /pairs` gives the same answer.',
    request: 'PairsRequest',
    data: 'Pairs',
    failures: {},
  },
  '/get_receipt': {
    tag: 'Receipts',
    summary: 'Get the state of a transfer by the hash of its deposit.',
    description:
      'A transaction can make several deposits. The answer is then about the first one in progress, or else about the last one.',
    request: 'ReceiptRequest',
    data: 'Receipt',
    failures: RECEIPT_CODES,
  },
  '/get_receipts': {
    tag: 'Receipts',
    summary: 'Get the states of several transfers by the hashes of their deposits, in the order of the hashes.',
    description: 'Counts as one request for each hash. Answers 413 instead of more than 1000 receipts.',
    request: 'ReceiptsRequest',
    data: 'Receipts',
    failures: {},
  },
};

/** The interface version: the last segment of the prefix. Fields are only ever added. */
const INTERFACE_VERSION = '1';

const DESCRIPTION =
  'Moves a token amount from an origin chain to a destination chain. Every answer is `{ data, status }`: read `status.code` first. Fields, steps and reasons are only ever added: ignore unknown ones.';

const codeOf = (code: number, { meaning, action }: CodeText): Json => ({
  const: code,
  description: `${meaning} To do: ${action}`,
});

const listCodes = (failures: Readonly<Record<number, CodeText>>): Json => ({
  type: 'integer',
  oneOf: Object.entries(failures).map(([code, text]) => codeOf(Number(code), text)),
});

const MESSAGE: Json = { type: 'string', description: 'One sentence or two for people. Show it, and never parse it.' };

/**
 * @param status the fields of `status` other than the message
 * @param more fields other than `data` and `status`
 */
function envelope(data: Json, status: Json, more: Json = {}): Json {
  return {
    type: 'object',
    properties: {
      ...more,
      data,
      status: { type: 'object', properties: { message: MESSAGE, ...status }, required: ['code', 'message'] },
    },
    required: [...Object.keys(more), 'data', 'status'],
  };
}

const SUCCESS: Json = { code: codeOf(codes.ok, SUCCESS_TEXT), message: { const: '', description: 'Empty.' } };

function refusalOf(failures: Readonly<Record<number, CodeText>>): Json {
  const details = { ...refTo('Details'), description: 'What the message says, for programs.' };
  return { code: listCodes(failures), details };
}

const describeSuccess = (data: string): Json => envelope(refTo(data), SUCCESS);
const describeRefusal = (failures: Readonly<Record<number, CodeText>>): Json =>
  envelope({ type: 'null' }, refusalOf(failures));

function describeHttpFailure(status: HttpFailure): Json {
  const { message } = failureOf(status).body.status;
  const code = codeOf(status, { meaning: 'The HTTP status.', action: HTTP_ACTIONS[status] });
  const described = {
    description: `${message} To do: ${HTTP_ACTIONS[status]}`,
    content: { 'application/json': { schema: envelope({ type: 'null' }, { code }) } },
  };
  if (status !== 429) return described;
  const description = 'The seconds to wait before the next request.';
  return { ...described, headers: { 'Retry-After': { description, schema: { type: 'integer', minimum: 1 } } } };
}

const HASH: Json = { type: 'string', description: 'The hash as the request has it.' };

const RECEIPT_ITEM: Json = {
  description: 'The hash as the request has it, and the answer of `get_receipt` for it.',
  oneOf: [
    envelope(refTo('Receipt'), SUCCESS, { from_chain_hash: HASH }),
    envelope({ type: 'null' }, refusalOf(RECEIPT_CODES), { from_chain_hash: HASH }),
  ],
};

const ANSWERS: Json = {
  BuildSuccess: describeSuccess('Build'),
  BuildRefusal: describeRefusal(OPERATIONS['/get_build_tx'].failures),
  PairsSuccess: describeSuccess('Pairs'),
  ReceiptSuccess: describeSuccess('Receipt'),
  ReceiptRefusal: describeRefusal(RECEIPT_CODES),
  ReceiptsSuccess: describeSuccess('Receipts'),
  ReceiptItem: RECEIPT_ITEM,
  Receipts: {
    type: 'object',
    properties: {
      receipts: {
        type: 'array',
        items: refTo('ReceiptItem'),
        description: 'In the order of the hashes. With `all_deposits`, the receipts of one hash are in log order.',
      },
    },
    required: ['receipts'],
  },
};

function answerOf(path: OperationPath): Json {
  const { data, failures } = OPERATIONS[path];
  const success = refTo(`${data}Success`);
  const schema = Object.keys(failures).length > 0 ? { oneOf: [success, refTo(`${data}Refusal`)] } : success;
  const examples = Object.entries(EXAMPLES[path].answers).map(([name, value]) => [name, { value }]);
  return {
    description:
      'The answer, for every request that fits the schema. With code 0 it has data. With any other code it has none, and the message gives the reason.',
    content: { 'application/json': { schema, examples: Object.fromEntries(examples) } },
  };
}

const failuresFor = (statuses: readonly HttpFailure[]) =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/Failure${status}` }]));

function describeOperation(path: OperationPath): Json {
  const { tag, summary, description, request } = OPERATIONS[path];
  const { request: example } = EXAMPLES[path];
  return {
    operationId: path.slice(1),
    tags: [tag],
    ...{ summary, description },
    requestBody: { required: true, content: { 'application/json': { schema: refTo(request), example } } },
    responses: { 200: answerOf(path), ...failuresFor(HTTP_FAILURES) },
  };
}

const parameter = (name: string, schema: Json, description: string): Json => ({
  name,
  in: 'query',
  schema,
  description,
});

/** The pairs for a browser's cache, in addition to the operations, which are all POST. */
function describePairsByGet(): Json {
  const etag = { description: 'Identifies the answer. Send it back in `If-None-Match`.', schema: { type: 'string' } };
  return {
    operationId: 'get_pairs',
    tags: ['Pairs' satisfies Tag],
    summary: 'The answer of `get_all_pair_infos`, which a browser caches.',
    description: 'With `If-None-Match` the service answers 304 while nothing has changed. It needs no preflight.',
    parameters: [
      parameter('category', { type: 'string', pattern: CATEGORY_PATTERN }, 'As in `get_all_pair_infos`.'),
      parameter('value_include_gas_fee', { type: 'boolean' }, 'As in `get_all_pair_infos`.'),
    ],
    responses: {
      200: { ...answerOf('/get_all_pair_infos'), headers: { ETag: etag } },
      304: { description: 'Nothing has changed since the answer with this `ETag`.' },
      ...failuresFor([400, 429, 500, 503]),
    },
  };
}

/** Creates the OpenAPI 3.1 document from the schemas that parse requests and encode answers. */
export function createOpenApi(prefix: string): Json {
  const paths = Object.keys(OPERATIONS) as OperationPath[];
  return {
    openapi: '3.1.1',
    info: {
      title: 'Causeway transfer service',
      version: INTERFACE_VERSION,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: prefix === '' ? '/' : prefix }],
    security: [],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: {
      ...Object.fromEntries(paths.map((path) => [path, { post: describeOperation(path) }])),
      '/pairs': { get: describePairsByGet() },
    },
    components: {
      schemas: { ...createNamedSchemas(), ...ANSWERS },
      responses: Object.fromEntries(HTTP_FAILURES.map((status) => [`Failure${status}`, describeHttpFailure(status)])),
    },
  };
}
