import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { FullConfig, Suite } from '@playwright/test/reporter';
import type { TestModule } from 'vitest/node';

/** The counts of one run, and its failed tests with the first part of their messages. */
export type Outcome = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly string[];
};

/** The variable that names the file for the outcome. */
export const OUTCOME_FILE = 'CAUSEWAY_OUTCOME_FILE';
const MAX_LINES = 12;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the runners colour their messages
const COLOURS = /\u001b\[[\d;]*m/g;

/** Writes the outcome of a Vitest or Playwright run. Both use it as a reporter. */
// biome-ignore lint/style/noDefaultExport: the runners load the default export.
export default class OutcomeReporter {
  #journeys: Suite | null = null;

  /** Called by Vitest at the end. */
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const failed = tests
      .filter((test) => test.result().state === 'failed')
      .map((test) => describeFailure(test.module.moduleId, test.fullName, test.result().errors?.[0]?.message));
    // Files that fail to load, and groups whose hooks fail.
    const broken = modules.flatMap((module) =>
      [module, ...module.children.allSuites()]
        .filter((group) => group.errors().length > 0)
        .map((group) => {
          const title = group.type === 'suite' ? group.fullName : 'the file';
          return describeFailure(module.moduleId, title, group.errors()[0]?.message);
        }),
    );
    const failures = [...failed, ...broken];
    write({ passed: count('passed'), failed: failures.length, skipped: count('skipped'), failures });
  }

  /** Called by Playwright at the beginning. */
  onBegin(_config: FullConfig, suite: Suite): void {
    this.#journeys = suite;
  }

  /** Called by Playwright at the end. */
  onEnd(): void {
    const tests = this.#journeys?.allTests() ?? [];
    const count = (outcome: string) => tests.filter((test) => test.outcome() === outcome).length;
    // A test that passes only on retry counts as failed.
    const failures = tests
      .filter((test) => test.outcome() === 'unexpected' || test.outcome() === 'flaky')
      .map(({ location, title, results }) =>
        describeFailure(location.file, title, results.find(({ error }) => error)?.error?.message),
      );
    write({ passed: count('expected'), failed: failures.length, skipped: count('skipped'), failures });
  }
}

function describeFailure(file: string, title: string, message = 'no message'): string {
  const lines = message.replace(COLOURS, '').split('\n').slice(0, MAX_LINES);
  return [`${relative(process.cwd(), file)}: ${title}`, ...lines.map((line) => `    ${line}`)].join('\n');
}

function write(outcome: Outcome): void {
  const file = process.env[OUTCOME_FILE];
  if (file === undefined) throw new Error(`${OUTCOME_FILE} must name the file for the outcome`);
  writeFileSync(file, JSON.stringify(outcome));
}
