import { expect, test } from 'vitest';
import { createSampleCatalog, listConfigProblems, readExampleFile } from '../../../lab/service/sampleCatalog.ts';

test('a breaker has the window, the bounds and the age of the file or their defaults', () => {
  const { breaker, chains } = createSampleCatalog((file) => {
    Object.assign(file, { breaker: { maxNetOutflow: '1000.5' } });
    Object.assign(file.chains[0] ?? {}, { maxOutflow: '20' });
  });
  expect(breaker).toEqual({
    windowSeconds: 21_600,
    maxReadAgeSeconds: 300,
    maxNetOutflow: 1_000_500_000_000_000_000_000n,
    maxOutflow: null,
  });
  expect(chains.map(({ maxOutflow }) => maxOutflow)).toEqual([20n * 10n ** 18n, null]);
  expect(createSampleCatalog().breaker).toBeNull();
});

test.each([
  [{ breaker: {} }, 'breaker needs maxNetOutflow or maxOutflow, or maxOutflow in a chain.'],
  [{ breaker: { maxOutflow: '0' } }, 'breaker.maxOutflow must be more than 0 with at most 18 decimals, not 0.'],
  [{ breaker: { maxOutflow: '1', windowSeconds: 5 } }, 'must be a whole number from 60 to 2592000'],
])('refuses %j', (change, problem) => {
  expect(listConfigProblems({ ...readExampleFile(), ...change }).join()).toContain(problem);
});

test('refuses the bound of a chain without a breaker', () => {
  const file = readExampleFile();
  Object.assign(file.chains[0] ?? {}, { maxOutflow: '20' });
  expect(listConfigProblems(file)).toEqual(['chains.0.maxOutflow has no effect without "breaker".']);
});
