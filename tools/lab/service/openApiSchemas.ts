import { Ajv2020 } from 'ajv/dist/2020.js';
import type { HttpServer } from '../../../service/api/httpServer.ts';

/** A server's OpenAPI document and its schemas. */
export type OpenApiSchemas = {
  // biome-ignore lint/suspicious/noExplicitAny: the tests read the document as JSON
  readonly document: any;
  /** Whether a value fits the schema at a JSON pointer. `closed` rejects fields that the schema does not describe. */
  readonly fits: (pointer: string, value: unknown, id?: 'open' | 'closed') => boolean;
  /** Why the last value did not fit. */
  readonly problem: () => string;
};

/** Closes every object of the document, as linters do: an example must not have fields that its schema does not describe. */
const closeObjects = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'object'
    ? { ...value, unevaluatedProperties: false }
    : value;

export async function readOpenApi(server: HttpServer): Promise<OpenApiSchemas> {
  const document = (await server.inject({ method: 'GET', url: '/openapi.json' })).json();
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema(document, 'open');
  ajv.addSchema(JSON.parse(JSON.stringify(document), closeObjects), 'closed');
  return {
    document,
    fits: (pointer, value, id = 'open') => ajv.validate({ $ref: `${id}#${pointer}` }, value),
    problem: () => ajv.errorsText(),
  };
}

const JSON_SCHEMA = '/content/application~1json/schema';

export const requestPointer = (operation: string): string => `/paths/~1${operation}/post/requestBody${JSON_SCHEMA}`;

export const answerPointer = (operation: string, status = 200): string =>
  status === 200
    ? `/paths/~1${operation}/post/responses/200${JSON_SCHEMA}`
    : `/components/responses/Failure${status}${JSON_SCHEMA}`;
