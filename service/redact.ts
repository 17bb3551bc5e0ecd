// RPC and database URLs carry credentials, and libraries put them into their messages.
const URL_PATTERN = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"')]+/gi;
// Signed transactions are longer than anything else in hex that helps to read a log.
const BYTES_PATTERN = /(?:0x)?[0-9a-f]{200,}/gi;
const TOKEN_PATTERN = /\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi;

// What is shorter would garble words that mean no harm.
const MIN_LENGTH = 6;
const MIN_SEGMENT_LENGTH = 12;

export function redactUrls(text: string): string {
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
  // A user's name beside a password, and a database's name, are no secrets.
  const account = password === '' ? username : password;
  const segments = protocol.startsWith('http') ? pathname.split('/') : [];
  const keys = segments.filter((segment) => segment.length >= MIN_SEGMENT_LENGTH);
  return [text, account, decode(account), ...keys, ...keys.map(decode), ...searchParams.values()];
}

/** What of some URLs and keys must not be written: each whole, and what in a URL can be a credential. */
export function listSecrets(texts: readonly string[]): readonly string[] {
  const parts = texts.flatMap(partsOf).filter((part) => part.length >= MIN_LENGTH);
  // The longest first, so that no part is taken out of the middle of a whole.
  return [...new Set(parts)].sort((a, b) => b.length - a.length);
}

/** Makes what takes credentials and signed bytes out of a line of a log, however they got there. */
export function createRedactor(secrets: readonly string[]): (line: string) => string {
  const forms = secrets.flatMap((secret) => [JSON.stringify(secret).slice(1, -1), secret]);
  return (line) => {
    let text = line;
    for (const form of forms) text = text.replaceAll(form, '[redacted]');
    return text.replace(BYTES_PATTERN, '[bytes]').replace(TOKEN_PATTERN, '$1 [redacted]');
  };
}
