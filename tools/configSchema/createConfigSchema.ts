import type { ConversionConfig } from '@valibot/to-json-schema';
import { toJsonSchema } from '@valibot/to-json-schema';
import { installationConfig } from '#shared/config/installationConfig.ts';
import { runtimeConfig } from '#shared/config/runtimeConfig.ts';

export type Json = { readonly [key: string]: unknown };

// JSON Schema cannot express a test by a function. The app still runs it.
const OPTIONS: ConversionConfig = { typeMode: 'input', errorMode: 'ignore' };

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Adds the meaning of each setting, by its path: `chains[].name`. */
function describe(schema: Json, path: string, meanings: ReadonlyMap<string, string>): Json {
  const at = (key: string) => (path === '' ? key : `${path}.${key}`);
  const meaning = meanings.get(path);
  const { properties, items, anyOf } = schema;
  return {
    ...(meaning !== undefined && { description: meaning }),
    ...schema,
    ...(isJson(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, value]) => [key, describe(value as Json, at(key), meanings)]),
      ),
    }),
    ...(isJson(items) && { items: describe(items, `${path}[]`, meanings) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map((option: Json) => describe(option, path, meanings)) }),
  };
}

/** Adds the meaning of each setting, by its path from the root. */
export function addMeanings(schema: Json, meanings: ReadonlyMap<string, string>): Json {
  return describe(schema, '', meanings);
}

/** The JSON Schema of `config.json`, so that an editor completes and checks it. */
export function createConfigSchema(meanings: ReadonlyMap<string, string>): Json {
  const core = toJsonSchema(runtimeConfig, OPTIONS) as Json;
  const later = toJsonSchema(installationConfig, OPTIONS) as Json;
  const properties = { $schema: { type: 'string' }, ...(core.properties as Json), ...(later.properties as Json) };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'config.json of the Causeway web app',
    ...describe({ ...core, properties, additionalProperties: false }, '', meanings),
  };
}

/** Every path of the schema that has no meaning, and lies in no part that has one. */
export function findUndocumented(schema: Json, path = ''): readonly string[] {
  if (schema.description !== undefined) return [];
  const { properties, items, anyOf } = schema;
  if (isJson(properties)) {
    return Object.entries(properties).flatMap(([key, value]) =>
      findUndocumented(value as Json, path === '' ? key : `${path}.${key}`),
    );
  }
  if (isJson(items)) return findUndocumented(items, `${path}[]`);
  if (Array.isArray(anyOf)) return anyOf.flatMap((option: Json) => findUndocumented(option, path));
  return path === '$schema' ? [] : [path];
}

/** Every path of the schema. */
export function listPaths(schema: Json, path = ''): readonly string[] {
  const { properties, items, anyOf } = schema;
  return [
    path,
    ...(isJson(properties)
      ? Object.entries(properties).flatMap(([key, value]) =>
          listPaths(value as Json, path === '' ? key : `${path}.${key}`),
        )
      : []),
    ...(isJson(items) ? listPaths(items, `${path}[]`) : []),
    ...(Array.isArray(anyOf) ? anyOf.flatMap((option: Json) => listPaths(option, path)) : []),
  ];
}
