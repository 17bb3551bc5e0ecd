import type { Json } from '../../service/boot/installationDocument.ts';

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

type Row = { readonly path: string; readonly fallback: string; readonly text: string };

function fallbackOf(schema: Json, isRequired: boolean): string {
  if (isRequired) return 'required';
  if (schema.default === undefined) return 'none';
  const text = JSON.stringify(schema.default);
  return text === '{}' || text === '[]' ? 'none' : `\`${text}\``;
}

/** The settings in an object, in a list of objects, or in objects by name. */
function listInner(schema: Json, path: string): readonly Row[] | null {
  const { properties, items, additionalProperties } = schema;
  if (isJson(properties)) return listRows(schema, path);
  if (isJson(items) && isJson(items.properties)) return listRows(items, `${path}[]`);
  if (isJson(additionalProperties) && isJson(additionalProperties.properties)) {
    return listRows(additionalProperties, `${path}.<name>`);
  }
  return null;
}

/** A row per setting that a person writes. */
export function listRows(schema: Json, path = ''): readonly Row[] {
  const { properties, required } = schema;
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(isJson(properties) ? properties : {}).flatMap(([key, value]): readonly Row[] => {
    if (!isJson(value) || key === 'note' || key === '$schema') return [];
    const at = path === '' ? key : `${path}.${key}`;
    const inner = listInner(value, at);
    // Texts by language are one setting.
    if (inner && typeof value.description === 'string' && /by language/.test(value.description)) {
      return [{ path: at, fallback: fallbackOf(value, needed.includes(key)), text: value.description }];
    }
    if (inner) return inner;
    const text = typeof value.description === 'string' ? value.description : '';
    return [{ path: at, fallback: fallbackOf(value, needed.includes(key)), text }];
  });
}

type Part = { readonly name: string; readonly rows: readonly Row[] };

/** The sections of the file with their settings: `listen`, `api` and so on. */
function listParts(schema: Json): readonly Part[] {
  const parts = new Map<string, Row[]>();
  for (const row of listRows(schema)) {
    const [, name = 'The file'] = /^(\w+)(?=[.[])/.exec(row.path) ?? [];
    parts.set(name, [...(parts.get(name) ?? []), row]);
  }
  return [...parts].map(([name, rows]) => ({ name, rows }));
}

const renderTable = ({ rows }: Part): string =>
  [
    '| setting | default | meaning |',
    '|---|---|---|',
    ...rows.map(({ path, fallback, text }) => `| \`${path}\` | ${fallback} | ${text.replaceAll('|', '\\|')} |`),
  ].join('\n');

const WEB = 'web';

/** The service's settings, with a table per section of the file. */
export function renderServiceSettings(schema: Json): string {
  return listParts(schema)
    .filter(({ name }) => name !== WEB)
    .map((part) => `### ${part.name}\n\n${renderTable(part)}`)
    .join('\n\n');
}

/** The web app's settings, in one table. */
export function renderWebSettings(schema: Json): string {
  return listParts(schema)
    .filter(({ name }) => name === WEB)
    .map(renderTable)
    .join('\n\n');
}
