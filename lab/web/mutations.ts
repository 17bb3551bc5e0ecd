/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A path ("data.send_value.raw_value"; empty for the whole answer) and its new value. Undefined removes the field. */
export type Change = readonly [path: string, value: Json | undefined];

/** A named set of changes to an answer. */
export type Mutation = { readonly name: string; readonly changes: readonly Change[] };

type Named = readonly [name: string, value: Json | undefined];

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

/** Values of other types, and missing ones. */
export function wrongTypes(value: Json): readonly Named[] {
  const swapped: Named =
    typeof value === 'string'
      ? ['a number instead of text', Number.isFinite(Number(value)) ? Number(value) : 7]
      : ['text instead of its type', JSON.stringify(value)];
  return [
    ['null', null],
    ['missing', undefined],
    ['an array around it', [value]],
    ['an object around it', { value }],
    ['an empty array', []],
    ['true', true],
    ['empty text', ''],
    swapped,
  ];
}

export const HTML = '<img src=x onerror="window.hacked=1">';

/** Names that differ from the given one. Some look the same. */
export function otherNames(name: string): readonly Named[] {
  return [
    ['look-alike letters', name.replace(/[oOcCaeSEW]/, (letter) => LOOK_ALIKES[letter] ?? letter)],
    ['an invisible character appended', `${name}\u200b`],
    ['a space appended', `${name} `],
    ['with a right-to-left override', `\u202e${name}`],
    ['HTML', HTML],
    ['HTML appended', `${name}${HTML}`],
    ['in lower case', name.toLowerCase()],
    ['a combining accent (NFD)', `${name}\u0301`],
    ['a property name of objects', '__proto__'],
    ['very long', name.repeat(100)],
    ...wrongTypes(name),
  ];
}

const LOOK_ALIKES: Readonly<Record<string, string>> = {
  o: 'о',
  O: 'О',
  c: 'с',
  C: 'С',
  a: 'а',
  e: 'е',
  S: 'Ѕ',
  E: 'Е',
  W: 'Ԝ',
};

/** Invalid addresses and the zero address. */
export function brokenAddresses(address: string): readonly Named[] {
  return [
    ['the zero address', `0x${'0'.repeat(40)}`],
    ['a wrong checksum', address.replace(/[a-fA-F](?=[^a-fA-F]*$)/, swapCase)],
    ['one character short', address.slice(0, -1)],
    ['one character more', `${address}0`],
    ['a space appended', `${address} `],
    ['without 0x', address.slice(2)],
    ['a look-alike letter', `${address.slice(0, -1)}а`],
    ['padded to 32 bytes', `0x${address.slice(2).padStart(64, '0')}`],
    ...wrongTypes(address),
  ];
}

function swapCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}

/** Texts that are no non-negative integer in decimal digits, or too large. */
export function brokenIntegers(digits: string): readonly Named[] {
  return [
    ['negative', `-${digits}`],
    ['with a plus', `+${digits}`],
    ['an exponent', `${digits}e1`],
    ['hex', `0x${BigInt(digits).toString(16)}`],
    ['with a point', `${digits}.0`],
    ['with commas', `1,${digits}`],
    ['with a space', ` ${digits}`],
    ['in other digits', digits.replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)))],
    ['of more than 256 bits', (2n ** 256n).toString()],
    ['of a hundred digits', '9'.repeat(100)],
    ['not a number', 'NaN'],
    ...wrongTypes(digits),
  ];
}

/** Numbers that differ from the given one, and values of other types. */
export function otherNumbers(value: number): readonly Named[] {
  return [
    ['one more', value + 1],
    ['one less', value - 1],
    ['negative', -7],
    ['a fraction', value + 0.5],
    ['huge', 1e21],
    ['eighteen', 18],
    ['seventy-eight', 78],
    ...wrongTypes(value),
  ];
}
