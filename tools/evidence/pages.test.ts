import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findWrongTables } from './pages.ts';
import { PARTS } from './parts.ts';

test('the tables of the documents equal the stored results', async () => {
  expect(await findWrongTables()).toEqual([]);
});

test('the code that the parts cover exists', () => {
  const paths = new Set(PARTS.flatMap(({ command: [file = ''], covers }) => [file, ...covers]));
  const missing = [...paths].filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)));
  expect(missing).toEqual([]);
});
