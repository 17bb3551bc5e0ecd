import * as v from 'valibot';
import { RequestRefused } from './failure.ts';

function describe(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue) ?? 'body';
  if (issue.received === 'undefined') return `The field ${field} is missing.`;
  if (issue.type === 'string' || issue.type === 'boolean') return `The field ${field} must be a ${issue.type}.`;
  if (issue.type === 'array') return `The field ${field} must be a list.`;
  if (field === 'channel') return 'The field channel must be a whole number from 0 to 9007199254740991.';
  return `The field ${field} ${issue.message}.`;
}

/**
 * Parses a request with the schema of its operation, and ignores unknown fields.
 * @throws RequestRefused that names the first wrong field by its wire name
 */
export function readRequestBody<const S extends v.GenericSchema>(schema: S, body: unknown): v.InferOutput<S> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new RequestRefused(400, 'The body must be a JSON object.');
  }
  const read = v.safeParse(schema, body);
  if (read.success) return read.output;
  throw new RequestRefused(400, describe(read.issues[0]));
}
