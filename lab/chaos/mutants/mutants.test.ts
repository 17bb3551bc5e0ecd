import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { MUTANTS } from './mutants.ts';
import { mutate } from './mutateSources.ts';
import { runMutants } from './runMutants.ts';
import { SCENARIOS } from './scenarios.ts';

test.each(MUTANTS)('the mistake $name fits the sources', async (mutant) => {
  expect((await mutate(mutant)).size).toBeGreaterThan(0);
});

test('every mutant has a name of its own, and every scenario a mutant', () => {
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
  expect(new Set(MUTANTS.map(({ scenario }) => scenario))).toEqual(new Set(Object.keys(SCENARIOS)));
});

// The whole of them is `npm run chaos -- mutants`.
test('a service that pays anew on "nonce too low" is convicted of paying twice, and the service as it is, is not', {
  timeout: 600_000,
}, async () => {
  const logs = fileURLToPath(new URL('../../../test-results/chaos/mutants-short', import.meta.url));
  const mutants = MUTANTS.filter(({ name }) => name === 'reissueOnNonceTooLow');
  const [result] = await runMutants(mutants, { logs, firstChainId: 54_100, places: 1, say: () => {} });
  expect(result).toMatchObject({ convicted: true, original: [] });
  expect(result?.complaints.some((complaint) => complaint.startsWith('paidTwice'))).toBe(true);
});
