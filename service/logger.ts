import type { Logger, LoggerOptions } from 'pino';
import { pino, stdSerializers } from 'pino';

// RPC and database URLs carry credentials, and libraries put them into their messages.
const URL_PATTERN = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"')]+/gi;

function redactUrls(text: string): string {
  return text.replace(URL_PATTERN, '[url]');
}

type LoggedError = { type: string; code?: string; message: string; stack?: string; cause?: LoggedError };

/** What may be said of an error: no URL, no request body. */
export function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: redactUrls(String(error)) };
  // viem adds request bodies and URLs below its first line.
  const message =
    'shortMessage' in error && typeof error.shortMessage === 'string' ? error.shortMessage : error.message;
  const stack = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    message: redactUrls(message),
    ...('code' in error && error.code !== undefined && { code: String(error.code) }),
    ...(depth === 0 && stack && { stack: stack.slice(0, 8).join('\n') }),
    ...(depth < 2 && error.cause !== undefined && { cause: describeError(error.cause, depth + 1) }),
  };
}

export function createLogger(level: string, destination?: { write(text: string): void }): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { ...stdSerializers, err: describeError },
    redact: { paths: ['privateKey', 'makerKey', 'raw', '*.privateKey', '*.raw'], censor: '[redacted]' },
  };
  return destination ? pino(options, destination) : pino(options);
}
