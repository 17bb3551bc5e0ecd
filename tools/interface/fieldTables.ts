import { failureOf } from '../../service/api/answers.ts';
import { createNamedSchemas } from '../../service/api/openapi/namedSchemas.ts';
import type { CodeText } from '../../service/api/openapi/texts.ts';
import { BUILD_CODES, HTTP_ACTIONS, RECEIPT_CODES, STEP_TEXTS, SUCCESS_TEXT } from '../../service/api/openapi/texts.ts';
import { REASONS } from '../../service/deposits/model/reasons.ts';
import { HTTP_FAILURES } from '../../shared/wire/codes.ts';

type Schema = {
  readonly $ref?: string;
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly pattern?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
};

const schemas = createNamedSchemas() as Readonly<Record<string, Schema>>;

type Row = readonly string[];

function table(head: Row, rows: readonly Row[]): string {
  const line = (cells: Row) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

function schemaOf(name: string): Schema {
  const schema = schemas[name];
  if (!schema) throw new Error(`the interface has no schema ${name}`);
  return schema;
}

/** Objects and growing lists have their own section on the page. Other named types are in its table of values. */
function linkTo(reference: string): string {
  const name = reference.split('/').at(-1) ?? '';
  const { properties, anyOf } = schemaOf(name);
  return `[${name}](#${properties || anyOf ? name.toLowerCase() : 'values'})`;
}

const group = (value: number): string => (value > 9999 ? value.toLocaleString('en') : `${value}`);

function rangeOf(unit: string, min: number | undefined, max: number | undefined): string {
  if (max === undefined) return min === undefined ? '' : `, at least ${group(min)}${unit}`;
  return min === undefined ? `, at most ${group(max)}${unit}` : `, ${group(min)} to ${group(max)}${unit}`;
}

function typeOf(schema: Schema): string {
  const { $ref, type = 'object', anyOf, items, minimum, maximum, minItems, maxItems, minLength, maxLength } = schema;
  if ($ref) return linkTo($ref);
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  if (items) return `list of ${typeOf(items)}${rangeOf('', minItems, maxItems)}`;
  if (type === 'integer') return `integer${rangeOf('', minimum, maximum)}`;
  return type === 'string' ? `string${rangeOf(' characters', minLength, maxLength)}` : type;
}

/** Every field of an object with its type and bounds. */
function fieldTable(name: string): string {
  const { properties = {}, required = [] } = schemaOf(name);
  const isRequest = name.endsWith('Request');
  const presence = (field: string) =>
    isRequest ? (required.includes(field) ? 'yes' : 'no') : required.includes(field) ? 'always' : 'optional';
  return table(
    ['field', 'type', isRequest ? 'required' : 'present', 'meaning'],
    Object.entries(properties).map(([field, schema]) => [
      `\`${field}\``,
      typeOf(schema),
      presence(field),
      schema.description ?? '',
    ]),
  );
}

function valueTable(): string {
  const values = Object.entries(schemas).filter(([, { properties, anyOf }]) => !properties && !anyOf);
  return table(
    ['type', 'JSON', 'pattern', 'meaning'],
    values.map(([name, schema]) => [
      name,
      typeOf(schema),
      schema.pattern ? `\`${schema.pattern}\`` : '',
      schema.description ?? '',
    ]),
  );
}

function codeTable(texts: Readonly<Record<number, CodeText>>): string {
  const rows = Object.entries(texts).map(([code, { meaning, action }]) => [code, meaning, action]);
  return table(['code', 'meaning', 'what to do'], rows);
}

const HTTP_CODES = Object.fromEntries(
  HTTP_FAILURES.map((status) => [
    status,
    { meaning: failureOf(status).body.status.message, action: HTTP_ACTIONS[status] },
  ]),
);

const textTable = (what: string, texts: Readonly<Record<string, string>>): string =>
  table(
    [what, 'meaning'],
    Object.entries(texts).map(([value, text]) => [`\`${value}\``, text]),
  );

/** A table of docs/interface.md, by the name in its marker. */
export function createTable(name: string): string {
  switch (name) {
    case 'values':
      return valueTable();
    case 'build codes':
      return codeTable({ 0: SUCCESS_TEXT, ...BUILD_CODES });
    case 'receipt codes':
      return codeTable({ 0: { meaning: 'Delivered. `data` is the receipt.', action: 'Stop.' }, ...RECEIPT_CODES });
    case 'HTTP codes':
      return codeTable(HTTP_CODES);
    case 'steps':
      return textTable('step', STEP_TEXTS);
    case 'reasons':
      return textTable('reason', REASONS);
    default:
      return fieldTable(name);
  }
}
