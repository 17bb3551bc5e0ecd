type VitestReport = {
  testResults: {
    name: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};
type PlaywrightSuite = {
  suites?: PlaywrightSuite[];
  specs: { title: string; file: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }[];
};

const MAX_LINES = 12;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the runners colour their messages
const COLOURS = /\u001b\[[\d;]*m/g;

function describeFailure(name: string, message: string): string {
  const lines = message.replace(COLOURS, '').split('\n').slice(0, MAX_LINES);
  return [name, ...lines.map((line) => `    ${line}`)].join('\n');
}

/** The failed tests of a Vitest report, and the files that could not be run, each with the start of its message. */
export function readVitestFailures(json: string): string[] {
  return (JSON.parse(json) as VitestReport).testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    const tests = failed.map((test) => describeFailure(`${name}: ${test.fullName}`, test.failureMessages.join('\n')));
    return tests.length === 0 && message !== '' ? [describeFailure(name, message)] : tests;
  });
}

function readSuiteFailures({ suites = [], specs }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => {
        const message = results.find(({ error }) => error)?.error?.message ?? 'no message';
        return describeFailure(`e2e/${file}: ${title}`, message);
      }),
  );
  return [...own, ...suites.flatMap(readSuiteFailures)];
}

/** The failed and the flaky tests of a Playwright report, each with the start of its first message. */
export function readPlaywrightFailures(json: string): string[] {
  return (JSON.parse(json) as { suites: PlaywrightSuite[] }).suites.flatMap(readSuiteFailures);
}
