import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitUntilGone } from '../../lab/processes/processTree.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import { playwright, runSuite, vitest } from './allTests.ts';

const NODE_MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const VITEST = {
  'a.test.ts': `import { expect, test } from 'vitest';
test('passes', () => {});
test('fails', () => expect('actual').toBe('expected'));
test.skip('is skipped', () => {});`,
  'hook.test.ts': `import { beforeAll, describe, test } from 'vitest';
describe('a group', () => {
  beforeAll(() => { throw new Error('no database'); });
  test('never runs', () => {});
});`,
  'broken.test.ts': "import './missing.ts';",
};
const PLAYWRIGHT = {
  'playwright.config.mjs': "export default { retries: 1, outputDir: 'traces' };",
  'form.spec.mjs': `import { test } from '@playwright/test';
test('passes', () => {});
test('fails', () => { throw new Error('no button'); });
test('passes on retry', ({}, { retry }) => { if (retry === 0) throw new Error('timeout'); });
test.skip('is skipped', () => {});`,
};

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'causeway-tests-'));
  symlinkSync(NODE_MODULES, join(root, 'node_modules'));
  for (const [folder, files] of Object.entries({ units: VITEST, journeys: PLAYWRIGHT })) {
    mkdirSync(join(root, folder));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(root, folder, name), text);
  }
});
afterAll(() => rmSync(root, { recursive: true }));

const run = (args: readonly string[]) =>
  runSuite(args, { root, signal: new AbortController().signal, stdio: 'ignore' });

test('counts Vitest tests, and names the failed tests, hooks and files', async () => {
  const { failures, ...counts } = await run(vitest('--root', 'units'));
  expect(counts).toEqual({ passed: 1, failed: 3, skipped: 2 });
  expect([...failures].sort()).toEqual([
    expect.stringMatching(/^units\/a\.test\.ts: fails\n {4}expected 'actual' to be 'expected'/),
    expect.stringMatching(/^units\/broken\.test\.ts: the file\n {4}.*missing\.ts/),
    expect.stringMatching(/^units\/hook\.test\.ts: a group\n {4}no database/),
  ]);
});

test('counts Playwright tests, and names the failed and flaky ones', async () => {
  expect(await run(playwright('--config', 'journeys'))).toEqual({
    passed: 1,
    failed: 2,
    skipped: 1,
    failures: [
      expect.stringMatching(/^journeys\/form\.spec\.mjs: fails\n {4}Error: no button/),
      expect.stringMatching(/^journeys\/form\.spec\.mjs: passes on retry\n {4}Error: timeout/),
    ],
  });
});

const report = (failed: number) =>
  `fs.writeFileSync(process.env.CAUSEWAY_OUTCOME_FILE, JSON.stringify({ passed: 3, failed: ${failed}, skipped: 0, failures: [] }));`;

test.each([
  ['passes', report(0), 0],
  ['had exit code 1 and two failed tests', `${report(2)} process.exit(1)`, 2],
  ['had exit code 1 without a failed test', `${report(0)} process.exit(1)`, 1],
  ['was killed', `${report(0)} process.kill(process.pid, 'SIGKILL')`, 1],
  ['wrote no report', '', 1],
])('counts the failures of a runner that %s', async (_case, program, failed) => {
  expect(await run(['--eval', program])).toMatchObject({ failed });
});

test('stops a runner and the processes it leaves behind', async () => {
  const stop = new AbortController();
  const pidFile = join(root, 'left');
  const program = `const left = child_process.spawn('sleep', ['600']);
process.on('SIGINT', () => process.exit(0));
fs.writeFileSync('${pidFile}', String(left.pid));`;
  const running = runSuite(['--eval', program], { root, signal: stop.signal, stdio: 'ignore' });
  const pid = await waitUntil(async () => existsSync(pidFile) && Number(readFileSync(pidFile, 'utf8')));
  stop.abort(new Error('stopped'));
  await expect(running).rejects.toThrow('stopped');
  await waitUntilGone([{ pid, command: 'sleep 600' }]);
});
