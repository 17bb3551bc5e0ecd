import { expect, test } from 'vitest';
import { MUTANTS } from './mutants.ts';
import { mutate } from './mutateSources.ts';
import { SCENARIOS } from './scenarios/scenarios.ts';

test.each(MUTANTS)('the edits of mutant $name fit the sources', async (mutant) => {
  expect((await mutate(mutant)).size).toBeGreaterThan(0);
});

test('each mutant has a unique name, and each scenario has a mutant', () => {
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
  expect(new Set(MUTANTS.map(({ scenario }) => scenario))).toEqual(new Set(Object.keys(SCENARIOS)));
});
