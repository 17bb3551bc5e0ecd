import * as v from 'valibot';
import { codes } from './codes.ts';
import type { Details, DetailsOnWire } from './details.ts';
import { detailsWire, encodeDetails, NO_DETAILS } from './details.ts';
import { STEPS } from './reasons.ts';

// Services that send no details, or something else there, are read by code and message alone.
const statusWire = v.object({
  code: v.pipe(v.number(), v.safeInteger()),
  message: v.string(),
  details: v.fallback(v.nullish(detailsWire, {}), NO_DETAILS),
});
const envelopeWire = v.object({ data: v.nullish(v.unknown()), status: statusWire });

export type Answer<T> =
  | { readonly ok: true; readonly data: T }
  | {
      readonly ok: false;
      readonly code: number;
      readonly message: string;
      readonly details: Details;
      /** The details name a step that this version does not know. */
      readonly hasNewStep?: true;
    };

export type Envelope<T> = {
  readonly data: T | null;
  readonly status: { readonly code: number; readonly message: string; readonly details?: DetailsOnWire };
};

/** The answer doesn't fit the interface, so none of it is used. */
export class MalformedAnswer extends Error {
  readonly code = 'malformed_answer';
}

// The specification's table says 0 for success; its example shows 1 together with data.
function isSuccess(code: number, data: unknown): boolean {
  return code === codes.ok || (code === 1 && data != null);
}

const stepWire = v.object({ status: v.object({ details: v.object({ step: v.string() }) }) });

function hasNewStep(body: unknown): boolean {
  const read = v.safeParse(stepWire, body);
  return read.success && !STEPS.some((step) => step === read.output.status.details.step);
}

/**
 * Parses an answer's body: `{ data, status: { code, message, details? } }`.
 * @throws MalformedAnswer if the body isn't an envelope, or the data of a success doesn't fit the schema
 */
export function readEnvelope<const S extends v.GenericSchema>(dataSchema: S, body: unknown): Answer<v.InferOutput<S>> {
  const envelope = v.safeParse(envelopeWire, body);
  if (!envelope.success) throw new MalformedAnswer(`The answer is not an envelope: ${firstProblem(envelope.issues)}`);
  const { data, status } = envelope.output;
  if (!isSuccess(status.code, data)) {
    const { code, message, details } = status;
    return { ok: false, code, message, details, ...(hasNewStep(body) && ({ hasNewStep: true } as const)) };
  }
  const read = v.safeParse(dataSchema, data);
  if (!read.success) throw new MalformedAnswer(`The answer's data is invalid: ${firstProblem(read.issues)}`);
  return { ok: true, data: read.output };
}

export function encodeSuccess<T>(data: T): Envelope<T> {
  return { data, status: { code: codes.ok, message: '' } };
}

export function encodeFailure(code: number, message: string, details: Details = NO_DETAILS): Envelope<never> {
  const told = encodeDetails(details);
  return { data: null, status: { code, message, ...(told && { details: told }) } };
}

/** Describes the first validation issue with its field: "from_address: must be an account address". */
export function firstProblem(issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string {
  const path = v.getDotPath(issues[0]);
  return path ? `${path}: ${issues[0].message}` : issues[0].message;
}
