import type { Logger, LoggerOptions } from 'pino';
import { pino, stdSerializers } from 'pino';
import { createRedactor, redactUrls } from './redact.ts';

type LoggedError = {
  type: string;
  code?: string;
  message: string;
  stack?: string;
  cause?: LoggedError;
  errors?: LoggedError[];
};

const MAX_DEPTH = 4;
const MAX_ERRORS = 5;
const STACK_LINES = 8;

/** Describes an error without URLs and request bodies. */
export function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: redactUrls(String(error)) };
  // Below the first line, viem quotes request bodies and URLs.
  const message =
    'shortMessage' in error && typeof error.shortMessage === 'string' ? error.shortMessage : error.message;
  const stack = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  const describe = (inner: unknown) => describeError(inner, depth + 1);
  return {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    message: redactUrls(message),
    ...('code' in error && error.code !== undefined && { code: String(error.code) }),
    ...(depth === 0 && stack && { stack: stack.slice(0, STACK_LINES).join('\n') }),
    ...(depth < MAX_DEPTH && error.cause !== undefined && { cause: describe(error.cause) }),
    ...(depth < MAX_DEPTH &&
      error instanceof AggregateError && { errors: error.errors.slice(0, MAX_ERRORS).map(describe) }),
  };
}

/** Describes errors in every field: pino would write all their properties, URLs and request bodies included. */
function describeFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value instanceof Error && name !== 'err' ? describeError(value) : value,
    ]),
  );
}

export type LoggerDestination = { write(text: string): void };

/** @param secrets strings that are redacted in every line, see `listSecrets` */
export function createLogger(level: string, destination?: LoggerDestination, secrets: readonly string[] = []): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }), log: describeFields },
    serializers: { ...stdSerializers, err: describeError },
    redact: {
      paths: ['raw', 'password', 'privateKey', 'makerKey'].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[redacted]',
    },
    hooks: { streamWrite: createRedactor(secrets) },
  };
  return destination ? pino(options, destination) : pino(options);
}
