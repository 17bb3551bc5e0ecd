/**
 * Returns the value of an own key. A key from outside, such as a URL path, can be the name of a property of Object's
 * prototype.
 */
export function ownValue<T>(values: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}
