import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import type { Samples } from './alertCase.ts';
import { ALERT_CASES } from './alertCases.ts';

// promtool syncs its database to the disk, which takes long on a busy one.
vi.setConfig({ testTimeout: 300_000 });

const RULES = [
  'prometheus-rules.yml',
  'prometheus-config-rules.yml',
  'prometheus-guard-rules.yml',
  'prometheus-books-rules.yml',
].map((name) => ({
  name,
  path: new URL(`./${name}`, import.meta.url),
}));
const PROMTOOL = process.env.PROMTOOL ?? 'promtool';
const hasPromtool = spawnSync(PROMTOOL, ['--version']).status === 0;

const dir = mkdtempSync(join(tmpdir(), 'causeway-alerts-'));
afterAll(() => rmSync(dir, { recursive: true }));

type Expectation = { readonly alert: string; readonly at: string; readonly fires: boolean };

/** A test of promtool: all cases at once, because each test opens a database. Its format is YAML, and JSON is YAML. */
function toPromtoolTest(samples: readonly Samples[], expected: readonly Expectation[]) {
  return {
    interval: '1m',
    input_series: Object.entries(Object.assign({}, ...samples)).map(([series, values]) => ({ series, values })),
    promql_expr_test: expected.map(({ alert, at, fires }) => ({
      expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`,
      eval_time: at,
      exp_samples: [{ labels: '{}', value: fires ? 1 : 0 }],
    })),
  };
}

test('every alert has a case', () => {
  const alerts = RULES.flatMap(({ path }) =>
    [...readFileSync(path, 'utf8').matchAll(/- alert: (\w+)/g)].map(([, name]) => name),
  );
  expect(ALERT_CASES.map(({ alert }) => alert)).toEqual(alerts);
});

test('no two cases share a series with other samples', () => {
  for (const kind of ['bad', 'good'] as const) {
    const series = ALERT_CASES.flatMap((one) => Object.entries(one[kind]));
    const different = series.filter(([name, values]) =>
      series.some(([other, more]) => other === name && more !== values),
    );
    expect(different).toEqual([]);
  }
});

test.skipIf(!hasPromtool)('promtool: each alert fires when it must, not before, and not close to its limit', () => {
  for (const { name, path } of RULES) cpSync(path, join(dir, name));
  const firing = ALERT_CASES.flatMap(({ alert, after, before }) => [
    { alert, at: after, fires: true },
    ...(before === undefined ? [] : [{ alert, at: before, fires: false }]),
  ]);
  const silent = ALERT_CASES.map(({ alert, after, silent: at = after }) => ({ alert, at, fires: false }));
  const tests = [
    toPromtoolTest(
      ALERT_CASES.map(({ bad }) => bad),
      firing,
    ),
    toPromtoolTest(
      ALERT_CASES.map(({ good }) => good),
      silent,
    ),
  ];
  const file = join(dir, 'tests.yml');
  writeFileSync(file, JSON.stringify({ rule_files: RULES.map(({ name }) => name), evaluation_interval: '1m', tests }));
  const { status, stdout, stderr } = spawnSync(PROMTOOL, ['test', 'rules', file], { encoding: 'utf8' });
  expect(stdout + stderr).toContain('SUCCESS');
  expect(status).toBe(0);
});
