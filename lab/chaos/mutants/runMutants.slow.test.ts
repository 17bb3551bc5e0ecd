import { expect, test } from 'vitest';
import { createLogFolder } from '../harness/createLogFolder.ts';
import { MUTANTS } from './mutants.ts';
import { runMutants } from './runMutants.ts';

// `npm run chaos -- mutants` runs all mutants.
test('kills the mutant that pays again on "nonce too low", and finds no problem in the unmodified service', {
  timeout: 600_000,
}, async () => {
  const logs = await createLogFolder('mutants-short');
  const mutants = MUTANTS.filter(({ name }) => name === 'reissueOnNonceTooLow');
  const [result] = await runMutants(mutants, { logs, firstChainId: 54_100, parallel: 1, print: () => {} });
  expect(result).toMatchObject({ killed: true, baseline: [] });
  expect(result?.problems.some((problem) => problem.startsWith('paidTwice'))).toBe(true);
});
