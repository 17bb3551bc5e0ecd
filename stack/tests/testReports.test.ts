import { describe, expect, test } from 'vitest';
import { describeForgeReport, judge, readForgeReport, readPlaywrightReport, readVitestReport } from './testReports.ts';

const FORGE = JSON.stringify({
  'contracts/test/A.t.sol:A': {
    test_results: {
      'test_one()': { status: 'Success', reason: null },
      'test_two()': { status: 'Failure', reason: 'revert: no' },
    },
  },
  'contracts/test/B.t.sol:B': { test_results: { 'test_three()': { status: 'Skipped', reason: null } } },
});

describe('reports of the test runners', () => {
  test('reads a Vitest report', () => {
    const report = { numPassedTests: 7, numFailedTests: 2, numTotalTests: 10 };
    expect(readVitestReport(JSON.stringify(report))).toEqual({ passed: 7, failed: 2, skipped: 1 });
  });

  test('counts a Playwright test that passed on retry as failed', () => {
    const report = { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 } };
    expect(readPlaywrightReport(JSON.stringify(report))).toEqual({ passed: 5, failed: 2, skipped: 2 });
  });

  test('reads a forge report', () => {
    expect(readForgeReport(FORGE)).toEqual({ passed: 1, failed: 1, skipped: 1 });
    expect(describeForgeReport(FORGE)).toContain('FAILED test_two(): revert: no');
  });
});

describe('judge', () => {
  const good = { passed: 3, failed: 0, skipped: 0 };

  test('accepts a report that matches the exit code', () => {
    expect(judge(good, 0)).toEqual(good);
    expect(judge({ ...good, failed: 2 }, 1)).toEqual({ ...good, failed: 2 });
  });

  test.each([
    ['had exit code 1 without a failed test', good, 1],
    ['was killed', good, null],
    ['wrote no report', null, 0],
  ])('counts a failure for a runner that %s', (_case, report, exitCode) => {
    expect(judge(report, exitCode).failed).toBe(1);
  });
});
