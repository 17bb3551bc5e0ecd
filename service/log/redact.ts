// RPC and database URLs contain credentials, and libraries quote them in their messages.
const URL_PATTERN = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"')]+/gi;
// Signed transactions are longer than any other hex that a log needs.
const BYTES_PATTERN = /(?:0x)?[0-9a-f]{200,}/gi;
const TOKEN_PATTERN = /\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi;

// Redacting shorter parts would garble ordinary words.
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
  // A user name beside a password is not secret. Alone it can be an API key.
  const account = password === '' ? username : password;
  // The path of a database URL is the database's name, which is not secret.
  const segments = protocol.startsWith('http') ? pathname.split('/') : [];
  const keys = segments.filter((segment) => segment.length >= MIN_SEGMENT_LENGTH);
  return [text, account, decode(account), ...keys, ...keys.map(decode), ...searchParams.values()];
}

/** Lists the strings that must not appear in a log: each URL or key as a whole, and the credentials inside a URL. */
export function listSecrets(texts: readonly string[]): readonly string[] {
  const parts = texts.flatMap(partsOf).filter((part) => part.length >= MIN_LENGTH);
  // The longest comes first: redacting a part first would leave the rest of a longer secret in the line.
  return [...new Set(parts)].sort((a, b) => b.length - a.length);
}

/** Creates a function that removes the secrets, tokens and signed bytes from a log line. */
export function createRedactor(secrets: readonly string[]): (line: string) => string {
  const forms = secrets.flatMap((secret) => [JSON.stringify(secret).slice(1, -1), secret]);
  return (line) => {
    let text = line;
    for (const form of forms) text = text.replaceAll(form, '[redacted]');
    return text.replace(BYTES_PATTERN, '[bytes]').replace(TOKEN_PATTERN, '$1 [redacted]');
  };
}
