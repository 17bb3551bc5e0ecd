/** Deep equality of plain data: primitives, bigints, arrays and records. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  const [before, after] = [Object.entries(a), new Map(Object.entries(b))];
  return (
    Array.isArray(a) === Array.isArray(b) &&
    before.length === after.size &&
    before.every(([key, value]) => after.has(key) && isEqual(value, after.get(key)))
  );
}
