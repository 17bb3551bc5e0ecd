import { isDeepStrictEqual } from 'node:util';
import type * as v from 'valibot';
import { formatAmount, MAX_UINT256 } from '#shared/amount.ts';
import { amountWire } from '#shared/wire/amount.ts';
import {
  addressWire,
  chainIdWire,
  hashWire,
  hexWire,
  nameWire,
  timestampWire,
  uint256Wire,
} from '#shared/wire/primitives.ts';
import type { Json, Mutation, Named } from './mutations.ts';
import { applyMutations, isRecord, mutationsAt, valueAt } from './mutations.ts';

/** Values that are valid for a field but belong elsewhere. They cannot be derived from a schema. */
export type Others = {
  readonly names: readonly Named[];
  readonly addresses: readonly Named[];
  readonly hashes?: readonly Named[];
};

/** The properties of a valibot schema that mutations use. */
type Schema = v.GenericSchema & {
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  readonly wrapped?: Schema;
  readonly pipe?: readonly { readonly type: string; readonly requirement?: unknown }[];
};

/**
 * Mutates every field of a successful answer in every way its schema suggests: other types, values beyond the limits, other
 * values of the same kind. Also mutates the envelope. Each mutation has a unique name and changes the answer.
 */
export function mutate(schema: v.GenericSchema, answer: Json, others: Others): readonly Mutation[] {
  const mutations = [...mutateEnvelope(answer), ...mutateField(schema, { answer, path: 'data', others })];
  return mutations.filter((mutation) => !isDeepStrictEqual(applyMutations(answer, [mutation]), answer));
}

type Place = { readonly answer: Json; readonly path: string; readonly others: Others };

function mutateField(schema: Schema, place: Place): readonly Mutation[] {
  const value = valueAt(place.answer, place.path);
  const within = (key: string | number) => ({ ...place, path: `${place.path}.${key}` });
  const whole = mutationsAt(place.path, [...wrongTypes(value), ...beyondLimits(schema, value)]);
  if (schema === amountWire) return [...whole, ...mutateAmount(value, place.path)];
  if (schema.wrapped) return value === null ? whole : mutateField(schema.wrapped, place);
  if (schema.entries) {
    const fields = Object.entries(schema.entries).filter(([key]) => isRecord(value) && key in value);
    return [...whole, ...fields.flatMap(([key, field]) => mutateField(field, within(key)))];
  }
  const { item } = schema;
  if (item && Array.isArray(value)) return [...whole, ...value.flatMap((_, index) => mutateField(item, within(index)))];
  return [...whole, ...mutationsAt(place.path, otherValues(schema, value, place.others))];
}

/** Different values of the same type, both valid and invalid. */
function otherValues(schema: Schema, value: Json, others: Others): readonly Named[] {
  if (typeof value === 'boolean') return [['the opposite', !value]];
  if (typeof value === 'number') return otherNumbers(value);
  if (typeof value !== 'string') return [];
  if (schema === nameWire) return [...others.names, ...otherNames(value)];
  if (schema === addressWire) return [...others.addresses, ...otherAddresses(value)];
  if (schema === hashWire) return [...(others.hashes ?? []), ...otherHashes(value)];
  if (schema === hexWire) return otherHex(value);
  if (schema === uint256Wire || schema === chainIdWire || schema === timestampWire) return otherDigits(value);
  throw new Error(`no other values are known for the text ${value}`);
}

/** Values of other types, and missing ones. */
function wrongTypes(value: Json): readonly Named[] {
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

/** Values one step outside what the schema allows. */
function beyondLimits({ pipe = [] }: Schema, value: Json): readonly Named[] {
  return pipe.flatMap(({ type, requirement }): readonly Named[] => {
    if (typeof requirement !== 'number') return [];
    if (type === 'min_value') return [['below its minimum', requirement - 1]];
    if (type === 'max_value') return [['above its maximum', requirement + 1]];
    if (type !== 'max_length') return [];
    if (typeof value === 'string') return [['longer than its maximum', value.padEnd(requirement + 1, 'x')]];
    const item = Array.isArray(value) ? (value[0] ?? null) : null;
    return [['longer than its maximum', Array.from({ length: requirement + 1 }, () => item)]];
  });
}

const HTML = '<img src=x onerror="window.hacked=1">';

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

/** Different names, some of which look the same. */
function otherNames(name: string): readonly Named[] {
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
  ];
}

/** Invalid addresses, the zero address, and other spellings. */
function otherAddresses(address: string): readonly Named[] {
  return [
    ['in lower case', address.toLowerCase()],
    ['the zero address', `0x${'0'.repeat(40)}`],
    ['a wrong checksum', address.replace(/[a-fA-F](?=[^a-fA-F]*$)/, swapCase)],
    ['one character short', address.slice(0, -1)],
    ['one character more', `${address}0`],
    ['a space appended', `${address} `],
    ['without 0x', address.slice(2)],
    ['a look-alike letter', `${address.slice(0, -1)}а`],
    ['padded to 32 bytes', `0x${address.slice(2).padStart(64, '0')}`],
  ];
}

function swapCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}

function otherHashes(hash: string): readonly Named[] {
  return [
    ['of no transaction', `0x${'12'.repeat(32)}`],
    ['zero', `0x${'00'.repeat(32)}`],
    ['in capitals', `0x${hash.slice(2).toUpperCase()}`],
    ['a byte short', hash.slice(0, -2)],
    ['without 0x', hash.slice(2)],
    ['an address', hash.slice(0, 42)],
  ];
}

