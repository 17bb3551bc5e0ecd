import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { compileContracts } from './artifacts.ts';
import { GAS, GAS_FILE, readForge } from './forge.ts';

type Report = Readonly<Record<string, { readonly test_results: Readonly<Record<string, Result>> }>>;
type Result = { readonly status: 'Success' | 'Failure' | 'Skipped'; readonly reason: string | null };

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const GAS_TOLERANCE_PERCENT = '1';

async function runTests(): Promise<Report> {
  const { code, stdout, stderr } = await readForge({ root: ROOT, args: ['test', '--json'] });
  const report = stdout.startsWith('{') ? (JSON.parse(stdout) as Report) : {};
  const results = Object.values(report).flatMap(({ test_results }) => Object.values(test_results));
  const isExplained = code === 0 || results.some(({ status }) => status === 'Failure');
  if (results.length > 0 && isExplained) return report;
  throw new Error(`forge ended with exit code ${code} and ran ${results.length} tests:\n${stdout}${stderr}`);
}

// forge runs before Vitest collects the tests, so that each forge test is one here.
for (const [suite, { test_results }] of Object.entries(await runTests())) {
  describe(suite, () => {
    for (const [name, { status, reason }] of Object.entries(test_results)) {
      test.skipIf(status === 'Skipped')(name, () => {
        if (status === 'Failure') throw new Error(reason ?? 'no reason given');
      });
    }
  });
}

test('deposits and payments cost the stored gas', async () => {
  const args = [...GAS, '--check', GAS_FILE, '--tolerance', GAS_TOLERANCE_PERCENT];
  const { code, stdout, stderr } = await readForge({ root: ROOT, args });
  const problem = `The gas differs from ${GAS_FILE} by more than ${GAS_TOLERANCE_PERCENT} %. If you want that, run "npm run test:contracts -- --renew-gas".`;
  expect(code, `${problem}\n${stdout}${stderr}`).toBe(0);
});

test('forge tests the bytecode that the stack deploys: foundry.toml and artifacts.ts have the same settings', async () => {
  for (const [name, { bytecode }] of Object.entries(await compileContracts())) {
    const tested = JSON.parse(await readFile(new URL(`./out/${name}.sol/${name}.json`, import.meta.url), 'utf8'));
    expect(tested.bytecode.object === bytecode, name).toBe(true);
  }
});
