import type { ConversionConfig } from '@valibot/to-json-schema';
import { toJsonSchema } from '@valibot/to-json-schema';
import { installationSchema } from './installation.ts';
import { WEB_TEXTS } from './webTexts.ts';

export type Json = { readonly [key: string]: unknown };

// JSON Schema can't express a test by a function. The parser still runs it.
const OPTIONS: ConversionConfig = { typeMode: 'input', errorMode: 'ignore' };

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Adds the texts of settings by path: `maintenance[].text`. */
function describe(schema: Json, path: string): Json {
  const at = (key: string) => (path === '' ? key : `${path}.${key}`);
  const { properties, items } = schema;
  const description = WEB_TEXTS[path] ?? schema.description;
  return {
    ...schema,
    ...(description !== undefined && { description }),
    ...(isJson(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, value]) => [key, isJson(value) ? describe(value, at(key)) : value]),
      ),
    }),
    ...(isJson(items) && { items: describe(items, `${path}[]`) }),
  };
}

/** The JSON Schema of installation.json, with which an editor completes and checks it. `lab` is only for labs. */
export function createInstallationDocument(): Json {
  const { properties, ...schema } = toJsonSchema(installationSchema, OPTIONS) as Json;
  if (!isJson(properties) || !isJson(properties.web)) throw new Error('the schema has no settings of the web app');
  const { lab: _lab, web, ...others } = properties;
  return {
    ...schema,
    title: 'The installation of a Causeway bridge',
    properties: { ...others, web: describe(web, '') },
  };
}