function otherHex(hex: string): readonly Named[] {
  return [
    ['a trailing byte', `${hex}00`],
    ['a trailing word', `${hex}${'0'.repeat(63)}7`],
    ['a byte short', hex.slice(0, -2)],
    ['half a byte', hex.slice(0, -1)],
    ['no bytes', '0x'],
    ['the selector alone', hex.slice(0, 10)],
    ['another function', `0xdeadbeef${hex.slice(10)}`],
    ['without 0x', hex.slice(2)],
    ['invalid hex', `${hex.slice(0, -2)}zz`],
  ];
}

/** Other integers in decimal digits, and texts that are no integer or too large. */
function otherDigits(digits: string): readonly Named[] {
  return [
    ['one', '1'],
    ['one more', `${BigInt(digits) + 1n}`],
    ['the largest uint256', `${MAX_UINT256}`],
    ['with leading zeros', `000${digits}`],
    ['negative', `-${digits}`],
    ['with a plus', `+${digits}`],
    ['an exponent', `${digits}e1`],
    ['hex', `0x${BigInt(digits).toString(16)}`],
    ['with a point', `${digits}.0`],
    ['with commas', `1,${digits}`],
    ['with a space', ` ${digits}`],
    ['in other digits', digits.replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)))],
    ['of more than 256 bits', (MAX_UINT256 + 1n).toString()],
    ['of a hundred digits', '9'.repeat(100)],
    ['not a number', 'NaN'],
    ['with HTML', `${digits}<b>`],
  ];
}

function otherNumbers(value: number): readonly Named[] {
  return [
    ['one more', value + 1],
    ['one less', value - 1],
    ['negative', -7],
    ['a fraction', value + 0.5],
    ['huge', 1e21],
    ['eighteen', 18],
    ['seventy-eight', 78],
  ];
}

/** Encodes an amount whose two values agree. */
export function amountJson(amount: bigint, decimals: number): Json {
  return { decimals, raw_value: amount.toString(), ui_value: formatAmount({ amount, decimals }) };
}

/** Other amounts, amounts whose two values differ, and invalid ones. */
function mutateAmount(value: Json, path: string): readonly Mutation[] {
  const decimals = Number(valueAt(value, 'decimals'));
  const digits = String(valueAt(value, 'raw_value'));
  const raw = BigInt(digits);
  const amounts: readonly (readonly [string, bigint])[] = [
    ['one more', raw + 1n],
    ['one less', raw > 0n ? raw - 1n : 2n],
    ['a whole token more', raw + 10n ** BigInt(decimals)],
    ['twice as much', raw * 2n + 2n],
    ['half as much', raw / 2n + 3n],
    ['a million times as much', raw * 1_000_000n + 4n],
    ['zero', 0n],
    ['the largest uint256', MAX_UINT256],
  ];
  const text = formatAmount({ amount: raw + 1n, decimals });
  return [
    ...mutationsAt(path, [
      ...amounts.map(([name, amount]) => [name, amountJson(amount, decimals)] as const),
      ['the same digits in other decimals', amountJson(raw, decimals + 1)],
      ['the same digits in fewer decimals', amountJson(raw, decimals - 1)],
      ['the same digits without decimals', amountJson(raw, 0)],
      ['the same value in other decimals', amountJson(raw * 10n, decimals + 1)],
      ['the same value in twenty-four decimals', amountJson(raw * 10n ** BigInt(24 - decimals), 24)],
    ]),
    ...mutationsAt(`${path}.raw_value`, [...wrongTypes(digits), ...otherDigits(digits)]),
    ...mutationsAt(`${path}.ui_value`, [
      ['different from raw_value', text],
      ...wrongTypes(digits),
      ...otherDigits(digits),
    ]),
    ...mutationsAt(`${path}.decimals`, [...wrongTypes(decimals), ...otherNumbers(decimals)]),
  ];
}

/** Contradictory codes, invalid messages, and other shapes. */
function mutateEnvelope(answer: Json): readonly Mutation[] {
  const failure = (code: Json, message: Json): Json => ({ data: null, status: { code, message } });
  return [
    ...mutationsAt('', [
      ['null', null],
      ['text', 'ok'],
      ['a number', 0],
      ['an empty array', []],
      ['an empty object', {}],
      ['wrapped once more', { data: answer, status: { code: 0, message: '' } }],
      ['data without the envelope', valueAt(answer, 'data')],
      ['success without data', failure(0, '')],
      ['code 1 without data', failure(1, '')],
      ['a failure without a message', failure(906, '')],
      ['a failure in HTML', failure(906, HTML)],
      ['a failure with an unknown code', failure(31_337, 'This is not in the table.')],
      ['a failure with a negative code', failure(-1, 'Less than nothing.')],
      ['a failure whose message is a number', failure(906, 17)],
      ['a failure with a very long message', failure(904, 'No. '.repeat(20_000))],
      ...[901, 902, 903, 904, 905].map((code) => [`failure ${code}`, failure(code, `Refused with ${code}.`)] as const),
    ]),
    ...mutationsAt('status', wrongTypes(valueAt(answer, 'status'))),
    ...mutationsAt('status.code', [['a failure, with data', 906], ...wrongTypes(0), ...otherNumbers(0)]),
    ...mutationsAt('status.message', [['HTML in a success', HTML], ...wrongTypes('')]),
  ];
}
