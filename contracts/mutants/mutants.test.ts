import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { mutants } from './mutants.ts';

test.each(mutants)('the edit fits %s: %s', async (file, find) => {
  const source = await readFile(new URL(`../src/${file}`, import.meta.url), 'utf8');
  expect(source.split(find)).toHaveLength(2);
});
