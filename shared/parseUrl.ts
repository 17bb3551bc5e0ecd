/** Parses a URL in browsers that don't have `URL.parse` or `URL.canParse`. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
