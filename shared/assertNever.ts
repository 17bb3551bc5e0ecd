/**
 * The default case of a switch over a union. A member without a case does not compile.
 * @throws Error for a value outside the union at run time
 */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}
