/** Anything that JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A place in an answer ("data.send_value.raw_value"; empty for all of it) and what stands there instead. */
export type Change = readonly [path: string, value: Json | undefined];

/** One lie, by name: the changes that it takes. An undefined value leaves the field out. */
export type Mutation = { readonly name: string; readonly changes: readonly Change[] };

type Named = readonly [name: string, value: Json | undefined];

export function isRecord(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const partsOf = (path: string) => (path === '' ? [] : path.split('.'));

/** @throws where there is nothing: a mutation of a field that does not exist would test nothing */
export function valueAt(body: Json, path: string): Json {
  return partsOf(path).reduce<Json>((at, key) => {
    const next = Array.isArray(at) ? at[Number(key)] : isRecord(at) ? at[key] : undefined;
    if (next === undefined) throw new Error(`there is no ${path} in this answer`);
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

/** The answer with every lie in it. */
export function applyMutations(body: Json, mutations: readonly Mutation[]): Json {
  const changes = mutations.flatMap((mutation) => mutation.changes);
  return changes.reduce<Json>((at, [path, value]) => put(at, partsOf(path), value) ?? null, body);
}

function overlap(a: string, b: string): boolean {
  return a === b || a === '' || b === '' || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);
}

/** Whether two mutations touch different fields, so that both can be seen in one answer. */
function areIndependent(a: Mutation, b: Mutation): boolean {
  return !a.changes.some(([path]) => b.changes.some(([other]) => overlap(path, other)));
}

export function* pairsOf(mutations: readonly Mutation[]): Generator<readonly [Mutation, Mutation]> {
  for (const [index, first] of mutations.entries()) {
    for (const second of mutations.slice(index + 1)) if (areIndependent(first, second)) yield [first, second];
  }
}

/** A mutation for each value that the place could hold instead. */
export function mutationsAt(path: string, values: readonly Named[]): readonly Mutation[] {
  return values.map(([name, value]) => ({ name: `${path || 'the answer'}: ${name}`, changes: [[path, value]] }));
}

/** Of each kind of lie the first, wherever it is told, and of each field the first: what takes too long to try in full. */
export function oneOfEveryKind(mutations: readonly Mutation[]): readonly Mutation[] {
  const seen = new Set<string>();
  return mutations.filter(({ name }) => {
    const [place = '', kind = ''] = name.includes(': ') ? name.split(/: (.*)/s) : ['a story', name];
    const marks = [`place ${place.replace(/\.\d+\./, '.')}`, `kind ${kind}`];
    const isNew = marks.some((mark) => !seen.has(mark));
    for (const mark of marks) seen.add(mark);
    return isNew;
  });
}

/** What no field can be, or not this one: other types, nothing, too much. */
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

/** Names that are not this one, though some of them look just like it. */
export function otherNames(name: string): readonly Named[] {
  return [
    ['look-alike letters', name.replace(/[oOcCaeSEW]/, (letter) => LOOK_ALIKES[letter] ?? letter)],
    ['an invisible letter behind it', `${name}\u200b`],
    ['a space behind it', `${name} `],
    ['written from right to left', `\u202e${name}`],
    ['HTML', HTML],
    ['HTML behind it', `${name}${HTML}`],
    ['in lower case', name.toLowerCase()],
    ['other characters of the same look (NFD)', `${name}\u0301`],
    ['a name of objects', '__proto__'],
    ['endless', name.repeat(100)],
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

/** Texts that are no address, or not of the right shape. */
export function brokenAddresses(address: string): readonly Named[] {
  return [
    ['the zero address', `0x${'0'.repeat(40)}`],
    ['a wrong checksum', address.replace(/[a-fA-F](?=[^a-fA-F]*$)/, swapCase)],
    ['one character short', address.slice(0, -1)],
    ['one character more', `${address}0`],
    ['a space behind it', `${address} `],
    ['without 0x', address.slice(2)],
    ['a look-alike letter', `${address.slice(0, -1)}а`],
    ['in 32 bytes', `0x${address.slice(2).padStart(64, '0')}`],
    ...wrongTypes(address),
  ];
}

function swapCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}

/** Texts that stand where an integer in decimal digits should. */
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

/** Whole numbers that are not this one, and things that are none. */
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
