import { existsSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { config } from '../lab/web/fixtures.ts';
import { parseConfig } from '../shared/config/runtimeConfig.ts';
import { readMeanings } from '../tools/configSchema/configDocument.ts';
import { createConfigSchema, findUndocumented, listPaths } from '../tools/configSchema/createConfigSchema.ts';

const meanings = readMeanings();
const schema = createConfigSchema(meanings);

test('the tables describe every setting of config.json', () => {
  expect(findUndocumented(schema)).toEqual([]);
});

test('the tables describe no setting that config.json does not have', () => {
  const paths = new Set(listPaths(schema));
  expect([...meanings.keys()].filter((path) => !paths.has(path))).toEqual([]);
});

test('the schema accepts a configuration, and names a misspelt key', () => {
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  expect(validate(JSON.parse(JSON.stringify(config)))).toBe(true);
  expect(validate({ ...config, baner: {} })).toBe(false);
  expect(validate.errors?.[0]?.params).toEqual({ additionalProperty: 'baner' });
});

test('the app accepts the configuration of the example', async () => {
  const example = JSON.parse(readFileSync(new URL('example/config.json', import.meta.url), 'utf8'));
  const config = await parseConfig(example);
  expect(config.brand.name).toBe('Harbour');
  const files = [config.brand.logo?.light, config.brand.logo?.dark];
  for (const file of files) expect(existsSync(new URL(`example${file}`, import.meta.url)), file).toBe(true);
});
