import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { STEPS } from '../../../service/workers/steps.ts';
import { FAILPOINT_CASES, FAILURES, nameOf } from './failpointCases.ts';
import { runFailpoints } from './runFailpoints.ts';

// The whole of them is `npm run chaos -- failpoints`.
const SOME = [
  'payout sign.signed zombie',
  'payout sign.attemptStored cut',
  'payout broadcast.sent exit',
  'refund settle.stored exit',
  'bump bump.stored exit',
  'cancel cancel.committed exit',
];

test('every failpoint is tried with every failure, and no case twice', () => {
  const names = FAILPOINT_CASES.map(nameOf);
  expect(new Set(names).size).toBe(names.length);
  const tried = new Set(FAILPOINT_CASES.map(({ point, failure }) => `${point} ${failure}`));
  expect(STEPS.flatMap((point) => FAILURES.map((failure) => `${point} ${failure}`))).toEqual(
    expect.arrayContaining([...tried]),
  );
  expect(tried.size).toBe(STEPS.length * FAILURES.length);
});

test('a service that is killed, frozen or cut off half-way pays once, although the contract would pay twice', {
  timeout: 600_000,
}, async () => {
  const cases = FAILPOINT_CASES.filter((failpointCase) => SOME.includes(nameOf(failpointCase)));
  expect(cases).toHaveLength(SOME.length);
  const logs = fileURLToPath(new URL('../../../test-results/chaos/failpoints-short', import.meta.url));
  const results = await runFailpoints(cases, { logs, firstChainId: 54_000, places: 1, say: () => {} });
  expect(results.filter(({ complaints }) => complaints.length > 0)).toEqual([]);
});
