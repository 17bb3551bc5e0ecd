/** "2026-11-22 13:05:41 UTC": the same for every reader. */
export function utcText(ms: number): string {
  return new Date(ms)
    .toISOString()
    .replace('T', ' ')
    .replace(/(\.000)?Z$/, ' UTC');
}

export function UtcTime({ ms }: { readonly ms: number }) {
  return (
    <time dateTime={new Date(ms).toISOString()} dir="ltr">
      {utcText(ms)}
    </time>
  );
}
