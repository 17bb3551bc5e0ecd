import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { createInstallationDocument } from '../../service/boot/installationDocument.ts';
import { WEB_TEXTS } from '../../service/boot/webTexts.ts';
import { createSampleFile } from '../lab/service/sampleCatalog.ts';
import { listRows } from './renderSettings.ts';
import { createSettingsFiles } from './settingsFiles.ts';

const document = createInstallationDocument();
const rows = listRows(document);

test('the reference and the JSON Schema are up to date', () => {
  for (const { file, text } of createSettingsFiles()) {
    expect(readFileSync(file, 'utf8'), 'Run: npx tsx tools/writeSettings.ts').toBe(text);
  }
});

test('every setting has a description', () => {
  expect(rows.filter(({ text }) => text === '').map(({ path }) => path)).toEqual([]);
  expect(rows.length).toBeGreaterThan(100);
});

test("the web app's descriptions name only existing settings", () => {
  const known = rows.map(({ path }) => path.replace(/^web\./, ''));
  expect(Object.keys(WEB_TEXTS).filter((path) => !known.includes(path))).toEqual([]);
});

test('an editor accepts notes in a file, and reports a misspelt setting', () => {
  const { lab: _lab, ...file } = createSampleFile();
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(document);
  const written = JSON.parse(JSON.stringify({ ...file, web: {}, guards: { note: 'a reason', maxNetOutflow: '5' } }));
  expect(validate(written), JSON.stringify(validate.errors)).toBe(true);
  expect(validate({ ...written, guard: {} })).toBe(false);
  expect(validate.errors?.[0]?.params).toEqual({ additionalProperty: 'guard' });
});
