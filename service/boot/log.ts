import type { Server } from 'node:net';
import type { Logger, LoggerOptions } from 'pino';
import { pino, stdSerializers } from 'pino';

// RPC and database URLs contain credentials, and libraries quote them in their messages.
const URL_PATTERN = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"')]+/gi;
// Signed transactions are longer than any other hex a log needs.
const BYTES_PATTERN = /(?:0x)?[0-9a-f]{200,}/gi;
const TOKEN_PATTERN = /\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi;

// Redacting shorter parts would garble ordinary words.
const MIN_LENGTH = 6;
const MIN_SEGMENT_LENGTH = 12;

function redactUrls(text: string): string {
  return text.replace(URL_PATTERN, '[url]');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function partsOf(text: string): readonly string[] {
  if (!URL.canParse(text)) return [text];
  const { protocol, username, password, pathname, searchParams } = new URL(text);
  // A user name with a password is not secret. On its own it can be an API key.
  const account = password === '' ? username : password;
  // A database URL's path is the database name, which is not secret.
  const segments = protocol.startsWith('http') ? pathname.split('/') : [];
  const keys = segments.filter((segment) => segment.length >= MIN_SEGMENT_LENGTH);
  return [text, account, decode(account), ...keys, ...keys.map(decode), ...searchParams.values()];
}

/** Lists the strings that must not appear in a log: each URL or key as a whole, and the credentials inside a URL. */
export function listSecrets(texts: readonly string[]): readonly string[] {
  const parts = texts.flatMap(partsOf).filter((part) => part.length >= MIN_LENGTH);
  // Longest first: redacting a part first would leave the rest of a longer secret in the line.
  return [...new Set(parts)].sort((a, b) => b.length - a.length);
}

/** Creates a function that removes the secrets, tokens and signed bytes from a log line. */
function createRedactor(secrets: readonly string[]): (line: string) => string {
  const forms = secrets.flatMap((secret) => [JSON.stringify(secret).slice(1, -1), secret]);
  return (line) => {
    let text = line;
    for (const form of forms) text = text.replaceAll(form, '[redacted]');
    return text.replace(BYTES_PATTERN, '[bytes]').replace(TOKEN_PATTERN, '$1 [redacted]');
  };
}

/**
 * Logs a listening server's errors: connections it can't accept, for example because file descriptors ran out. Without
 * a listener, Node ends the process.
 */
export function logServerErrors(server: Server, logger: Logger): void {
  // The caller handles a failure to listen.
  server.once('listening', () => server.on('error', (err) => logger.error({ err }, 'connection not accepted')));
}

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

/** Describes errors in every field: pino would write all their properties, including URLs and request bodies. */
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
