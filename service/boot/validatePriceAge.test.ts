import { describe, expect, test } from 'vitest';
import type { LabInstallation } from '../../tools/lab/installation/installationFile.ts';
import { createMainnetFile, createSampleFile } from '../../tools/lab/service/sampleCatalog.ts';
import { validatePriceAge } from './mainnetRules.ts';
import { parseInstallation } from './readConfig.ts';

function problemsOn(day: string, file: LabInstallation = createMainnetFile()): readonly string[] {
  const problems: string[] = [];
  const parsed = parseInstallation(
    JSON.stringify({ ...file, prices: { ...file.prices, asOf: '2026-11-22' } }),
    problems,
  );
  if (parsed) validatePriceAge(parsed, new Date(`${day}T12:00:00Z`), problems);
  return problems;
}

describe('the prices of a mainnet', () => {
  test('are accepted for 30 days', () => {
    expect(problemsOn('2026-11-22')).toEqual([]);
    expect(problemsOn('2026-12-22')).toEqual([]);
  });

  test('are refused after 30 days, with what to do', () => {
    expect(problemsOn('2026-12-23')).toEqual([
      'prices.asOf is 2026-11-22: the prices are 31 days old, but a mainnet allows 30. Look up the prices of "tokens", then set the new day.',
    ]);
  });

  test('are refused from the future', () => {
    expect(problemsOn('2026-11-20')).toEqual([expect.stringContaining('has not come yet')]);
  });
});

test('never get too old on testnets', () => {
  expect(problemsOn('2030-01-01', createSampleFile())).toEqual([]);
});
