import { expect, test } from 'vitest';
import { STEPS } from '../../../service/engineContext.ts';
import { DRILLS } from './drills.ts';
import { FAILURES } from './failpoints.ts';

test('every drill has a unique name, and every step is combined with every failure', () => {
  const names = DRILLS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const combinations = STEPS.flatMap((step) => FAILURES.map((failure) => ` ${step} ${failure}`));
  expect(combinations.filter((combination) => !names.some((name) => name.endsWith(combination)))).toEqual([]);
});
