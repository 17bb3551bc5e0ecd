import { readFileSync } from 'node:fs';
import type { ConversionConfig } from '@valibot/to-json-schema';
import { toJsonSchema } from '@valibot/to-json-schema';
import { configFileSchema } from '../../service/boot/configSchema.ts';
import { policyFileSchema } from '../../service/signer/process/policyFile.ts';
import type { Json } from './createConfigSchema.ts';
import { addMeanings } from './createConfigSchema.ts';

const PAGE = new URL('../../docs/configuration.md', import.meta.url);

// JSON Schema cannot express a test by a function. The service still runs it.
const OPTIONS: ConversionConfig = { typeMode: 'input', errorMode: 'ignore' };

/** The tables of docs/configuration.md, and what their settings belong to. */
const SERVICE_TABLES: Readonly<Record<string, string>> = {
  '### HTTP': '',
  '### Quotes and fees': '',
  '### Circuit breaker': '',
  '### Screening': '',
  '### Two operators': '',
  '### Chains': 'chains[].',
  '### Tokens': 'tokens[].',
  '### Routes': 'routes[].',
};
const POLICY_TABLES: Readonly<Record<string, string>> = { "## Settings of the signer's policy": '' };

/** The settings that the first cell of a row names. The later ones belong to the same object as the first. */
function listSettings(cell: string, prefix: string): readonly string[] {
  const [first = '', ...others] = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => prefix + name);
  const owner = first.slice(0, first.lastIndexOf('.') + 1);
  return [first, ...others.map((name) => (name.startsWith(owner) ? name : owner + name.slice(prefix.length)))];
}

function readMeanings(tables: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const meanings = new Map<string, string>();
  let prefix: string | null = null;
  for (const line of readFileSync(PAGE, 'utf8').split('\n')) {
    if (/^#{2,3} /.test(line)) prefix = tables[line] ?? null;
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    if (prefix === null || cells.length < 4 || !cells[1]?.startsWith('`')) continue;
    const meaning = (cells.at(-2) ?? '').replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', '');
    for (const setting of listSettings(cells[1], prefix)) meanings.set(setting, meaning);
  }
  return meanings;
}

const URL_OR_FILE: Json = {
  anyOf: [
    { type: 'string', format: 'uri' },
    {
      type: 'object',
      description: 'A file with the URL, so that its key is not in this file.',
      properties: { file: { type: 'string', minLength: 1 } },
      required: ['file'],
      additionalProperties: false,
    },
  ],
};

/** The service replaces the files by their URLs before it parses a configuration, so its schema knows only URLs. */
function allowFiles(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(allowFiles);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const isUrls = (key === 'rpcUrls' || key === 'wsUrls') && typeof inner === 'object' && inner !== null;
      return [key, isUrls ? { ...inner, items: URL_OR_FILE } : allowFiles(inner)];
    }),
  );
}

function toSchema(title: string, converted: unknown, meanings: ReadonlyMap<string, string>): string {
  const schema = { title, ...addMeanings(allowFiles(converted) as Json, meanings) };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** The JSON Schemas of the service's configuration and of the signer's policy, by their files. */
export function createServiceSchemas(): readonly { readonly file: URL; readonly text: string }[] {
  return [
    {
      file: new URL('../../service/config.schema.json', import.meta.url),
      text: toSchema(
        'Configuration of the Causeway transfer service',
        toJsonSchema(configFileSchema, OPTIONS),
        readMeanings(SERVICE_TABLES),
      ),
    },
    {
      file: new URL('../../service/signer/process/policy.schema.json', import.meta.url),
      text: toSchema(
        'Policy of the Causeway signer',
        toJsonSchema(policyFileSchema, OPTIONS),
        readMeanings(POLICY_TABLES),
      ),
    },
  ];
}
