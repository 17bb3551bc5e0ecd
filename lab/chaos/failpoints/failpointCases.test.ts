import { expect, test } from 'vitest';
import { STEPS } from '../../../service/engineContext.ts';
import { FAILPOINT_CASES, FAILURES, nameOfCase } from './failpointCases.ts';

test('the cases combine every step with every failure, and each case is unique', () => {
  const names = FAILPOINT_CASES.map(nameOfCase);
  expect(new Set(names).size).toBe(names.length);
  const combined = new Set(FAILPOINT_CASES.map(({ step, failure }) => `${step} ${failure}`));
  expect(STEPS.flatMap((step) => FAILURES.map((failure) => `${step} ${failure}`))).toEqual(
    expect.arrayContaining([...combined]),
  );
  expect(combined.size).toBe(STEPS.length * FAILURES.length);
});
