function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * Parses a list such as `a=1,b=2`, whose values can be percent-encoded. https://opentelemetry.io/docs/specs/otel/resource/sdk/
 * @returns null when it is no such list
 */
export function parsePairs(text: string): Readonly<Record<string, string>> | null {
  const pairs: Record<string, string> = {};
  for (const part of text.split(',')) {
    if (part.trim() === '') continue;
    const equals = part.indexOf('=');
    const name = part.slice(0, Math.max(equals, 0)).trim();
    const value = decode(part.slice(equals + 1).trim());
    if (name === '' || value === null) return null;
    pairs[name] = value;
  }
  return pairs;
}
