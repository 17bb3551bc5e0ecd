/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A path ("data.send_value.raw_value"; empty for the whole answer) and its new value. Undefined removes the field. */
export type Change = readonly [path: string, value: Json | undefined];

/** A named set of changes to an answer. */
export type Mutation = { readonly name: string; readonly changes: readonly Change[] };

/** A value, and what is wrong with it. */
export type Named = readonly [name: string, value: Json | undefined];

export function isRecord(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const partsOf = (path: string) => (path === '' ? [] : path.split('.'));

/** @throws Error for a missing field, because mutating it would test nothing */
export function valueAt(body: Json, path: string): Json {
  return partsOf(path).reduce<Json>((at, key) => {
    const next = Array.isArray(at) ? at[Number(key)] : isRecord(at) ? at[key] : undefined;
    if (next === undefined) throw new Error(`The answer has no ${path}.`);
    return next;
  }, body);
}

function put(body: Json, parts: readonly string[], value: Json | undefined): Json | undefined {
  const [key, ...rest] = parts;
  if (key === undefined) return value;
  if (Array.isArray(body)) {
    return body.map((item: Json, index) => (index === Number(key) ? (put(item, rest, value) ?? null) : item));
  }
  if (!isRecord(body)) return body;
  const { [key]: old, ...others } = body;
  const changed = put(old ?? null, rest, value);
  return changed === undefined ? others : { ...others, [key]: changed };
}

/** Applies all mutations to an answer. */
export function applyMutations(body: Json, mutations: readonly Mutation[]): Json {
  const changes = mutations.flatMap((mutation) => mutation.changes);
  return changes.reduce<Json>((at, [path, value]) => put(at, partsOf(path), value) ?? null, body);
}

function overlap(a: string, b: string): boolean {
  return a === b || a === '' || b === '' || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);
}

/** Whether two mutations change different fields. */
function areIndependent(a: Mutation, b: Mutation): boolean {
  return !a.changes.some(([path]) => b.changes.some(([other]) => overlap(path, other)));
}

export function* pairsOf(mutations: readonly Mutation[]): Generator<readonly [Mutation, Mutation]> {
  for (const [index, first] of mutations.entries()) {
    for (const second of mutations.slice(index + 1)) if (areIndependent(first, second)) yield [first, second];
  }
}

/** Creates one mutation per value. */
export function mutationsAt(path: string, values: readonly Named[]): readonly Mutation[] {
  return values.map(([name, value]) => ({ name: `${path || 'the answer'}: ${name}`, changes: [[path, value]] }));
}
