import { expect, test } from 'vitest';
import { readPlaywrightFailures, readVitestFailures } from './testFailures.ts';

test('names the failed tests and the broken files of a Vitest report', () => {
  const failed = {
    fullName: 'amount is exact',
    status: 'failed',
    failureMessages: ['\u001b[31mexpected 1\u001b[39m\nat x'],
  };
  const passed = { fullName: 'amount is read', status: 'passed', failureMessages: [] };
  const report = {
    testResults: [
      { name: 'a.test.ts', message: '', assertionResults: [passed, failed] },
      { name: 'b.test.ts', message: 'no such module', assertionResults: [] },
      { name: 'c.test.ts', message: '', assertionResults: [passed] },
    ],
  };
  expect(readVitestFailures(JSON.stringify(report))).toEqual([
    'a.test.ts: amount is exact\n    expected 1\n    at x',
    'b.test.ts\n    no such module',
  ]);
});

test('names the failed and flaky tests of a Playwright report', () => {
  const spec = (title: string, status: string, message: string) => ({
    title,
    file: 'form.spec.ts',
    tests: [{ status, results: [{ error: { message } }] }],
  });
  const inner = { specs: [spec('retries', 'flaky', 'timeout')] };
  const outer = { suites: [inner], specs: [spec('fails', 'unexpected', 'no button'), spec('passes', 'expected', '')] };
  expect(readPlaywrightFailures(JSON.stringify({ suites: [outer] }))).toEqual([
    'e2e/form.spec.ts: fails\n    no button',
    'e2e/form.spec.ts: retries\n    timeout',
  ]);
});
