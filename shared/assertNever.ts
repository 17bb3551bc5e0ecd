/** Ends a switch over a union: a member without a case does not compile, and one that slips in at run time throws. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}
