import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const PROMTOOL = process.env.PROMTOOL ?? 'promtool';
const hasPromtool = spawnSync(PROMTOOL, ['--version']).status === 0;

const listNames = (file: string, pattern: RegExp) =>
  new Set([...readFileSync(`${FOLDER}/${file}`, 'utf8').matchAll(pattern)].map(([, name]) => name));

test('every alert has a case in which it fires', () => {
  const alerts = listNames('rules.yml', /- alert: (\w+)/g);
  expect(alerts.size).toBe(17);
  expect(listNames('rules.test.yml', /alertname="(\w+)"/g)).toEqual(alerts);
});

test.skipIf(!hasPromtool)('promtool: each alert fires when it must, not before, and not close to its limit', () => {
  const run = spawnSync(PROMTOOL, ['test', 'rules', 'rules.test.yml'], { cwd: FOLDER, encoding: 'utf8' });
  expect(run.stdout + run.stderr).toContain('SUCCESS');
  expect(run.status).toBe(0);
});
