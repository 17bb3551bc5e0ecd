import type { Span as OtelSpan } from '@opentelemetry/api';
import { SpanStatusCode } from '@opentelemetry/api';
import type { Attributes, Span } from '../traces.ts';

/** The code or the class of an error. Its message can quote a URL or an address. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.name === 'Error' ? error.constructor.name : error.name;
}

/** The API of OpenTelemetry takes lists that it may change. */
export function toMutable(attributes: Attributes): Record<string, string | number | string[]> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, typeof value === 'object' ? [...value] : value]),
  );
}

export function addAttributes(span: OtelSpan, attributes: Attributes): void {
  span.setAttributes(toMutable(attributes));
}

export function failSpan(span: OtelSpan, error: unknown, classify = typeOf): void {
  span.setAttribute('error.type', classify(error)).setStatus({ code: SpanStatusCode.ERROR });
}

export function toSpan(span: OtelSpan): Span {
  return {
    set: (attributes) => addAttributes(span, attributes),
    fail: (error, classify) => failSpan(span, error, classify),
  };
}
