import { expect, test } from 'vitest';
import { createLogFolder } from '../harness/createLogFolder.ts';
import { FAILPOINT_CASES, nameOfCase } from './failpointCases.ts';
import { runFailpoints } from './runFailpoints.ts';

// `npm run chaos -- failpoints` runs all cases. The scenarios of the mutants kill a payout at other steps.
const SAMPLE = [
  'payout sign.signed zombie',
  'payout sign.attemptStored disconnect',
  'refund settle.stored kill',
  'bump bump.stored kill',
  'cancel cancel.committed kill',
];

test('a killed, frozen or disconnected service pays once, although the contract would pay twice', async () => {
  const cases = FAILPOINT_CASES.filter((failpointCase) => SAMPLE.includes(nameOfCase(failpointCase)));
  expect(cases).toHaveLength(SAMPLE.length);
  const logs = await createLogFolder('failpoints-short');
  const results = await runFailpoints(cases, { logs, firstChainId: 54_000, parallel: 1, print: () => {} });
  expect(results.filter(({ problems }) => problems.length > 0)).toEqual([]);
});
