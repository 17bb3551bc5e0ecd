/**
 * A plain JavaScript program that forgets a limit would accept any amount.
 * @throws TypeError
 */
export function requireAmount<const N extends string>(name: N, asked: { readonly [name in N]: bigint }): void {
  if (typeof asked[name] !== 'bigint') throw new TypeError(`${name} is not a bigint: ${asked[name]}`);
}
