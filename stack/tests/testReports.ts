/** The counts of one test runner. */
export type Outcome = { readonly passed: number; readonly failed: number; readonly skipped: number };

type VitestReport = { numPassedTests: number; numFailedTests: number; numTotalTests: number };
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } };
type ForgeReport = Record<string, { test_results: Record<string, { status: string; reason: string | null }> }>;

export function readVitestReport(json: string): Outcome {
  const { numPassedTests, numFailedTests, numTotalTests } = JSON.parse(json) as VitestReport;
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numTotalTests - numPassedTests - numFailedTests,
  };
}

export function readPlaywrightReport(json: string): Outcome {
  const { expected, unexpected, flaky, skipped } = (JSON.parse(json) as PlaywrightReport).stats;
  // A test that passed only on retry counts as failed.
  return { passed: expected, failed: unexpected + flaky, skipped };
}

export function readForgeReport(json: string): Outcome {
  const results = Object.values(JSON.parse(json) as ForgeReport).flatMap(({ test_results }) =>
    Object.values(test_results),
  );
  const count = (status: string) => results.filter((result) => result.status === status).length;
  const passed = count('Success');
  const skipped = count('Skipped');
  return { passed, skipped, failed: results.length - passed - skipped };
}

/** One line for each contract's tests and for each failure. */
export function describeForgeReport(json: string): string {
  return Object.entries(JSON.parse(json) as ForgeReport)
    .map(([suite, { test_results }]) => {
      const failures = Object.entries(test_results)
        .filter(([, { status }]) => status === 'Failure')
        .map(([name, { reason }]) => `    FAILED ${name}: ${reason ?? 'no reason given'}`);
      return [`  ${suite}: ${Object.keys(test_results).length} tests`, ...failures].join('\n');
    })
    .join('\n');
}

/**
 * Combines a report with the exit code: a runner with a bad exit code counts as one failure even without a failed test.
 * @param report null if the runner wrote none
 */
export function judge(report: Outcome | null, exitCode: number | null): Outcome {
  const outcome = report ?? { passed: 0, failed: 0, skipped: 0 };
  const isUnexplained = (exitCode !== 0 || report === null) && outcome.failed === 0;
  return isUnexplained ? { ...outcome, failed: 1 } : outcome;
}
