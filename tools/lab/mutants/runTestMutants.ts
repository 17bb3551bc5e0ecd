import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mutant } from './mutate.ts';
import { withSourceCopy } from './mutate.ts';

// The bundler of the programs reads the licence.
const SOURCES = [
  ...['service', 'shared', 'contracts', 'tools/lab', 'tools/vite'],
  ...['LICENSE', 'package.json', 'tsconfig.base.json', 'vitest.config.ts'],
];
const VITEST = 'node_modules/vitest/vitest.mjs';
const REPORT = 'report.json';

export type TestMutant = Mutant & {
  /** The test file that kills the mutant; it passes without it. */
  readonly test: string;
};

/** Applies each mutant to a copy of the sources and requires a test of its file to fail. @returns how many were killed */
export function runTestMutants(mutants: readonly TestMutant[], print: (line: string) => void): Promise<number> {
  return withSourceCopy(SOURCES, async ({ root, withEdits }) => {
    const files = [...new Set(mutants.map(({ test }) => test))];
    const { success } = await runTests(root, files);
    if (!success) throw new Error(`A test fails without a mutant. Run "npx vitest run ${files.join(' ')}".`);
    let killed = 0;
    for (const { name, edits, test } of mutants) {
      // A file that does not load has no failed test, so a syntax error kills nothing.
      const isKilled = (await withEdits(edits, () => runTests(root, [test]))).numFailedTests > 0;
      if (isKilled) killed += 1;
      print(`mutant ${name} ${isKilled ? 'killed' : 'SURVIVED'}: ${test}`);
    }
    return killed;
  });
}

type TestReport = { readonly success: boolean; readonly numFailedTests: number };

async function runTests(root: string, files: readonly string[]): Promise<TestReport> {
  const report = join(root, REPORT);
  await rm(report, { force: true });
  const args = [VITEST, 'run', '--reporter=json', `--outputFile=${REPORT}`, ...files];
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'ignore' });
  await once(child, 'exit');
  return JSON.parse(await readFile(report, 'utf8'));
}
